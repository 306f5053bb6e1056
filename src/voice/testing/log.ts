import type { IncomingMessage } from "node:http";
import type { Operation } from "./faults.js";

/** One request as the server saw it, the keys redacted. */
export interface LoggedRequest {
  /** The client's operation; undefined if the service has no such path. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was sent: parsed JSON, the file of a voice conversion, or text. */
  readonly body: unknown;
  /** Status of the answer; 101 for an open stream, undefined if there was no answer. */
  readonly status: number | undefined;
  /** The client's messages in a stream. */
  readonly messages: readonly unknown[];
  /** How a stream ended, undefined while it is open. */
  readonly close: { readonly code: number; readonly by: "client" | "server" } | undefined;
}

const KEY_NAMES = ["x-client-key", "x-api-key", "clientKey", "apiKey"];
/** A shorter key looks like ordinary words. */
const SHORTEST_REDACTED = 8;

/** The log entry of a request, which is updated while the request runs. */
export class LogEntry implements LoggedRequest {
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  body: unknown;
  status: number | undefined;
  readonly messages: unknown[] = [];
  close: LoggedRequest["close"];
  readonly #secrets: readonly string[];

  /** @param keys those of the server; those in the request are added */
  constructor(operation: Operation | undefined, request: IncomingMessage, keys: readonly string[]) {
    const { method = "", url = "", headers } = request;
    const sent = KEY_NAMES.map((name) => String(headers[name] ?? ""));
    const secrets = [...keys, ...sent].filter(({ length }) => length >= SHORTEST_REDACTED);
    this.#secrets = secrets.flatMap((key) => [key, encodeURIComponent(key)]);
    this.operation = operation;
    this.method = method;
    this.path = this.clean(url) as string;
    this.headers = this.clean(headers) as Record<string, string>;
  }

  /** A value of JSON as the log may have it. */
  clean(value: unknown): unknown {
    const clean = (name: string, field: unknown): unknown => {
      if (KEY_NAMES.includes(name)) return "[redacted]";
      if (typeof field !== "string") return field;
      return this.#secrets.reduce((text, key) => text.replaceAll(key, "[redacted]"), field);
    };
    try {
      return JSON.parse(JSON.stringify(value, clean)) as unknown;
    } catch {
      return "[nested too deeply]";
    }
  }
}
