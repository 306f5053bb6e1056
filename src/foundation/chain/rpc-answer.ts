import { retryAfter } from "../support/http-response.js";
import { isPassing, isRequestLimit, logRefusal } from "./node-words.js";
import { RetryableError } from "./retry.js";
import { RpcError } from "./rpc-error.js";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A JSON-RPC response, as far as nodes follow the standard. */
interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string; readonly data?: unknown };
}

/** HTTP refusals that are not about the request itself. */
export type HttpRefusal = "no access" | "not found" | "refused";

/**
 * Checks the status of a response.
 * @returns why its text must be ignored; undefined if it is to be read
 * @throws RetryableError if another attempt may succeed
 */
export function httpRefusal({ status, headers, text }: HttpAnswer): HttpRefusal | undefined {
  const wait = retryAfter(headers);
  if (status === 401 || status === 402 || status === 403) {
    // Services also report a used-up quota this way, in a web page or in JSON.
    if (!isRequestLimit({ message: text.slice(0, 2_000) })) return "no access";
    throw new RetryableError(`it answered HTTP ${status} and limits requests`, {
      kind: "limit",
      wait,
    });
  }
  if (status === 429 || status >= 500) {
    const kind = status === 429 ? "limit" : "server";
    throw new RetryableError(`it answered HTTP ${status}`, { kind, wait });
  }
  if (status === 404) return "not found";
  return status >= 400 && status !== 408 ? "refused" : undefined;
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The result of one request.
 * @param id of the request
 * @param answer parsed JSON
 * @throws RetryableError if another attempt may succeed; RpcError if the node refuses
 */
export function resultOf(method: string, id: number, answer: unknown): unknown {
  const error = errorOf(answer);
  // A node that cannot read a request answers with an error that has no id.
  const isOthers = idOf(answer) !== id && (error === undefined || hasId(answer));
  if (error !== undefined) {
    const message = String(error.message ?? "");
    const cause = new RpcError(method, error);
    if (isOthers && !isRequestLimit(error)) throw othersAnswer();
    // The same range would be refused again, so the caller has to request a smaller one.
    if (method === "eth_getLogs" && logRefusal(error)?.isCertain === true) throw cause;
    if (isRequestLimit(error)) {
      throw new RetryableError(`it is busy: ${message}`, { kind: "limit", cause });
    }
    if (isPassing(error)) throw new RetryableError(`it failed: ${message}`, { cause });
    throw cause;
  }
  if (!isRpc(answer)) {
    throw new RetryableError("its answer is not JSON-RPC", { kind: "unreachable" });
  }
  if (isOthers) throw othersAnswer();
  return (answer as RpcAnswer).result;
}

/** Whether parsed JSON is a response in JSON-RPC, whatever it responds to. */
export function isRpc(answer: unknown): boolean {
  return (
    errorOf(answer) !== undefined ||
    (typeof answer === "object" && answer !== null && "result" in answer)
  );
}

function othersAnswer(): RetryableError {
  const message = "its answer does not have the request's id, so it may be another request's";
  return new RetryableError(message, { kind: "unreachable" });
}

function hasId(answer: unknown): boolean {
  return ((answer as RpcAnswer).id ?? undefined) !== undefined;
}

export function errorOf(answer: unknown): RpcAnswer["error"] {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { error } = answer as RpcAnswer;
  return typeof error === "object" && error !== null ? error : undefined;
}

let lastId = 0;

/** An id that no other request of this process has: an answer that is mixed up with another's is recognized by it. */
export function nextId(): number {
  return ++lastId;
}

/** The id that assigns a response to its request; some nodes return it as text. */
export function idOf(answer: unknown): number | undefined {
  const id = (answer as RpcAnswer | null)?.id;
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  return Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}
