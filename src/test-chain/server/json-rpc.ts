import { setTimeout as sleep } from "node:timers/promises";

import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { isTooDeep } from "../../foundation/support/is-object.js";

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Codes of the JSON-RPC 2.0 specification. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INTERNAL_ERROR = -32603;
/** EIP-1474's code for exceeding a limit. */
const LIMIT_EXCEEDED = -32005;
/** Limit for a batch's answer in characters; as many as a request may have bytes. */
const MOST_OF_BATCH = 64 * 1024 * 1024;
const TOO_LONG = `The answers to a batch can have at most ${MOST_OF_BATCH} characters. Send smaller batches.`;
/** The code that geth and anvil use for a revert; the data is the return data of the contract. */
const REVERTED = 3;
/** How long a server that closes gives what it was asked before, in milliseconds. */
const PATIENCE = 2_000;

/** The answers that a server gives. What it was asked may be mined by the time it closes, so it ends after its answers. */
export class Answers {
  readonly #open = new Set<Promise<void>>();
  #isEnding = false;

  /** @param reply gets the text of the answer, undefined for none, and calls `sent` when it has left, or cannot */
  async give(
    provider: Eip1193Provider,
    text: string,
    reply: (answer: string | undefined, sent: () => void) => void,
  ): Promise<void> {
    if (this.#isEnding) return;
    const given = answerText(provider, text).then(
      async (answer) => await new Promise<void>((sent) => reply(answer, sent)),
    );
    this.#open.add(given);
    await given;
    this.#open.delete(given);
  }

  /** Takes no more, and waits for those that are open, but not for ever: one may take the chain hours. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.race([Promise.all(this.#open), sleep(PATIENCE, undefined, { ref: false })]);
  }
}

/**
 * Answers a JSON-RPC request or batch. Handles a batch in order, so that an account's transactions keep their order.
 * @returns the text of the answer; undefined if there were only notifications
 */
export async function answerText(
  provider: Eip1193Provider,
  text: string,
): Promise<string | undefined> {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    return refusal(null, PARSE_ERROR, `Parse error: ${(error as Error).message}`);
  }
  if (!Array.isArray(payload)) return await answer(provider, payload);
  if (payload.length === 0) return invalid(null, "the batch is empty");
  const responses: string[] = [];
  let rest = MOST_OF_BATCH;
  for (const request of payload as unknown[]) {
    // Once the answer is too long, the remaining requests fail without being sent to the chain.
    const tooLong = refusal(request, LIMIT_EXCEEDED, TOO_LONG);
    const response = rest === 0 ? tooLong : await answer(provider, request);
    if (response === undefined) continue;
    responses.push(response.length > rest ? tooLong : response);
    rest = Math.max(0, rest - response.length);
  }
  return responses.length === 0 ? undefined : `[${responses.join(",")}]`;
}

/** A request without an ID is a notification and gets no answer. */
async function answer(provider: Eip1193Provider, request: unknown): Promise<string | undefined> {
  const problem = problemOf(request);
  if (problem !== undefined) return invalid(request, problem);
  const { method, params } = request as { method: string; params?: unknown[] };
  const isNotification = !Object.hasOwn(request as object, "id");
  try {
    const result = await provider.request({ method, params: params ?? [] });
    return isNotification
      ? undefined
      : JSON.stringify({ jsonrpc: "2.0", id: idOf(request), result });
  } catch (error) {
    return isNotification ? undefined : failure(request, errorOf(error));
  }
}

function problemOf(request: unknown): string | undefined {
  if (typeof request !== "object" || request === null) return "a request must be an object";
  const { method, params, id } = request as Record<string, unknown>;
  if (typeof method !== "string") return "method must be a string";
  if (!Array.isArray(params ?? [])) return "params must be an array";
  if (isTooDeep(params)) return "params are nested too deeply";
  if (typeof id === "boolean" || (typeof id === "object" && id !== null))
    return "id must be a string or a number";
  return undefined;
}

function idOf(request: unknown): unknown {
  const id = (request as { id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function failure(request: unknown, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id: idOf(request), error });
}

/** An error of our own. Like Hardhat's node, it repeats the message in the data. */
function refusal(request: unknown, code: number, message: string): string {
  return failure(request, { code, message, data: { message } });
}

function invalid(request: unknown, problem: string): string {
  return refusal(request, INVALID_REQUEST, `Invalid request: ${problem}.`);
}

/** An error in the format that clients recognise: reverts with their data, others with code and message. */
function errorOf(error: unknown): RpcError {
  const {
    code,
    data,
    transactionHash,
    message: given,
  } = error as Readonly<Record<string, unknown>>;
  const message = typeof given === "string" ? given : String(error);
  const inner = (data ?? {}) as Readonly<Record<string, unknown>>;
  const returned = [data, inner.data].find((own) => typeof own === "string");
  if (code === REVERTED) return { code, message, data: returned };
  const txHash = [transactionHash, inner.transactionHash].find((own) => typeof own === "string");
  return {
    code: typeof code === "number" ? code : INTERNAL_ERROR,
    message,
    data: { message, data: returned, txHash },
  };
}
