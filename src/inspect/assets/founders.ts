import { ZeroAddress } from "ethers";

import type {
  FounderDescription,
  RegistrationDescription,
  SchemeDescription,
} from "../description.js";
import type { Contract } from "../reading/contract.js";

/**
 * Who was given tokens or reputation when the DAO was created, in the order of the chain. Before anything but its
 * maker was registered, nobody else could mint; a DAO without schemes has all that it ever minted from its maker.
 * @param last the block at which everything is read
 */
export async function readFounders(
  { token, reputation }: { readonly token: Contract; readonly reputation: Contract },
  schemes: readonly Pick<SchemeDescription, "history">[],
  last: number,
): Promise<readonly FounderDescription[]> {
  const end = Math.min(last, ...registrationsOfSchemes(schemes));
  const founders = new Map<string, { tokens: bigint; reputation: bigint }>();
  const give = (account: string, amount: { tokens?: bigint; reputation?: bigint }): void => {
    const had = founders.get(account) ?? { tokens: 0n, reputation: 0n };
    founders.set(account, {
      tokens: had.tokens + (amount.tokens ?? 0n),
      reputation: had.reputation + (amount.reputation ?? 0n),
    });
  };
  const [minted, transferred] = await Promise.all([
    reputation.events(["Mint"]),
    token.events(["Transfer"]),
  ]);
  for (const { log, values } of minted) {
    if (log.blockNumber > end) continue;
    const [account, amount] = values.toArray() as [string, bigint];
    give(account, { reputation: amount });
  }
  for (const { log, values } of transferred) {
    const [from, to, amount] = values.toArray() as [string, string, bigint];
    if (from !== ZeroAddress || log.blockNumber > end) continue;
    give(to, { tokens: amount });
  }
  return [...founders].map(([account, { tokens, reputation: own }]) => ({
    account,
    tokens: String(tokens),
    reputation: String(own),
  }));
}

/** Blocks in which others than the DAO's makers were registered. */
function registrationsOfSchemes(
  schemes: readonly Pick<SchemeDescription, "history">[],
): readonly number[] {
  const all = schemes.flatMap(({ history }) =>
    history
      .filter(({ event, how }) => event === "registered" && how === "scheme")
      .map((registration) => ({ ...registration, leaves: history.some(isLeaving) })),
  );
  const [first] = [...all].sort((a, b) => a.block - b.block);
  // DaoCreator is registered by who makes the controller, adds founders later, and leaves at the end.
  return all
    .filter(({ leaves, transaction }) => !leaves || transaction !== first?.transaction)
    .map(({ block }) => block);
}

function isLeaving({ event, how }: RegistrationDescription): boolean {
  return event === "unregistered" && how === "itself";
}
