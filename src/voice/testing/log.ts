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

/** A request in the log, which is completed while the request runs. */
type LogEntry = { -readonly [Field in keyof LoggedRequest]: LoggedRequest[Field] } & {
  readonly messages: unknown[];
};

const KEY_NAMES = ["x-client-key", "x-api-key", "clientKey", "apiKey"];
/** A shorter key looks like ordinary words. */
const SHORTEST_REDACTED = 8;

export interface Logging {
  readonly entry: LogEntry;
  readonly url: URL;
  /** A copy of a JSON value with the keys redacted. */
  readonly clean: (value: unknown) => unknown;
}

/** Begins the log of a request. @param keys those of the server; those in the request are added */
export function log(
  operation: Operation | undefined,
  url: URL,
  request: IncomingMessage,
  keys: readonly string[],
): Logging {
  const { method = "", headers } = request;
  const secrets = [...keys, ...KEY_NAMES.map((name) => String(headers[name] ?? ""))]
    .filter(({ length }) => length >= SHORTEST_REDACTED)
    .flatMap((key) => [key, encodeURIComponent(key)]);
  const redact = (name: string, field: unknown): unknown => {
    if (KEY_NAMES.includes(name)) return "[redacted]";
    if (typeof field !== "string") return field;
    return secrets.reduce((text, key) => text.replaceAll(key, "[redacted]"), field);
  };
  const clean = (value: unknown): unknown => {
    try {
      return JSON.parse(JSON.stringify(value, redact)) as unknown;
    } catch {
      return "[nested too deeply]";
    }
  };
  const path = clean(request.url) as string;
  const shown = clean(headers) as Record<string, string>;
  const later = { body: undefined, status: undefined, messages: [], close: undefined };
  return { entry: { operation, method, path, headers: shown, ...later }, url, clean };
}
