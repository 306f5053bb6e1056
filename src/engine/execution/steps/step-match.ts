import type { Log } from "../../../foundation/chain/rpc-types.js";
import type { PlannedStep } from "./plan.js";
import { Renaming } from "./renaming.js";
import type { MinedStep } from "./step.js";

/**
 * How a mined step compares with its rehearsal: the same; the same except for the addresses of what it created, because
 * another account's transaction came first; or something else.
 */
export type StepMatch = "same" | "reordered" | "different";

/** Highest address of the chain's own contracts, such as Polygon's, which emits an event for each transaction. */
const LAST_SYSTEM_ADDRESS = 0xffffn;

/** Whether a step created the same contract and emitted the same events as in the rehearsal. */
export function stepMatchOf(planned: PlannedStep, mined: MinedStep): StepMatch {
  const { contractAddress } = planned;
  if (
    contractAddress !== undefined &&
    contractAddress.toLowerCase() !== mined.contractAddress?.toLowerCase()
  ) {
    return "different";
  }
  const [before, now] = [planned.logs, mined.logs].map(ownLogs) as [Log[], Log[]];
  if (textOf(before) === textOf(now)) return "same";
  if (planned.wantsLogs !== true) return "different";
  return renamingOf(before, now) === undefined ? "different" : "reordered";
}

/**
 * How to rename the addresses in one list of events to get the other; undefined if they differ in more than the
 * addresses of new contracts. A new contract is one that emits events.
 */
export function renamingOf(before: readonly Log[], now: readonly Log[]): Renaming | undefined {
  const renaming = new Renaming();
  if (before.length !== now.length) return undefined;
  for (const [index, log] of before.entries()) renaming.learn(log.address, now[index]!.address);
  const isSame = before.every(({ address, topics, data }, index) => {
    const other = now[index]!;
    return (
      renaming.isSame(address, other.address) &&
      topics[0] === other.topics[0] &&
      topics.length === other.topics.length &&
      topics.every((topic, place) => renaming.isSame(topic, other.topics[place]!)) &&
      renaming.isSame(data, other.data)
    );
  });
  return isSame ? renaming : undefined;
}

/** Without events that the chain itself emits. */
export function ownLogs(logs: readonly Log[]): Log[] {
  return logs.filter(({ address }) => BigInt(address) > LAST_SYSTEM_ADDRESS);
}

function textOf(logs: readonly Log[]): string {
  return JSON.stringify(
    logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data]),
  );
}
