import type { RawData, WebSocket } from "ws";

import { answerText } from "./json-rpc.js";
import type { Notification, Notifications } from "./notifications.js";
import type { ServedProvider } from "../options.js";

/** Answers the requests of one WebSocket, and forwards the events of its own subscriptions. */
export function answerSocket(
  provider: ServedProvider,
  notifications: Notifications,
  socket: WebSocket,
): void {
  const subscriptions = new Set<string>();
  const send = (text: string): void => {
    if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const pass = (notification: Notification): void => {
    if (!subscriptions.has(notification.subscription)) return;
    send(JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params: notification }));
  };
  const note = (method: string, result: unknown): void => {
    if (method === "eth_subscribe" && typeof result === "string") subscriptions.add(result);
  };

  notifications.add(pass);
  socket.on("message", (data: RawData) => {
    void answerText(provider, textOf(data), note).then((answer) => {
      if (answer !== undefined) send(answer);
    });
  });
  // The `close` event follows.
  socket.on("error", () => {});
  socket.on("close", () => {
    notifications.remove(pass);
    for (const id of subscriptions) {
      // The chain may be closed by now, without its subscriptions.
      provider.request({ method: "eth_unsubscribe", params: [id] }).catch(() => {});
    }
  });
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.from(data as Buffer).toString("utf8");
}
