import { zeroPadValue } from "ethers";

import { LogSource } from "../../../foundation/chain/logs/log-source.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { Comparison, Difference, NotCompared } from "./comparison.js";

/**
 * Takes out of a comparison what tokens say differently without an event that names the avatar: anybody can give a DAO a
 * token that says something else in each block. What the DAO has of it is then not known, and nobody can know it.
 * @param provider of the chain on which both states are
 * @throws MigrationError if the node does not have the events in between
 */
export async function withoutUnannounced(
  provider: Eip1193Provider,
  comparison: Comparison,
): Promise<Comparison> {
  const { avatar, before, after, differences, notCompared } = comparison;
  const tokens = new Set(differences.flatMap((each) => tokenOf(each) ?? []));
  if (tokens.size === 0) return comparison;
  const logs = new LogSource(provider, { from: before.number + 1, to: after.number });
  const holder = zeroPadValue(avatar, 32);
  const filters = [[null, holder] as const, [null, null, holder] as const];
  const events = await Promise.all(
    filters.map(async (topics) => await logs.read({ address: [...tokens], topics })),
  );
  const told = new Set(events.flat().map(({ address }) => address));
  const isUnannounced = (each: Difference): boolean => {
    const token = tokenOf(each);
    return token !== undefined && !told.has(token);
  };
  const unknown = differences.filter(isUnannounced).map((each): NotCompared => {
    const reason = "the token says something else, but none of its events names the DAO";
    return { path: `treasury[${tokenOf(each)}]`, before: reason, after: reason, unknowable: true };
  });
  return {
    ...comparison,
    differences: differences.filter((each) => !isUnannounced(each)),
    notCompared: [...notCompared, ...unknown],
  };
}

/** The contract that says what differs, if it is a token's word. */
function tokenOf(difference: Difference): string | undefined {
  if (difference.kind === "treasury") return difference.token?.address;
  if (difference.kind === "allowance") return difference.token;
  if (difference.kind !== "value") return undefined;
  return /^treasury\.(?:nfts|unanswered)\[(0x\w{40})\]$/.exec(difference.path)?.[1];
}
