import { ZeroAddress, zeroPadValue } from "ethers";

import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type {
  FounderDescription,
  RegistrationDescription,
  SchemeDescription,
} from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import { registrationTopics } from "../organization/open-controller.js";
import type { BlockReader } from "../reading/block-reader.js";

/**
 * Reads who received tokens or reputation when the DAO was created, in chain order. Until the first scheme was
 * registered, only the creator could mint. In a DAO without schemes, everything was minted by its creator.
 */
export async function readFounders(
  organization: Pick<Organization, "reputation" | "token">,
  isEarly: FoundingLogs,
): Promise<readonly FounderDescription[]> {
  const { token, reputation } = organization;
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
    if (!isEarly(log)) continue;
    const [account, amount] = values.toArray() as [string, bigint];
    give(account, { reputation: amount });
  }
  for (const { log, values } of transferred) {
    const [from, to, amount] = values.toArray() as [string, string, bigint];
    if (from !== ZeroAddress || !isEarly(log)) continue;
    give(to, { tokens: amount });
  }
  return [...founders].map(([account, { tokens, reputation: own }]) => ({
    account,
    tokens: String(tokens),
    reputation: String(own),
  }));
}

/** Whether a log is earlier than every registration of a scheme, even in the same block. */
export type FoundingLogs = (log: ChainLog) => boolean;

export async function readFoundingLogs(
  reader: BlockReader,
  controller: Organization["controller"],
  schemes: readonly Pick<SchemeDescription, "contract" | "history">[],
): Promise<FoundingLogs> {
  const registrations = registrationsOfSchemes(schemes);
  const first = Math.min(...registrations.map(({ block }) => block));
  const inFirst = registrations.filter(({ block }) => block === first);
  if (inFirst.length === 0) return () => true;
  const topics = [null, inFirst.map(({ scheme }) => zeroPadValue(scheme, 32).toLowerCase())];
  const isEarlier = inFirst.some((each) => each.controller !== undefined);
  const logs = isEarlier
    ? await Promise.all(
        [...new Set(inFirst.map((each) => each.controller ?? controller.address))].map((address) =>
          reader.logs({ address, topics: [registrationTopics(), ...topics] }),
        ),
      ).then((found) => found.flat())
    : (await controller.events(["RegisterScheme"], topics)).map(({ log }) => log);
  const index = logs.find(({ transactionHash }) =>
    inFirst.some(({ transaction }) => transaction === transactionHash),
  )?.logIndex;
  return ({ blockNumber, logIndex }) =>
    blockNumber < first || (blockNumber === first && logIndex < (index ?? Infinity));
}

/** Registrations of anything but the DAO's creators. */
function registrationsOfSchemes(
  schemes: readonly Pick<SchemeDescription, "contract" | "history">[],
) {
  const all = schemes.flatMap(({ contract, history }) =>
    history
      .filter(({ event, how }) => event === "registered" && how === "scheme")
      .map((registration) => ({
        ...registration,
        scheme: contract.address,
        leaves: history.some(isLeaving),
      })),
  );
  const [first] = [...all].sort((a, b) => a.block - b.block);
  // DaoCreator is registered by the account that creates the controller, adds founders later, and unregisters itself.
  return all.filter(({ leaves, transaction }) => !leaves || transaction !== first?.transaction);
}

function isLeaving({ event, how }: RegistrationDescription): boolean {
  return event === "unregistered" && how === "itself";
}
