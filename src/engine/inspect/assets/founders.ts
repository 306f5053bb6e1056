import { ZeroAddress } from "ethers";

import type {
  FounderDescription,
  RegistrationDescription,
  SchemeDescription,
} from "../description.js";
import type { Contract } from "../reading/contract.js";

/**
 * Reads who received tokens or reputation when the DAO was created, in chain order. Until the first scheme was
 * registered, only the creator could mint. In a DAO without schemes, everything was minted by its creator.
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

/** Blocks in which anything but the DAO's creators was registered. */
function registrationsOfSchemes(
  schemes: readonly Pick<SchemeDescription, "history">[],
): readonly number[] {
  const all = schemes.flatMap(({ history }) =>
    history
      .filter(({ event, how }) => event === "registered" && how === "scheme")
      .map((registration) => ({ ...registration, leaves: history.some(isLeaving) })),
  );
  const [first] = [...all].sort((a, b) => a.block - b.block);
  // DaoCreator is registered by the account that creates the controller, adds founders later, and unregisters itself.
  return all
    .filter(({ leaves, transaction }) => !leaves || transaction !== first?.transaction)
    .map(({ block }) => block);
}

function isLeaving({ event, how }: RegistrationDescription): boolean {
  return event === "unregistered" && how === "itself";
}
