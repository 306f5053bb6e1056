import type { Log } from "../../migration/deployer.js";
import type { PlannedStep } from "./plan.js";
import { Renaming } from "./renaming.js";
import type { MinedStep } from "./step.js";

/**
 * How a mined step is like its rehearsal: the same; the same but for the names of what it made, as
 * another account's transaction came before; or something else.
 */
export type Likeness = "same" | "reordered" | "different";

/** Contracts of the chain itself live up to here: Polygon's leaves an event for each transaction. */
const LAST_SYSTEM_ADDRESS = 0xffffn;

/** Whether a step created the contract that it did in the rehearsal, and left the same events. */
export function likenessOf(planned: PlannedStep, mined: MinedStep): Likeness {
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
 * What stands for what in events that are the same but for the names of new contracts; undefined
 * where they are not. A new contract is one that leaves events.
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

/** Without those that the chain leaves by itself. */
export function ownLogs(logs: readonly Log[]): Log[] {
  return logs.filter(({ address }) => BigInt(address) > LAST_SYSTEM_ADDRESS);
}

function textOf(logs: readonly Log[]): string {
  return JSON.stringify(
    logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data]),
  );
}
