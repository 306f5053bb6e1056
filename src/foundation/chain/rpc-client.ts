import { oneLine } from "../support/printable.js";
import { BodyTooLong, readBounded } from "../support/http-response.js";
import { Turns } from "../support/turns.js";
import { isPlain, postHere } from "./post-here.js";
import { RetryableError, withRetries } from "./retry.js";
import type { Eip1193Provider } from "./provider.js";
import { RequestPace } from "./request-pace.js";
import { httpRefusal, isRpc, jsonOf, nextId, resultOf, type HttpAnswer } from "./rpc-answer.js";
import { RpcBatcher, type RpcRequest } from "./rpc-batch.js";
import { ConnectionError, RpcError } from "./rpc-error.js";
import { nodeAddress, type NodeAddress } from "./rpc-url.js";

export interface RpcClientOptions {
  /** Milliseconds after which a response counts as lost. Default 20,000. */
  readonly timeout?: number;
  /** The most attempts for a request. Default 8, over about half a minute, or 90 seconds if the node says how long to wait. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled for each further one. Default 250. */
  readonly backoff?: number;
  /** HTTP headers of every request, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called if a password would cross a network unencrypted, and while a node does not answer. */
  readonly onWarning?: (warning: string) => void;
}

/** In bytes; responses during a migration have a few MiB at most. */
const LONGEST_ANSWER = 64 * 1024 * 1024;
/** Concurrent HTTP requests, because services limit their number, too. */
const MOST_AT_ONCE = 8;
/** Milliseconds to wait, at most, for a request after an interruption. */
const LAST_WAIT = 2_000;
/**
 * The most attempts at an address that never returned JSON-RPC, by its kind of answer: three seconds, as a node may just
 * be starting, or thirty if nothing answers at all.
 */
const ATTEMPTS_AT_NOTHING: Readonly<Record<RetryableError["kind"], number>> = {
  unreachable: 5,
  server: 5,
  "not found": 5,
  late: 3,
  refused: 1,
  lost: Infinity,
  limit: Infinity,
};
/** Waits at such an address are this many times the first one of others. */
const WAIT_FACTOR_AT_NOTHING = 3;
/** Milliseconds until an address that never returned JSON-RPC is late. */
const FIRST_TIMEOUT = 10_000;
/** An attempt after which the user is told that a node that has answered before does not. */
const TOLD_AFTER = 3;
/** Milliseconds between two such messages. */
const BETWEEN_MESSAGES = 30_000;
const NO_TLS = "TLS fails, as it speaks http, not https";
/** Why a connection fails if nothing listens, or nothing that speaks this protocol. */
const NOTHING_THERE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  // What fetch reports of a server without TLS.
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
};
/** What Node's fetch does not do, by its messages: it refuses the ports of other protocols. */
const REFUSED: Readonly<Record<string, string>> = {
  "unexpected redirect": "it redirects to another URL, which has to be given itself",
  "bad port": "no URL may have this port",
};
/** Attempts of a request in a batch. After these, it is sent alone. */
const ATTEMPTS_TOGETHER = 2;

/**
 * JSON-RPC over HTTP that survives temporary failures of a node. Lost connections, late responses, rate
 * limits, 5xx, responses that are not JSON and temporary errors are retried with growing waits. Repeating any request
 * of a migration is safe: reads change nothing, and a signed transaction can be mined only once. Concurrent reads share
 * one batch if the node accepts batches.
 */
