import {
  EventFragment,
  getAddress,
  Result,
  toUtf8String,
  Utf8ErrorFuncs,
  type Interface,
  type ParamType,
} from "ethers";

import { BoundedMap, madeOnce } from "../support/once.js";

/** An event whose values are one word each, as those of tokens and reputation are. */
interface WordEvent {
  readonly topic: string;
  /** How many of its values are topics. */
  readonly indexed: number;
  readonly names: readonly (string | null)[];
  readonly readers: readonly ((word: string) => unknown)[];
}

interface RawEvent {
  readonly data: string;
  readonly topics: readonly string[];
}

const wordEvents = new WeakMap<EventFragment, WordEvent | "other">();
const addresses = new BoundedMap<string, string>(65_536);

/**
 * Decodes an event. Solidity emits any bytes as a string, and many functions of Arc emit what anybody passes, so what is
 * not UTF-8 becomes U+FFFD: ethers would throw, but only once the text is accessed.
 * @throws if data and topics have another form than the event
 */
export function decodeEvent(
  abi: Interface,
  event: EventFragment,
  { data, topics }: RawEvent,
): Result {
  const words = decodeWords(event, { data, topics });
  if (words !== undefined) return words;
  const values = abi.decodeEventLog(event, data, topics);
  if (!event.inputs.some(isText)) return values;
  try {
    values.toArray(true);
    return values;
  } catch {
    const bytes = event.format("full").replace(/\bstring(?=[[\],) ])/g, "bytes");
    const asBytes = EventFragment.from(bytes);
    const raw = abi.decodeEventLog(asBytes, data, [asBytes.topicHash, ...topics.slice(1)]);
    const items = event.inputs.map((input, index) =>
      isText(input) ? (input.walk(raw[index], textOfBytes) as unknown) : (raw[index] as unknown),
    );
    return Result.fromItems(
      items,
      event.inputs.map(({ name }) => name),
    );
  }
}

/**
 * A large DAO has tens of thousands of such events, and ethers takes 0.1 ms for each. What is not exactly as Solidity
 * emits it is left to ethers.
 */
function decodeWords(event: EventFragment, { data, topics }: RawEvent): Result | undefined {
  const known = madeOnce(wordEvents, event, () => wordEventOf(event) ?? "other");
  if (known === "other" || topics[0]?.toLowerCase() !== known.topic) return undefined;
  const words = data.slice(2).match(/.{64}/g) ?? [];
  if (data.length !== 2 + 64 * words.length || topics.length !== 1 + known.indexed)
    return undefined;
  if (words.length !== event.inputs.length - known.indexed) return undefined;
  let [topic, place] = [0, 0];
  const items = event.inputs.map(({ indexed }, index) => {
    const word = indexed === true ? topics[++topic]!.slice(2) : words[place++]!;
    return known.readers[index]!(word.toLowerCase());
  });
  return items.includes(undefined) ? undefined : Result.fromItems(items, [...known.names]);
}

function wordEventOf({ anonymous, inputs, topicHash }: EventFragment): WordEvent | undefined {
  const readers = inputs.map(({ type }) => READERS[type]);
  if (anonymous || !readers.every((each) => each !== undefined)) return undefined;
  const indexed = inputs.filter((each) => each.indexed === true).length;
  return { topic: topicHash, indexed, names: inputs.map(({ name }) => name || null), readers };
}

/** How a word is read; undefined if it is not such a value. */
const READERS: Readonly<Record<string, ((word: string) => unknown) | undefined>> = {
  address: (word) =>
    word.startsWith("0".repeat(24))
      ? madeOnce(addresses, word, () => getAddress(`0x${word.slice(24)}`))
      : undefined,
  bytes32: (word) => `0x${word}`,
  uint256: (word) => BigInt(`0x${word}`),
};

/** Of an indexed text, an event has the hash only. */
function isText({ type, indexed }: ParamType): boolean {
  return indexed !== true && type.includes("string");
}

function textOfBytes(type: string, value: unknown): unknown {
  return type === "string" ? toUtf8String(String(value), Utf8ErrorFuncs.replace) : value;
}
