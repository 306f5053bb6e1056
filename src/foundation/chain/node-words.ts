/*
 * What a node means by an error. Nodes and services agree on few codes, so their words count, too.
 */

interface NodeError {
  readonly code?: number;
  readonly message?: string;
}

/** Codes of geth, Infura, QuickNode, Alchemy, Erigon and others for 'too many requests'. */
const LIMIT_CODES = [429, -32005, -32007, -32016, -32029, -32097];
const LIMIT_WORDS =
  /rate.?limit|too many|limit (is |was |has been )?(reached|exceeded)|\bexceeded\b|\bquota\b|throttl|slow down/i;
/** A limit on a single request or transaction, which fails the next time, too. */
const OF_THE_REQUEST =
  /revert|VM Exception|\b(gas|nonce|fees?|balance|allowance|blocks?|logs?|results?|range|size|depth|stack|code|initcode|memory|cost|batch)\b|pool|account limit|per account|pending transaction|in-?flight/i;
const PASSING =
  /(header|block) (is )?not (yet )?(found|available)|unknown block|header for hash|^(?:\w+: )?internal (json-?rpc |server )?error|server error|temporar|timed? ?out|unavailable|bad gateway|upstream|overload|\bbusy\b|try again|retry|connection (was )?(reset|refused|closed|lost)|ECONN|socket hang up|not ready|no (healthy|available|active) |beyond (the )?(current |latest )?(head|block)|(still |currently |is )syncing/i;
const NO_STATE =
  /missing trie node|\b(historical|archive|pruned|pruning|discarded)\b|state (is |was )?(not (available|found)|unavailable)|no state|proof window/i;
/** More logs than a node returns in one answer, or finds in time. */
const MANY_LOGS =
  /response size|too many (results|logs|events|matches)|(more than|exceed\w*|limit\w*|cap of|max\w*|over)\b[^.]{0,30}?\d[^.]{0,12}\b(results|logs|events|entries|matches|records)\b|\b(results|logs|events|entries|matches|records)\b[^.]{0,30}\b(limit|exceed|too (many|large))|max\w* (results|logs|events)|query (timeout|timed out|took|exceeds? (the )?time|execution time)|(response|body|payload|answer|result)\b[^.]*\b(too (big|large)|exceed)|longer than \d+ MiB/i;
const LATE = /timed? ?-?out|deadline exceeded|too long|within \d+ s\b|HTTP 5\d\d/i;
/** More blocks than a node searches in one request. */
const MANY_BLOCKS =
  /\branges?\b|\bblocks?\b[^.]*\b(limit|max|most|exceed|wide|large|more than|up to|distance|span|allowed)|\b(limit\w*|max\w*|exceed\w*|up to|more than|too many|allowed|most)\b[^.]*\bblocks?\b/i;
/** Errors in a range of blocks that have nothing to do with its size. */
const WRONG_BLOCKS =
  /beyond|invalid block range|unknown block|\bblock\b[^.]*not found|from ?block[^.]*(greater|after)/i;
const NUMBERS_OF_BLOCKS =
  /(?:limit\w*|max\w*|up to|at most|exceed\w*|(?:more|larger|bigger|greater) than|\bover|than)\D{0,40}?(\d[\d,_]*)\s*(k\b)?/gi;
const NO_OLD_LOGS =
  /\b(pruned|pruning|discarded|archive)\b|(history|receipts?|historical|old (data|logs))\b[^.]*\b(not|un)\s?(available|found)|missing (history|receipts)/i;
const NO_METHOD =
  /(method|rpc call)\b.*\b(not|n't) (found|supported|available|allowed|exist|enabled|whitelisted|implemented)|(unsupported|unknown|no such|invalid) method|not (supported|implemented)\b/i;
const FULL_POOL =
  /(pool|mempool) (is )?(full|overflow)|(pool|account|in-?flight|pending)\b[^.]*\blimit|pool size|too many (pending|queued)|limit reached for delegated|spammer|future transaction tries to replace|\bpool\b[^.]*\b(full|underpriced)|underpriced\b[^.]*\bpool/i;
const REPLACEMENT_ONLY = /^[^:]*:?\s*replacement/i;

/** Whether a node, or the service in front of it, counts requests and this one exceeded the limit. */
export function isRequestLimit({ code, message = "" }: NodeError): boolean {
  if (OF_THE_REQUEST.test(message)) return false;
  return LIMIT_CODES.includes(code ?? 0) || LIMIT_WORDS.test(message);
}

/** Whether the same request may succeed a moment later, on this node or another one behind the same address. */
export function isPassing({ message = "" }: NodeError): boolean {
  return PASSING.test(message) && !/revert|VM Exception/i.test(message) && !NO_STATE.test(message);
}

/** Whether a node says that it lacks what a fork needs: a method, or the state of a block. */
export function lacksForkData({ code, message = "" }: NodeError): boolean {
  return code === -32601 || code === -32004 || NO_METHOD.test(message) || NO_STATE.test(message);
}

/** Whether a transaction was refused for lack of room, in the whole pool or for its account. */
export function isFullPool({ message = "" }: NodeError): boolean {
  return FULL_POOL.test(message) && !REPLACEMENT_ONLY.test(message);
}

export function isAboutBatch({ message = "" }: NodeError): boolean {
  return /\bbatch/i.test(message);
}

/** Why a node returns no logs for a range of blocks. */
export interface LogRefusal {
  /** Too many blocks, too many logs in them, or logs that are too old for the node. */
  readonly kind: "blocks" | "logs" | "pruned";
  /** The most blocks that it accepts, if it says so. */
  readonly most?: number;
  /** False for words that also describe temporary failures. */
  readonly isCertain: boolean;
}

/**
 * What a node's refusal of logs means. Every service words it differently, and few agree on codes.
 * @returns undefined if the error is about something else, such as too many requests
 */
export function logRefusal({ code, message = "" }: NodeError): LogRefusal | undefined {
  if (code === 4444 || NO_OLD_LOGS.test(message)) return { kind: "pruned", isCertain: true };
  if (MANY_LOGS.test(message)) return { kind: "logs", isCertain: true };
  if (MANY_BLOCKS.test(message) && !WRONG_BLOCKS.test(message)) {
    return { kind: "blocks", most: fewestBlocks(message), isCertain: true };
  }
  return LATE.test(message) ? { kind: "logs", isCertain: false } : undefined;
}

function fewestBlocks(message: string): number | undefined {
  const numbers = [...message.matchAll(NUMBERS_OF_BLOCKS)].map(
    ([, digits = "", thousands]) =>
      Number(digits.replace(/[,_]/g, "")) * (thousands === undefined ? 1 : 1000),
  );
  const known = numbers.filter((number) => number >= 1);
  return known.length === 0 ? undefined : Math.min(...known);
}
