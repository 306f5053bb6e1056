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

const KEY_HEADERS: ReadonlySet<string> = new Set(["x-client-key", "x-api-key"]);
const KEY_FIELDS: ReadonlySet<string> = new Set(["clientKey", "apiKey"]);
const REDACTED = "[redacted]";

/** The log entry of a request, which is updated while the request runs. */
export class LogEntry implements LoggedRequest {
  readonly operation: Operation | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  body: unknown;
  status: number | undefined;
  readonly messages: unknown[] = [];
  close: { readonly code: number; readonly by: "client" | "server" } | undefined;
  readonly #secrets: Set<string>;

  /** @param secrets the keys of the server; those in the request are added */
  constructor(
    operation: Operation | undefined,
    request: IncomingMessage,
    secrets: readonly string[],
  ) {
    this.#secrets = new Set(secrets);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      const text = String(value);
      if (KEY_HEADERS.has(name)) this.#secrets.add(text);
      headers[name] = KEY_HEADERS.has(name) ? REDACTED : this.#clean(text);
    }
    this.operation = operation;
    this.method = request.method ?? "";
    this.path = this.#clean(request.url ?? "");
    this.headers = headers;
  }

  noteBody(body: unknown): void {
    this.body = this.#cleanDeep(body);
  }

  noteMessage(message: unknown): void {
    this.messages.push(this.#cleanDeep(message));
  }

  #cleanDeep(value: unknown): unknown {
    if (typeof value === "string") return this.#clean(value);
    if (Array.isArray(value)) return value.map((entry) => this.#cleanDeep(entry));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        KEY_FIELDS.has(name) ? REDACTED : this.#cleanDeep(field),
      ]),
    );
  }

  #clean(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) {
      if (secret === "") continue;
      clean = clean.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret), REDACTED);
    }
    return clean;
  }
}
