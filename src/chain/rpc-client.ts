import { setTimeout as sleep } from "node:timers/promises";

import { UsageError } from "../support/errors.js";
import { BodyTooLong, readBounded } from "../support/read-bounded.js";
import { retryAfter } from "../support/retry-after.js";
import type { Eip1193Provider } from "./provider.js";
import { ConnectionError, RpcError } from "./rpc-error.js";

export interface RpcClientOptions {
  /** Milliseconds until an answer counts as lost. Default 20,000. */
  readonly timeout?: number | undefined;
  /** How often a request is sent at most. Default 8, over about half a minute. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt; it doubles from there. Default 250. */
  readonly backoff?: number | undefined;
  /** Sent with every request, such as a key that the node wants. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told where a password would cross a network unencrypted. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** No wait between two attempts is longer, whatever Retry-After says, in milliseconds. */
const LONGEST_WAIT = 30_000;
/** In bytes; the answers of a migration have a few MiB at most. */
const LONGEST_ANSWER = 64 * 1024 * 1024;
/** JSON-RPC codes that mean 'too many requests' or 'not now'. */
const BUSY_CODES = [-32005, -32016, -32097];

/** An answer that may be another one if the request is made again. */
class Retryable extends Error {
  readonly wait: number | undefined;

  constructor(message: string, wait?: number) {
    super(message);
    this.wait = wait;
  }
}

/**
 * JSON-RPC over HTTP that outlives a node's bad minutes: lost connections, late answers, 429 with
 * Retry-After, 5xx and answers that are no JSON are tried again with growing waits. Every request
 * of a migration may be made twice: reads change nothing, and a signed transaction happens once.
 */
export class RpcClient implements Eip1193Provider {
  readonly #url: URL;
  readonly #headers: Record<string, string> = { "content-type": "application/json" };
  readonly #options: RpcClientOptions;
  #id = 0;

  constructor(url: string, options: RpcClientOptions = {}) {
    this.#url = httpUrl(url);
    this.#options = options;
    Object.assign(this.#headers, options.headers);
    const { username, password } = this.#url;
    if (username === "" && password === "") return;
    // fetch refuses a URL with user and password.
    const credentials = `${decoded(username)}:${decoded(password)}`;
    this.#headers.authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
    if (this.#url.protocol === "http:" && !isLoopback(this.#url.hostname)) {
      options.onWarning?.(
        `Warning: the password in the provider's URL goes to ${this.place} unencrypted. Use https:// if the node has it.`,
      );
    }
    this.#url.username = "";
    this.#url.password = "";
  }

  /** Host and port, without a path or query, which may hold a key. */
  get place(): string {
    return this.#url.host;
  }

  async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
    const attempts = this.#options.attempts ?? 8;
    let wait = this.#options.backoff ?? 250;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(method, params);
      } catch (error) {
        if (!(error instanceof Retryable)) throw error;
        if (attempt >= attempts) throw this.#giveUp(method, attempt, error);
        await sleep(Math.min(error.wait ?? wait, LONGEST_WAIT), undefined, {
          ...(this.#options.signal && { signal: this.#options.signal }),
        });
        wait = Math.min(wait * 2, LONGEST_WAIT);
      }
    }
  }

  async #attempt(method: string, params: unknown[]): Promise<unknown> {
    const timeout = this.#options.timeout ?? 20_000;
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#url, {
        method: "POST",
        headers: this.#headers,
        body: JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params }),
        redirect: "error",
        signal: AbortSignal.timeout(timeout),
      });
      text = await readBounded(response, LONGEST_ANSWER);
    } catch (error) {
      if (error instanceof BodyTooLong) throw this.#tooLong(method, error);
      throw new Retryable(reasonOf(error as Error, timeout));
    }
    if (response.status === 401 || response.status === 403) {
      throw new ConnectionError(
        `The node at ${this.place} refuses access (HTTP ${response.status}). Check the key in the provider's URL.`,
      );
    }
    if (response.status === 429 || response.status >= 500) {
      throw new Retryable(`it answered HTTP ${response.status}`, retryAfter(response.headers));
    }
    const result = resultOf(method, text);
    if (result !== undefined) return result.value;
    // A page that says 'not found' says so the next time, too; a gateway's garbage may pass.
    if (response.status >= 400 && response.status !== 408) {
      throw new ConnectionError(
        `There is no JSON-RPC at ${this.place} (HTTP ${response.status}). Check the provider's URL.`,
      );
    }
    throw new Retryable("its answer is not JSON-RPC");
  }

  #tooLong(method: string, error: BodyTooLong): ConnectionError {
    return new ConnectionError(
      `The node at ${this.place} sent an unusable answer to ${method}: ${error.message}. ` +
        "Check that the provider's URL is right, or use another node.",
    );
  }

  #giveUp(method: string, attempts: number, error: Retryable): ConnectionError {
    return new ConnectionError(
      `The node at ${this.place} gave no answer to ${method} in ${attempts} attempts: ${error.message}. ` +
        "Check that the provider's URL is right and that a node runs there.",
    );
  }
}

function httpUrl(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError(
      "The provider is not a URL. Give the address of a node, such as http://localhost:8545.",
    );
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new UsageError(
      `The provider's URL begins with ${parsed.protocol}//, and http:// or https:// is wanted.`,
    );
  }
  return parsed;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UsageError(
      "User or password in the provider's URL are not valid: a % must be followed by two hex digits. " +
        "Write a % that belongs to the password as %25.",
    );
  }
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The result in an answer, or undefined where it is not one of JSON-RPC. */
function resultOf(method: string, text: string): { readonly value: unknown } | undefined {
  let answer: {
    readonly result?: unknown;
    readonly error?: { readonly code?: number; readonly message?: string; readonly data?: unknown };
  } | null;
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return undefined;
  }
  if (typeof answer !== "object" || answer === null) return undefined;
  if (typeof answer.error === "object" && answer.error !== null) {
    const { code, message } = answer.error;
    if (BUSY_CODES.includes(code ?? 0)) throw new Retryable(`it is busy: ${message ?? ""}`);
    throw new RpcError(method, answer.error);
  }
  return "result" in answer ? { value: answer.result } : undefined;
}

function reasonOf(error: Error, timeout: number): string {
  if (error.name === "TimeoutError") return `no answer within ${timeout / 1000} s`;
  const cause = error.cause as { code?: string; message?: string } | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
