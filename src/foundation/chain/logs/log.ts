import { getAddress } from "ethers";

import { MigrationError } from "../../support/errors.js";
import { FORMATS } from "../../support/formats.js";
import { isObject } from "../../support/is-object.js";
import { madeOnce } from "../../support/once.js";

/** Which logs; each topic is one value, one of several, or any at all (`null`). */
export interface LogFilter {
  /** If absent, every contract of the chain. */
  readonly address?: string | readonly string[];
  readonly topics?: readonly (string | readonly string[] | null)[];
}

/** Block numbers, both ends included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** A log of a chain, with block and index as numbers. */
export interface ChainLog {
  /** Checksummed. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  /** Its index among all logs of the block. */
  readonly logIndex: number;
  readonly transactionHash: string;
}

/** Returns a function that tells whether a log matches a filter. */
export function matcherOf({
  address,
  topics = [],
}: LogFilter): (log: Pick<ChainLog, "address" | "topics">) => boolean {
  const addresses = address === undefined ? undefined : lowerCased(address);
  const wanted = topics.map((topic) => (topic === null ? undefined : lowerCased(topic)));
  return (log) =>
    log.topics.length >= wanted.length &&
    addresses?.has(log.address.toLowerCase()) !== false &&
    wanted.every((each, index) => each?.has(log.topics[index]!.toLowerCase()) !== false);
}

/** Whether every log that matches one filter matches the other, too. */
export function covers(outer: LogFilter, inner: LogFilter): boolean {
  type Wanted = string | readonly string[] | null;
  const includes = (one: Wanted, other: Wanted): boolean => {
    if (one === null || other === null) return one === null;
    const all = lowerCased(one);
    return [...lowerCased(other)].every((each) => all.has(each));
  };
  const [topics, narrower] = [outer.topics ?? [], inner.topics ?? []];
  return (
    includes(outer.address ?? null, inner.address ?? null) &&
    topics.length <= narrower.length &&
    topics.every((topic, index) => includes(topic, narrower[index]!))
  );
}

/** What parts of answers are, for as long as the answers are kept: a simulation reads the same ones many times. */
const parsed = new WeakMap<object, ChainLog | undefined>();

/**
 * Parses a node's answer for a range of blocks. An answer that is not a list, or contains something that was not
 * requested, is invalid and must not be taken for 'no logs'.
 * @throws MigrationError that says what is wrong
 */
export class LogParser {
  readonly #isWanted: (log: ChainLog) => boolean;
  /** Texts that many logs share, kept once. */
  readonly #texts = new Map<string, string>();

  constructor(filter: LogFilter) {
    this.#isWanted = matcherOf(filter);
  }

  parse(answer: unknown, { from, to }: BlockRange): ChainLog[] {
    if (!Array.isArray(answer)) throw unusable(`it is not a list for blocks ${from} to ${to}`);
    return answer.map((each: unknown) => {
      const log = isObject(each) ? madeOnce(parsed, each, () => this.#parseOne(each)) : undefined;
      const isInside = log !== undefined && log.blockNumber >= from && log.blockNumber <= to;
      if (!isInside || !this.#isWanted(log)) {
        throw unusable(`for blocks ${from} to ${to} it has logs outside the request`);
      }
      return log;
    });
  }

  #parseOne(each: object): ChainLog | undefined {
    const { address, topics, data, blockNumber, logIndex, transactionHash } = each as Partial<
      Record<keyof ChainLog, unknown>
    >;
    if (!is(FORMATS.Address, address) || !is(FORMATS.Bytes, data)) return undefined;
    if (!is(FORMATS.Hash, transactionHash)) return undefined;
    if (!is(FORMATS.Quantity, blockNumber) || !is(FORMATS.Quantity, logIndex)) return undefined;
    if (!Array.isArray(topics) || !topics.every((topic) => is(FORMATS.Hash, topic)))
      return undefined;
    return {
      address: madeOnce(this.#texts, address, () => getAddress(address)),
      topics: topics.map((topic: string) => madeOnce(this.#texts, topic, () => topic)),
      data,
      blockNumber: Number(blockNumber),
      logIndex: Number(logIndex),
      transactionHash,
    };
  }
}

/**
 * Sorts logs into chain order.
 * @throws MigrationError if a log occurs twice
 */
export function inOrder(logs: ChainLog[]): ChainLog[] {
  logs.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  for (let index = 1; index < logs.length; index++) {
    const [one, other] = [logs[index - 1]!, logs[index]!];
    if (one.blockNumber === other.blockNumber && one.logIndex === other.logIndex) {
      throw unusable(`block ${one.blockNumber} has log ${one.logIndex} twice`);
    }
  }
  return logs;
}

/** The logs of two answers, each once, in chain order. */
export function merged(one: readonly ChainLog[], other: readonly ChainLog[]): readonly ChainLog[] {
  const keyOf = ({ blockNumber, logIndex }: ChainLog): string => `${blockNumber} ${logIndex}`;
  const known = new Set(one.map(keyOf));
  const more = other.filter((log) => !known.has(keyOf(log)));
  return more.length === 0 ? one : inOrder([...one, ...more]);
}

function is(pattern: RegExp, value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

function lowerCased(values: string | readonly string[]): ReadonlySet<string> {
  return new Set([values].flat().map((value) => value.toLowerCase()));
}

function unusable(what: string): MigrationError {
  return new MigrationError(
    `The node's answer to eth_getLogs cannot be used: ${what}. It was discarded. ` +
      "Run the same command again, or use another node.",
  );
}
