import type { MigrationError } from "../support/errors.js";
import { FORMATS } from "../support/formats.js";
import { madeOnce } from "../support/once.js";
import { oneLine } from "../support/printable.js";
import { incomplete } from "./incomplete-answers.js";
import type { Eip1193Provider } from "./provider.js";

type Test = (answer: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

/** Seconds from 1970 to the last moment that a date can have. */
const LAST_TIME = 8_640_000_000_000;
/** Characters of an answer or of parameters in an error. */
const SHOWN = 120;

const isText =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const isBytes = isText(FORMATS.Bytes);
const isHash = isText(FORMATS.Hash);
const isWord = isText(/^0x[0-9a-fA-F]{1,64}$/);
const isAtMost =
  (most: number): Test =>
  (value) =>
    isWord(value) && Number(value) <= most;
const isCount = isAtMost(Number.MAX_SAFE_INTEGER);
const isListOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const isAbsentOr =
  (test: Test): Test =>
  (value) =>
    value === undefined || value === null || test(value);

const isBlock: Test = (value) =>
  isObject(value) &&
  isCount(value.number) &&
  isAtMost(LAST_TIME)(value.timestamp) &&
  isHash(value.hash) &&
  isAbsentOr(isText(/^0x[0-9a-fA-F]{512}$/))(value.logsBloom) &&
  isAbsentOr(isListOf(isTransaction))(value.transactions);

const isTransaction: Test = (value) =>
  isHash(value) ||
  (isObject(value) &&
    isText(FORMATS.Address)(value.from) &&
    isAbsentOr(isText(FORMATS.Address))(value.to) &&
    isCount(value.nonce));

const isReceipt: Test = (value) => isObject(value) && Array.isArray(value.logs);

/** What answers have to be, and how that is called. */
const EXPECTED: Readonly<Record<string, readonly [what: string, test: Test]>> = {
  eth_chainId: ["a number", isCount],
  eth_blockNumber: ["a number", isCount],
  // A million transactions a second would take centuries; the next nonces have to be numbers, too.
  eth_getTransactionCount: ["the number of an account's transactions", isAtMost(2 ** 52)],
  eth_getBalance: ["a number of at most 32 bytes", isWord],
  eth_getStorageAt: ["at most 32 bytes", isWord],
  eth_getCode: ["bytes", isBytes],
  eth_call: ["bytes", isBytes],
  eth_getBlockByNumber: ["a block with number, hash and time, or null", isAbsentOr(isBlock)],
  eth_getTransactionReceipt: ["a receipt with logs, or null", isAbsentOr(isReceipt)],
};

const wrapped = new WeakMap<Eip1193Provider, Eip1193Provider>();

/**
 * A provider whose answers have the form that their methods promise. Other answers are errors that say which request
 * was answered with what.
 */
export function withUsableAnswers(provider: Eip1193Provider): Eip1193Provider {
  return madeOnce(wrapped, provider, () => ({
    keepsOrder: provider.keepsOrder,
    isRemote: provider.isRemote,
    isFork: provider.isFork,
    request: async (asked) => {
      const answer = await provider.request(asked);
      const [what, test] = EXPECTED[asked.method] ?? [];
      if (test?.(answer) !== false) return answer;
      throw unusable(asked.method, asked.params ?? [], answer, what!);
    },
  }));
}

function unusable(
  method: string,
  params: readonly unknown[],
  answer: unknown,
  expected: string,
): MigrationError {
  return incomplete(
    "malformed",
    `The node's answer to ${method} (${shown(params.map(shown).join(", "))}) cannot be used: expected ${expected}, ` +
      `found ${shown(answer)}`,
  );
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return oneLine(text, SHOWN);
}
