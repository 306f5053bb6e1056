/*
 * What a node means by an error. Nodes and services agree on few codes, so their words count, too.
 */

/** An error as a node gives it. */
interface NodeError {
  readonly code?: number | undefined;
  readonly message?: string | undefined;
}

/** Codes of geth, Infura, QuickNode, Alchemy, Erigon and others for 'too many requests'. */
const LIMIT_CODES = [429, -32005, -32007, -32016, -32029, -32097];
const LIMIT_WORDS =
  /rate.?limit|too many|limit (is |was |has been )?(reached|exceeded)|\bexceeded\b|\bquota\b|throttl|slow down/i;
/** What is too much for one request or transaction is so the next time, too. */
const OF_THE_REQUEST =
  /revert|VM Exception|\b(gas|nonce|fees?|balance|allowance|blocks?|logs?|results?|range|size|depth|stack|code|initcode|memory|cost|batch)\b|pool|account limit|per account|pending transaction|in-?flight/i;
const PASSING =
  /(header|block) (is )?not (yet )?(found|available)|unknown block|header for hash|^(?:\w+: )?internal (json-?rpc |server )?error|server error|temporar|timed? ?out|unavailable|bad gateway|upstream|overload|\bbusy\b|try again|retry|connection (was )?(reset|refused|closed|lost)|ECONN|socket hang up|not ready|no (healthy|available|active) |(still |currently |is )syncing/i;
const NO_STATE =
  /missing trie node|\b(historical|archive|pruned|pruning|discarded)\b|state (is |was )?(not (available|found)|unavailable)|no state|proof window/i;
const NO_METHOD =
  /(method|rpc call)\b.*\b(not|n't) (found|supported|available|allowed|exist|enabled|whitelisted|implemented)|(unsupported|unknown|no such|invalid) method|not (supported|implemented)\b/i;
const FULL_POOL =
  /(pool|mempool) (is )?(full|overflow)|(pool|account|in-?flight|pending)\b[^.]*\blimit|pool size|too many (pending|queued)|limit reached for delegated|spammer|future transaction tries to replace|\bpool\b[^.]*\b(full|underpriced)|underpriced\b[^.]*\bpool/i;
const REPLACEMENT_ONLY = /^[^:]*:?\s*replacement/i;

/** Whether a node or the service in front of it counts requests, and this was one too many. */
export function isRequestLimit({ code, message = "" }: NodeError): boolean {
  if (OF_THE_REQUEST.test(message)) return false;
  return LIMIT_CODES.includes(code ?? 0) || LIMIT_WORDS.test(message);
}

/** Whether the same request may go well a moment later, with this node or another one behind it. */
export function isPassing({ message = "" }: NodeError): boolean {
  return PASSING.test(message) && !/revert|VM Exception/i.test(message) && !NO_STATE.test(message);
}

/** Whether a node says that it has not what a fork needs: a method, or the state of a block. */
export function lacksForkData({ code, message = "" }: NodeError): boolean {
  return code === -32601 || code === -32004 || NO_METHOD.test(message) || NO_STATE.test(message);
}

/** Whether a transaction was not taken because there is no room for it, in the pool or of its account. */
export function isFullPool({ message = "" }: NodeError): boolean {
  return FULL_POOL.test(message) && !REPLACEMENT_ONLY.test(message);
}

/** Whether an error is about the requests of a batch being together. */
export function isAboutBatch({ message = "" }: NodeError): boolean {
  return /\bbatch/i.test(message);
}
