import { zeroPadValue } from "ethers";

import type { RegistrationDescription } from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { ContractEvent } from "../reading/contract.js";

/** An account that ever was registered, and how it came and went, oldest first. */
export interface Registered {
  readonly account: string;
  readonly history: readonly RegistrationDescription[];
}

/** What only a registered account can have a controller do. */
const DEEDS = ["MintTokens", "MintReputation", "BurnReputation", "AddGlobalConstraint"];

/**
 * Every account that may be registered with a DAO's controller: those with events, in the order of their
 * first one, and then those that registered, minted or owned something, of whom some controllers leave
 * no event: up to rc.33, the account that made the controller is registered without a word.
 */
export async function readRegistrations(
  reader: BlockReader,
  organization: Organization,
): Promise<readonly Registered[]> {
  const { avatar, controller, isUniversal } = organization;
  // A universal controller serves other DAOs, too, and its events name the avatar.
  const topics = isUniversal ? [null, null, zeroPadValue(avatar.address, 32)] : [];
  const [registrations, deeds, owners] = await Promise.all([
    controller.events(["RegisterScheme", "UnregisterScheme"], topics),
    controller.events(DEEDS),
    avatar.events(["OwnershipTransferred"]),
  ]);
  const histories = new Map<string, RegistrationDescription[]>();
  for (const event of registrations) {
    const account = String(event.values._scheme);
    const history = histories.get(account) ?? [];
    histories.set(account, history);
    history.push(await describeRegistration(reader, event, history.at(-1)));
  }
  const silent = [
    ...registrations.map(({ values }) => values._sender as unknown),
    ...deeds.filter(isOf(organization)).map(({ values }) => values._sender as unknown),
    ...owners.map(({ values }) => values.previousOwner as unknown),
  ].filter((account): account is string => typeof account === "string");
  for (const account of silent) histories.set(account, histories.get(account) ?? []);
  return [...histories].map(([account, history]) => ({ account, history }));
}

function isOf({ avatar, isUniversal }: Organization) {
  return ({ values }: ContractEvent): boolean => !isUniversal || values._avatar === avatar.address;
}

async function describeRegistration(
  reader: BlockReader,
  { name, values, log }: ContractEvent,
  last: RegistrationDescription | undefined,
): Promise<RegistrationDescription> {
  const isRegistration = name === "RegisterScheme";
  const by = String(values._sender);
  // Nobody who is not registered can register anything, so this was the making of the controller.
  const byMaker = isRegistration && last?.event !== "registered";
  return {
    event: isRegistration ? "registered" : "unregistered",
    by,
    how: by !== String(values._scheme) ? "scheme" : byMaker ? "controller" : "itself",
    block: log.blockNumber,
    time: await reader.timeOf(log.blockNumber),
    transaction: log.transactionHash,
  };
}
