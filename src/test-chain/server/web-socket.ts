import type { Server } from "node:http";
import type { Duplex } from "node:stream";

import type { RawData, ServerOptions, WebSocket, WebSocketServer } from "ws";

import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { ServedProvider } from "../options.js";
import type { Answers } from "./json-rpc.js";

/** Bytes that may wait for a WebSocket that does not read: twice the longest answer. */
const MOST_UNREAD = 128 * 1024 * 1024;

/** Otherwise the chain would make events for ever that nobody gets, and that nobody can end. The code is geth's. */
function noEvents(): Error {
  const advice = "Use a WebSocket on the same port, or eth_newFilter.";
  return Object.assign(new Error(`Over HTTP, a subscription gets no events. ${advice}`), {
    code: -32000,
  });
}

interface Notification {
  readonly subscription: string;
  readonly result: unknown;
}

/** What serves WebSockets. */
interface Sockets {
  /** The chain for clients without a WebSocket, who can end nobody's subscription. */
  readonly others: Eip1193Provider;
  end(): void;
}

/**
 * Answers the requests of WebSockets, and sends each the events of its own subscriptions, which only it can end. What
 * reads them is loaded with the first one, because that takes as long as a quarter of a chain's start.
 */
export function answerSockets(
  http: Server,
  provider: ServedProvider,
  answers: Answers,
  options: ServerOptions = {},
  mostUnread = MOST_UNREAD,
): Sockets {
  const subscribers = new Map<string, WebSocket>();
  const connections = new Set<Duplex>();
  let loading: Promise<WebSocketServer> | undefined;
  // One listener for all sockets: Node warns about more than ten.
  const pass = (params: Notification): void => {
    const socket = subscribers.get(params.subscription);
    if (socket === undefined) return;
    if (socket.bufferedAmount > mostUnread) socket.terminate();
    else send(socket, JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params }));
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
  // A client may write the number in another way than the chain.
  const subscriptionOf = (id: unknown) =>
    [...subscribers.keys()].find((each) => Number(each) === Number(id));
  const chainFor = (socket?: WebSocket): Eip1193Provider => ({
    async request({ method, params }) {
      if (socket === undefined && method === "eth_subscribe") throw noEvents();
      const id = method === "eth_unsubscribe" ? subscriptionOf(params?.[0]) : undefined;
      if (id !== undefined && subscribers.get(id) !== socket) return false;
      const result = await provider.request({ method, params });
      if (id !== undefined) subscribers.delete(id);
      if (socket !== undefined && method === "eth_subscribe")
        subscribers.set(String(result), socket);
      return result;
    },
  });
  const answer = (socket: WebSocket): void => {
    const chain = chainFor(socket);
    socket.on("message", (data) => {
      void answers.give(chain, textOf(data), (answer, sent) => {
        if (answer === undefined) sent();
        else send(socket, answer, sent);
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
  return {
    others: chainFor(),
    end() {
      provider.off("notification", pass);
      for (const connection of connections) connection.destroy();
    },
  };
}

function send(socket: WebSocket, text: string, sent = (): void => {}): void {
  if (socket.readyState === socket.OPEN) socket.send(text, sent);
  else sent();
}

/** By default, a WebSocket's data is one buffer. */
function textOf(data: RawData): string {
  return (data as Buffer).toString("utf8");
}
