import type { Eip1193Provider } from "../../chain/provider.js";

/** A request of JSON-RPC 2.0. Without an ID, it is a notification and gets no answer. */
interface Request {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: unknown[] | null;
}

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

type Response =
  | { readonly jsonrpc: "2.0"; readonly id: unknown; readonly result: unknown }
  | { readonly jsonrpc: "2.0"; readonly id: unknown; readonly error: RpcError };

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

/** Called for every request that succeeds. */
type OnAnswer = (method: string, result: unknown) => void;

/**
 * Answers a JSON-RPC request or batch. Handles a batch in order, so that an account's transactions keep their order.
 * @returns the text of the answer; undefined if there were only notifications
 */
export async function answerText(
  provider: Eip1193Provider,
  text: string,
  onAnswer?: OnAnswer,
): Promise<string | undefined> {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (error) {
    const message = `Parse error: ${(error as Error).message}`;
    return JSON.stringify(refusal(null, PARSE_ERROR, message));
  }
  if (!Array.isArray(payload)) return stringify(await answer(provider, payload, onAnswer));
  if (payload.length === 0) return JSON.stringify(invalid(null, "the batch is empty"));
  const responses: string[] = [];
  let length = 0;
  for (const request of payload as unknown[]) {
    const response = await answerWithin(mostOf(length), provider, request, onAnswer);
    if (response === undefined) continue;
    responses.push(response);
    length += response.length;
  }
  return responses.length === 0 ? undefined : `[${responses.join(",")}]`;
}

/** How many more characters a batch's answer may have. */
function mostOf(length: number): number {
  return Math.max(0, MOST_OF_BATCH - length);
}

/** Once a batch's answer is too long, its remaining requests fail without being sent to the chain. */
async function answerWithin(
  most: number,
  provider: Eip1193Provider,
  request: unknown,
  onAnswer?: OnAnswer,
): Promise<string | undefined> {
  const tooLong = JSON.stringify(refusal(idOf(request), LIMIT_EXCEEDED, TOO_LONG));
  if (most === 0) return tooLong;
  const text = stringify(await answer(provider, request, onAnswer));
  return text !== undefined && text.length > most ? tooLong : text;
}

async function answer(
  provider: Eip1193Provider,
  payload: unknown,
  onAnswer?: OnAnswer,
): Promise<Response | undefined> {
  const problem = problemOf(payload);
  if (problem !== undefined) return invalid(idOf(payload), problem);
  const { method } = payload as Request;
  const params = (payload as Request).params ?? [];
  const isNotification = !Object.hasOwn(payload as object, "id");
  try {
    const result = await provider.request({ method, params });
    onAnswer?.(method, result);
    return isNotification ? undefined : { jsonrpc: "2.0", id: idOf(payload), result };
  } catch (error) {
    return isNotification ? undefined : failure(idOf(payload), errorOf(error));
  }
}

function problemOf(payload: unknown): string | undefined {
  if (typeof payload !== "object" || payload === null) return "a request must be an object";
  const { method, params, id } = payload as Record<string, unknown>;
  if (typeof method !== "string") return "method must be a string";
  if (params !== undefined && params !== null && !Array.isArray(params))
    return "params must be an array";
  if (typeof id === "object" && id !== null) return "id must be a string or a number";
  return undefined;
}

function idOf(payload: unknown): unknown {
  const id = (payload as { id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function invalid(id: unknown, problem: string): Response {
  return refusal(id, INVALID_REQUEST, `Invalid request: ${problem}.`);
}

function failure(id: unknown, error: RpcError): Response {
  return { jsonrpc: "2.0", id, error };
}

/** An error of our own. Like Hardhat's node, it repeats the message in the data. */
function refusal(id: unknown, code: number, message: string): Response {
  return failure(id, { code, message, data: { message } });
}

/** An error in the format that clients recognise: reverts with their data, others with code and message. */
function errorOf(error: unknown): RpcError {
  const { code, data, transactionHash, message } = error as {
    code?: unknown;
    data?: unknown;
    transactionHash?: unknown;
    message?: unknown;
  };
  const returned = returnedData(data);
  const text = typeof message === "string" ? message : String(error);
  if (code === REVERTED) return { code, message: text, data: returned };
  const txHash = transactionHash ?? (data as { transactionHash?: unknown } | null)?.transactionHash;
  return {
    code: typeof code === "number" ? code : INTERNAL_ERROR,
    message: text,
    data: {
      message: text,
      ...(returned !== undefined && { data: returned }),
      ...(typeof txHash === "string" && { txHash }),
    },
  };
}

function returnedData(data: unknown): string | undefined {
  if (typeof data === "string") return data;
  const inner = (data as { data?: unknown } | null | undefined)?.data;
  return typeof inner === "string" ? inner : undefined;
}

function stringify(response: Response | undefined): string | undefined {
  return response === undefined ? undefined : JSON.stringify(response);
}
