import type { Server } from "node:http";
import type { Duplex } from "node:stream";

import type { RawData, ServerOptions, WebSocket, WebSocketServer } from "ws";

import type { ServedProvider } from "../options.js";
import { answerText } from "./json-rpc.js";

interface Notification {
  readonly subscription: string;
  readonly result: unknown;
}

/**
 * Answers the requests of WebSockets, and sends each the events of its own subscriptions. What reads them is loaded with
 * the first one, because that takes as long as a quarter of a chain's start.
 * @returns ends them
 */
export function answerSockets(
  http: Server,
  provider: ServedProvider,
  options: ServerOptions,
): () => void {
  const subscribers = new Map<string, WebSocket>();
  const connections = new Set<Duplex>();
  let loading: Promise<WebSocketServer> | undefined;
  // One listener for all sockets: Node warns about more than ten.
  const pass = (params: Notification): void => {
    const socket = subscribers.get(params.subscription);
    if (socket !== undefined) {
      send(socket, JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params }));
    }
  };
  provider.on("notification", pass);
  http.on("upgrade", (request, connection: Duplex, head) => {
    connections.add(connection);
    connection.on("error", () => {}).on("close", () => connections.delete(connection));
    loading ??= import("ws").then(({ WebSocketServer }) => {
      return new WebSocketServer({ ...options, noServer: true });
    });
    void loading.then((sockets) => {
      sockets.handleUpgrade(request, connection, head, answer);
    });
  });
  const answer = (socket: WebSocket): void => {
    const note = (method: string, result: unknown): void => {
      if (method === "eth_subscribe") subscribers.set(String(result), socket);
    };
    socket.on("message", (data) => {
      void answerText(provider, textOf(data), note).then((answer) => {
        if (answer !== undefined) send(socket, answer);
      });
    });
    // The `close` event follows.
    socket.on("error", () => {});
    socket.on("close", () => {
      for (const [id, owner] of subscribers) {
        if (owner !== socket) continue;
        subscribers.delete(id);
        // The chain may be closed by now, without its subscriptions.
        provider.request({ method: "eth_unsubscribe", params: [id] }).catch(() => {});
      }
    });
  };
  return () => {
    provider.off("notification", pass);
    for (const connection of connections) connection.destroy();
  };
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState === socket.OPEN) socket.send(text);
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(data as Buffer).toString("utf8");
}
