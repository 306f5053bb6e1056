import { Interface } from "ethers";

import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { BlockReader } from "./block-reader.js";
import { Contract } from "./contract.js";

/**
 * The most gas that a stranger's contract gets to answer a question, such as `balanceOf`. Tokens behind proxies use
 * less than a tenth. A chain in this process takes up to a second and a few hundred megabytes for this much.
 */
const FOREIGN_GAS = 1_000_000n;
/** The longest answer of a stranger's contract, in bytes. */
const MOST_BYTES = 8192;

/** A contract did not answer within the limits for strangers' code. */
export class NoAnswer extends CallRefused {}

type Reading = Pick<BlockReader, "call" | "logs">;

/** Contracts that did not answer, by what reads them: they are not asked again. */
const silent = new WeakMap<Reading, Map<string, NoAnswer>>();

/**
 * A contract whose code is not proven, such as a token that anybody can create. It answers within a limit of gas, which
 * bounds time and memory, too, and of size, or not at all: then its functions throw NoAnswer, at once after the first.
 */
export function openForeign(reader: Reading, address: string, abi: Interface): Contract {
  const known = silent.get(reader) ?? new Map<string, NoAnswer>();
  silent.set(reader, known);
  // Until a function answered once, it is not asked again: a token may have thousands of holders.
  const first = new Map<string, Promise<unknown>>();
  const ask = async (to: string, data: string): Promise<string> => {
    const before = known.get(to);
    if (before !== undefined) throw before;
    try {
      const answer = await reader.call(to, data, FOREIGN_GAS);
      const bytes = answer.length / 2 - 1;
      if (bytes <= MOST_BYTES) return answer;
      throw new NoAnswer(`it did not answer: its ${bytes} bytes are more than ${MOST_BYTES}`);
    } catch (cause) {
      const isEmpty = cause instanceof CallRefused && isOutOfGas(cause.message);
      const why = isEmpty
        ? new NoAnswer(`it did not answer within ${FOREIGN_GAS} gas`, { cause })
        : cause;
      if (why instanceof NoAnswer) known.set(to, why);
      throw why;
    }
  };
  const call = async (to: string, data: string): Promise<string> => {
    const selector = data.slice(0, 10);
    const earlier = first.get(selector);
    // Whatever it was, its own caller hears of it.
    if (earlier !== undefined) await earlier.catch(() => {});
    const answer = ask(to, data);
    if (earlier === undefined) first.set(selector, answer);
    return await answer;
  };
  const logs: Reading["logs"] = async (filter) => await reader.logs(filter);
  return new Contract({ call, logs, isForeign: true }, address, abi);
}

/** Whether an error of a node or of `callTracer` says that a call used all its gas; anvil has words such as `MemoryOOG`. */
export function isOutOfGas(message: string): boolean {
  return /out ?of ?gas|OOG\b/i.test(message);
}

const DECIMALS = new Interface(["function decimals() view returns (uint256)"]);
/** The most decimals of a token of which one whole unit can exist: 10^77 is the last power of ten in 256 bits. */
const MOST_DECIMALS = 77;

/**
 * Reads a token's decimals as they are. As the uint8 that they should be, 274 would be read as 18.
 * @throws CallRefused if the token does not say, or names more than can be
 */
export async function readDecimals(token: Contract): Promise<number> {
  const decimals = (await token.as(DECIMALS).value("decimals")) as bigint;
  if (decimals <= BigInt(MOST_DECIMALS)) return Number(decimals);
  throw new CallRefused(
    `it says ${decimals} decimals, and no token has more than ${MOST_DECIMALS}`,
  );
}