export class RpcClient implements Eip1193Provider {
  readonly keepsOrder = true;
  readonly #address: NodeAddress;
  readonly #headers: Record<string, string>;
  readonly #options: RpcClientOptions;
  readonly #batcher = new RpcBatcher(
    async (body, what) => await this.#post(body, what),
    async (request) => await this.#single(request),
  );
  readonly #turns = new Turns(MOST_AT_ONCE);
  readonly #pace = new RequestPace();
  /** Whether this address has ever returned JSON-RPC. */
  #hasAnswered = false;
  /** When the user may be told again that the node does not answer, in milliseconds. */
  #quietUntil = 0;

  constructor(url: string, options: RpcClientOptions = {}) {
    this.#address = nodeAddress(url);
    this.#options = options;
    const { authorization, exposesPassword } = this.#address;
    this.#headers = { ...options.headers };
    if (authorization !== undefined) this.#headers.authorization = authorization;
    if (exposesPassword) {
      options.onWarning?.(
        `Warning: the password in the provider's URL is sent to ${this.place} unencrypted. ` +
          "Use https:// if the node has it.",
      );
    }
  }

  get isRemote(): boolean {
    return this.#address.isRemote;
  }

  /** Host and port, without path or query, because those may contain a key. */
  get place(): string {
    return this.#address.url.host;
  }

  async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
    const { attempts = 8, backoff = 250, signal } = this.#options;
    const attempt = async (count: number) => {
      const start = performance.now();
      try {
        const value = await this.#batcher.request({ method, params }, count > ATTEMPTS_TOGETHER);
        this.#hasAnswered = true;
        return value;
      } catch (error) {
        if (error instanceof RpcError) this.#hasAnswered = true;
        if (!(error instanceof RetryableError)) throw error;
        const { kind, message, cause, wait = backoff * WAIT_FACTOR_AT_NOTHING } = error;
        // Of a batch, a node may refuse some.
        if (kind === "limit") this.#pace.learn(true, start);
        const isNothing = !this.#hasAnswered && ATTEMPTS_AT_NOTHING[kind] < Infinity;
        if (isNothing && count >= ATTEMPTS_AT_NOTHING[kind])
          throw this.#giveUp(method, count, error);
        if (count < attempts) this.#tell(count, error);
        if (!isNothing) throw error;
        throw new RetryableError(message, { kind, cause, wait });
      }
    };
    return await withRetries(attempt, { attempts, backoff, signal }, (count, error) =>
      this.#giveUp(method, count, error),
    );
  }

  /** Tells the user, now and then, that a request is repeated: at once if the address may be wrong. */
  #tell(count: number, { message }: RetryableError): void {
    if (this.#hasAnswered && count < TOLD_AFTER) return;
    if (performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + BETWEEN_MESSAGES;
    this.#options.onWarning?.(`Waiting for the node at ${this.place}: ${oneLine(message)}.`);
  }

  async #single({ method, params }: RpcRequest): Promise<unknown> {
    const id = nextId();
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const answer = await this.#post(body, method);
    const refusal = httpRefusal(answer);
    if (refusal === "no access") {
      throw new ConnectionError(
        `The node at ${this.place} refuses access (HTTP ${answer.status}). Check the key in the provider's URL.`,
      );
    }
    const json = jsonOf(answer.text);
    if (refusal !== undefined && !isRpc(json)) {
      throw new RetryableError(`HTTP ${answer.status}`, { kind: refusal });
    }
    return resultOf(method, id, json);
  }

  async #post(body: string, what: string): Promise<HttpAnswer> {
    return await this.#turns.run(async () => {
      await this.#pace.turn(this.#options.signal);
      const start = performance.now();
      const answer = await this.#send(body, what);
      this.#pace.learn(answer.status === 429, start);
      return answer;
    });
  }

  async #send(body: string, what: string): Promise<HttpAnswer> {
    const { timeout: usual = 20_000, signal: interruption } = this.#options;
    const timeout = this.#hasAnswered ? usual : Math.min(usual, FIRST_TIMEOUT);
    const { signal, stop } = deadline(timeout, interruption);
    try {
      const { url, isRemote } = this.#address;
      const headers = { "content-type": "application/json", ...this.#headers };
      const post = { headers, body, signal, longest: LONGEST_ANSWER };
      if (!isRemote && isPlain(url)) return await postHere(url, post);
      const response = await fetch(url, { ...post, method: "POST", redirect: "error" });
      const text = await readBounded(response, LONGEST_ANSWER);
      return { status: response.status, headers: response.headers, text };
    } catch (error) {
      if (error instanceof BodyTooLong) {
        throw new ConnectionError(
          `The node at ${this.place} sent an unusable answer to ${what}: ${error.message}. ` +
            "Check that the provider's URL is right, or use another node.",
        );
      }
      const { reason, kind } = reasonOf(error as Error, timeout);
      throw new RetryableError(reason, { kind, cause: error });
    } finally {
      stop();
    }
  }

  #giveUp(method: string, attempts: number, { message, kind, cause }: RetryableError): Error {
    // The node did answer, so its own words say most.
    if (kind === "lost" && cause instanceof RpcError) return cause;
    if (!this.#hasAnswered && (kind === "not found" || kind === "refused")) {
      return new ConnectionError(
        `There is no JSON-RPC at ${this.place} (${message}). Check the provider's URL.`,
      );
    }
    return new ConnectionError(
      `The node at ${this.place} gave no answer to ${method} in ${attempts} attempts: ${oneLine(message)}. ` +
        (kind === "limit"
          ? "Wait, or use another node or one with a higher limit, and run the same command again."
          : "Check that the provider's URL is right and that a node runs there."),
    );
  }
}

/** Aborts a request after a timeout, and soon after an interruption. */
function deadline(timeout: number, interruption: AbortSignal | undefined) {
  const controller = new AbortController();
  const end = () => controller.abort(new DOMException("too late", "TimeoutError"));
  let timer = setTimeout(end, timeout);
  const hurry = () => {
    clearTimeout(timer);
    timer = setTimeout(end, Math.min(timeout, LAST_WAIT));
  };
  if (interruption?.aborted === true) hurry();
  else interruption?.addEventListener("abort", hurry, { once: true });
  const stop = () => {
    clearTimeout(timer);
    interruption?.removeEventListener("abort", hurry);
  };
  return { signal: controller.signal, stop };
}

/** Why a request failed, in words, and whether something may be there that speaks JSON-RPC. */
function reasonOf(
  error: Error & { code?: unknown },
  timeout: number,
): { readonly reason: string; readonly kind: RetryableError["kind"] } {
  if (error.name === "TimeoutError") {
    return { reason: `no answer within ${timeout / 1000} s`, kind: "late" };
  }
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const code = cause?.code ?? (typeof error.code === "string" ? error.code : "");
  const message = cause?.message ?? error.message;
  const isOfTls = /^(ERR_SSL|ERR_TLS|.*CERT)/.test(code);
  const nothing =
    NOTHING_THERE[code] ?? REFUSED[message] ?? (isOfTls ? `TLS fails: ${message}` : undefined);
  if (nothing !== undefined) return { reason: nothing, kind: "unreachable" };
  return { reason: message, kind: "lost" };
}
