import { retryAfter } from "../support/retry-after.js";
import { isPassing, isRequestLimit, logRefusal } from "./node-words.js";
import { RetryableError } from "./retry.js";
import { RpcError } from "./rpc-error.js";

/** What came back over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An answer in JSON-RPC, as far as nodes keep to it. */
interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string; readonly data?: unknown };
}

/** HTTP says no, and it is not about what was asked. */
export type HttpRefusal = "no access" | "not found" | "refused";

/**
 * Looks at the status of an answer.
 * @returns why nothing in it counts, or undefined if its text is to be read
 * @throws RetryableError if another attempt may go well
 */
export function httpRefusal({ status, headers, text }: HttpAnswer): HttpRefusal | undefined {
  const wait = retryAfter(headers);
  if (status === 401 || status === 402 || status === 403) {
    // Services say so of a used-up quota, too; the words are those of a page or of JSON.
    if (!isRequestLimit({ message: text.slice(0, 2_000) })) return "no access";
    throw new RetryableError(`it answered HTTP ${status} and limits requests`, {
      kind: "limit",
      wait,
    });
  }
  if (status === 429)
    throw new RetryableError(`it answered HTTP ${status}`, { kind: "limit", wait });
  if (status >= 500) throw new RetryableError(`it answered HTTP ${status}`, { wait });
  if (status === 404) return "not found";
  return status >= 400 && status !== 408 ? "refused" : undefined;
}

/** The JSON of an answer; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The result of one request.
 * @param answer parsed JSON
 * @returns undefined if it is not an answer of JSON-RPC
 * @throws RetryableError if another attempt may go well, RpcError where the node says no
 */
export function resultOf(method: string, answer: unknown): { readonly value: unknown } | undefined {
  const error = errorOf(answer);
  if (error !== undefined) {
    const message = String(error.message ?? "");
    const cause = new RpcError(method, error);
    // The same range is refused the next time, too; it has to be a smaller one.
    if (method === "eth_getLogs" && logRefusal(error)?.isCertain === true) throw cause;
    if (isRequestLimit(error)) {
      throw new RetryableError(`it is busy: ${message}`, { kind: "limit", cause });
    }
    if (isPassing(error)) throw new RetryableError(`it failed: ${message}`, { cause });
    throw cause;
  }
  if (typeof answer !== "object" || answer === null) return undefined;
  return "result" in answer ? { value: answer.result } : undefined;
}

/** The error in an answer, if there is one. */
export function errorOf(answer: unknown): RpcAnswer["error"] {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { error } = answer as RpcAnswer;
  return typeof error === "object" && error !== null ? error : undefined;
}

/** The number by which an answer belongs to a request; some nodes make text of it. */
export function idOf(answer: unknown): number | undefined {
  const id = (answer as RpcAnswer | null)?.id;
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  return Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}
