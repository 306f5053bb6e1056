import { zeroPadValue } from "ethers";

import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type { RegistrationDescription } from "../description.js";
import { momentOf, type EarlierController } from "../organization/earlier-controllers.js";
import type { Organization } from "../organization/find-organization.js";
import type { OpenController } from "../organization/open-controller.js";
import type { BlockReader } from "../reading/block-reader.js";
import { byPlace, type ContractEvent } from "../reading/contract.js";

/** Whether a log is earlier than every registration of a scheme, even in the same block. */
export type IsFounding = (log: ChainLog) => boolean;

/** An account that was ever registered, with its registrations, oldest first. */
export interface Registered {
  readonly account: string;
  readonly history: readonly RegistrationDescription[];
}

/** Events of what only a registered account can make a controller do. */
export const ACTS = ["MintTokens", "MintReputation", "BurnReputation", "AddGlobalConstraint"];

/** A registration with its position in the chain. */
interface Placed {
  readonly event: ContractEvent;
  readonly account: string;
  readonly described: RegistrationDescription;
}

/**
 * Finds every account that may be registered with a DAO's controller. First those in events of this or an earlier
 * controller, by their first event. Then those that registered, minted or owned something, as some controllers emit no
 * event for them: up to rc.33, the account that creates the controller is registered without an event.
 */
export async function readRegistrations(
  reader: BlockReader,
  organization: Organization,
  earlier: readonly EarlierController[],
): Promise<{ readonly accounts: readonly Registered[]; readonly isFounding: IsFounding }> {
  const { avatar, controller } = organization;
  const [own, effects, owners, ...before] = await Promise.all([
    readEvents(reader, organization, avatar.address),
    controller.events(ACTS),
    avatar.events(["OwnershipTransferred"]),
    ...earlier.flatMap(({ opened }) =>
      // One may have replaced itself.
      opened === undefined || opened.controller.address === controller.address
        ? []
        : [readEvents(reader, opened, avatar.address, true)],
    ),
  ]);
  const placed = [...before.flat(), ...own].sort((a, b) => byPlace(a.event.log, b.event.log));
  const histories = Map.groupBy(placed, ({ account }) => account);
  const silent = [
    ...own.map(({ event }) => event.values._sender as unknown),
    ...effects.filter(isOf(organization)).map(({ values }) => values._sender as unknown),
    ...owners.map(({ values }) => values.previousOwner as unknown),
  ].filter((account): account is string => typeof account === "string");
  const accounts = [...new Set([...histories.keys(), ...silent])].map((account) => ({
    account,
    history: (histories.get(account) ?? []).map(({ described }) => described),
  }));
  return { accounts, isFounding: beforeFirstScheme(placed) };
}

/** Tells logs before the first registration of anything but the DAO's creators. */
function beforeFirstScheme(placed: readonly Placed[]): IsFounding {
  const all = (event: RegistrationDescription["event"], how: RegistrationDescription["how"]) =>
    placed.filter(({ described }) => described.event === event && described.how === how);
  const made = all("registered", "scheme");
  // DaoCreator is registered by the account that creates the controller, adds founders later, and unregisters itself.
  const leavers = new Set(all("unregistered", "itself").map(({ account }) => account));
  const first = made.find(
    ({ account, described: { transaction } }) =>
      !leavers.has(account) || transaction !== made[0]!.described.transaction,
  );
  return (log) => first === undefined || byPlace(log, first.event.log) < 0;
}

async function readEvents(
  reader: BlockReader,
  { controller, isUniversal }: OpenController,
  avatar: string,
  isEarlier = false,
): Promise<readonly Placed[]> {
  // A universal controller serves several DAOs, and its events contain the avatar.
  const topics = isUniversal ? [null, null, zeroPadValue(avatar, 32)] : [];
  const events = await controller.events(["RegisterScheme", "UnregisterScheme"], topics);
  const last = new Map<string, string>();
  return await Promise.all(
    events.map(async (event): Promise<Placed> => {
      const account = String(event.values._scheme);
      // Only a registered account can register another, so this happened when the controller was created.
      const byMaker = event.name === "RegisterScheme" && last.get(account) !== "RegisterScheme";
      last.set(account, event.name);
      const described = await describeRegistration(reader, event, byMaker);
      const more = isEarlier ? { ...described, controller: controller.address } : described;
      return { event, account, described: more };
    }),
  );
}

export function isOf({ avatar, isUniversal }: Organization) {
  return ({ values }: ContractEvent): boolean => !isUniversal || values._avatar === avatar.address;
}

async function describeRegistration(
  reader: BlockReader,
  { name, values, log }: ContractEvent,
  byMaker: boolean,
): Promise<RegistrationDescription> {
  const by = String(values._sender);
  return {
    event: name === "RegisterScheme" ? "registered" : "unregistered",
    by,
    how: by !== String(values._scheme) ? "scheme" : byMaker ? "controller" : "itself",
    ...(await momentOf(reader, { log })),
  };
}
