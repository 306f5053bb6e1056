import { setTimeout as sleep } from "node:timers/promises";

import { isObject } from "../../../foundation/support/is-object.js";
import { MigrationError, UsageError } from "../../../foundation/support/errors.js";
import { oneLine } from "../../../foundation/support/printable.js";
import { readBounded, retryAfter } from "../../../foundation/support/http-response.js";
import { redact } from "../../../foundation/support/secrets.js";

/** How to reach an explorer. */
export interface ExplorerOptions {
  /** URL of the API. */
  readonly url: string;
  /** Sent with each request, and never shown. */
  readonly apiKey?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds between two polls for a job. Default: 3000. */
  readonly pollInterval?: number;
  /** Milliseconds before the second attempt, doubled for each further one. Default: 1000. */
  readonly backoff?: number;
  /** Called before waiting. */
  readonly onNote?: (message: string) => void;
}

export interface ExplorerAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sourcify's code for a contract that it is already verifying. */
export const AT_WORK = "duplicate_verification_request";
const ATTEMPTS = 8;
const LONGEST_WAIT = 60_000;
const TIMEOUT = 60_000;
const LARGEST_ANSWER = 64 * 1024 * 1024;

/** Sends requests to an explorer's API, and repeats them while it is busy. */
export class ExplorerHttp {
  readonly #url: URL;
  readonly #options: ExplorerOptions;

  /** @throws UsageError if the URL is invalid, or would send a key unencrypted */
  constructor(options: ExplorerOptions) {
    this.#options = options;
    this.#url = apiUrl(options);
  }

  /** Host and port. The rest of the URL may contain a key. */
  get place(): string {
    return this.#url.host;
  }

  /**
   * @param path relative to the API's URL
   * @param isBusy recognises answers that say in words that the explorer is busy
   * @throws MigrationError if the answer is not in the API's format
   */
  async request(
    request: {
      readonly path?: string;
      readonly query?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly form?: Readonly<Record<string, string>>;
    },
    isBusy: (answer: ExplorerAnswer) => boolean = () => false,
  ): Promise<ExplorerAnswer> {
    let wait = this.#options.backoff ?? 1000;
    for (let attempt = 1; ; attempt++) {
      const { answer, reason, after } = await this.#attempt(request, isBusy);
      if (answer !== undefined) return answer;
      if (attempt >= ATTEMPTS) {
        throw new MigrationError(
          `${this.place} did not answer in ${ATTEMPTS} attempts: ${this.clean(reason)}. Run the same command again ` +
            "later: contracts that are verified by then count as done.",
        );
      }
      const pause = Math.min(after ?? wait, LONGEST_WAIT);
      this.#options.onNote?.(
        `${this.place}: ${this.clean(reason)}; trying again in ${Math.ceil(pause / 1000)} s`,
      );
      await this.#pause(pause);
      wait *= 2;
    }
  }

  /**
   * Asks until there is a verdict.
   * @param most the most attempts: by default as many as fit in an hour
   */
  async untilDone(
    ask: () => Promise<ExplorerVerdict | undefined>,
    most = 1200,
    otherwise = "It is still working. Run the same command again later.",
  ): Promise<ExplorerVerdict> {
    for (let attempt = 0; attempt < most; attempt++) {
      const verdict = await ask();
      if (verdict !== undefined) return verdict;
      await this.#pause(this.#options.pollInterval ?? 3000);
    }
    return this.failed(otherwise);
  }

  failed(message: string): ExplorerVerdict {
    return { status: "failed", message: this.clean(message) };
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#options;
    await sleep(milliseconds, undefined, signal && { signal });
  }

  /** Makes an explorer's text safe for a terminal, and removes the key. */
  clean(text: string): string {
    const { apiKey } = this.#options;
    return oneLine(redact(text, apiKey === undefined ? [] : [apiKey]), 300);
  }

  async #attempt(
    { path = "", query = {}, json, form }: Parameters<ExplorerHttp["request"]>[0],
    isBusy: (answer: ExplorerAnswer) => boolean,
  ): Promise<{
    readonly answer?: ExplorerAnswer;
    readonly reason: string;
    readonly after?: number;
  }> {
    const { apiKey, signal } = this.#options;
    const url = new URL(this.#url.href.replace(/\/$/, "") + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (apiKey !== undefined) url.searchParams.set("apikey", apiKey);
    const timeout = AbortSignal.timeout(TIMEOUT);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method: json === undefined && form === undefined ? "GET" : "POST",
        body: json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json),
        headers: json === undefined ? {} : { "content-type": "application/json" },
        redirect: "error",
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
      text = await readBounded(response, LARGEST_ANSWER);
    } catch (error) {
      signal?.throwIfAborted();
      const cause = (error as Error).cause as { code?: string } | undefined;
      return { reason: cause?.code ?? (error as Error).message };
    }
    const after = retryAfter(response.headers);
    const body = objectIn(text);
    if (body !== undefined && response.status < 500 && response.status !== 429) {
      const answer = { status: response.status, body };
      if (!isBusy(answer)) return { answer, reason: "" };
      return { reason: "it limits the rate of requests", after };
    }
    // Sourcify also uses status 429 while it is verifying the contract.
    if (body !== undefined && "customCode" in body && body["customCode"] === AT_WORK) {
      return { answer: { status: response.status, body }, reason: "" };
    }
    if (response.status === 429) return { reason: "it limits the rate of requests", after };
    return { reason: `HTTP ${response.status} without an API response`, after };
  }
}

function apiUrl({ url, apiKey }: ExplorerOptions): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError("--submit-url is not a URL. Give the address of the explorer's API.");
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    throw new UsageError("--submit-url should begin with https:// (or http://).");
  }
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname);
  if (apiKey !== undefined && parsed.protocol === "http:" && !isLocal) {
    throw new UsageError(
      `The API key would be sent to ${parsed.host} unencrypted. Use an address that begins with https://.`,
    );
  }
  return parsed;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What happened to a contract's sources at an explorer. */
export interface SubmissionOutcome {
  readonly name: string;
  readonly address: string;
  readonly status: "verified" | "already verified" | "failed";
  /** The explorer's message. */
  readonly message?: string;
}

/** An explorer's answer for one contract. */
export type ExplorerVerdict = Pick<SubmissionOutcome, "status" | "message">;
