import { isCreatedBy } from "../../../foundation/chain/created-by.js";
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
 * addresses of new contracts.
 */
export function renamingOf(before: readonly Log[], now: readonly Log[]): Renaming | undefined {
  const renaming = new Renaming();
  if (before.length !== now.length) return undefined;
  learnContracts(renaming, before, now);
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

/** Learns the addresses of new contracts: those that emit events, and those that their creator names in one. */
export function learnContracts(
  renaming: Renaming,
  before: readonly Log[],
  now: readonly Log[],
): void {
  if (before.length !== now.length) return;
  for (const [index, log] of before.entries()) {
    const other = now[index]!;
    renaming.learn(log.address, other.address);
    const named = wordsOf(other);
    for (const [place, word] of wordsOf(log).entries()) {
      const [from, to] = [addressIn(word), addressIn(named[place])];
      if (from === undefined || to === undefined || from === to) continue;
      if (isCreatedBy(from, log.address) && isCreatedBy(to, other.address))
        renaming.learn(from, to);
    }
  }
}

function wordsOf({ topics, data }: Log): readonly string[] {
  return [...topics.slice(1), data].flatMap((text) => text.slice(2).match(/.{64}/g) ?? []);
}

function addressIn(word = ""): string | undefined {
  const digits = /^0{24}(?!0{16})([0-9a-f]{40})$/i.exec(word)?.[1];
  return digits && `0x${digits.toLowerCase()}`;
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
