import { isAddress } from "ethers";

import type {
  ContractDescription,
  Inspection,
  NotRead,
  Inspected,
  SchemeDescription,
  StorageDescription,
} from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import { attempt, ifRead, isNotRead, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { findCreator } from "./creator.js";
import { controllerSlots } from "./controller-storage.js";
import { avatarSlots, reputationSlots, tokenSlots } from "./own-storage.js";
import { compareStorage } from "./prove.js";
import type { Slots } from "./slots.js";

/** The most accounts that a controller is asked about. */
const MOST_ACCOUNTS = 5000;

/** The storage of a chain that no node proves, such as a fork's. */
export const STORAGE_NOT_READ: Inspection["storage"] = (() => {
  const notRead: NotRead = { notRead: "the storage of a fork cannot be proven" };
  return { avatar: notRead, controller: notRead, token: notRead, reputation: notRead };
})();

/**
 * Describes whether anything is hidden in the storage of a DAO's own contracts.
 * @param schemes every account that was ever registered
 */
export async function describeStorage(
  reader: BlockReader,
  organization: Organization,
  schemes: readonly SchemeDescription[],
): Promise<Inspection["storage"]> {
  const { avatar: avatarAt, token: tokenAt, reputation: reputationAt } = organization.described;
  const [avatar, controller, token, reputation] = await Promise.all([
    describe(reader, avatarAt, "Avatar", () => avatarSlots(reader, organization)),
    describeControllerStorage(reader, organization, schemes),
    describe(reader, tokenAt, "DAOToken", () => tokenSlots(reader, organization)),
    describe(reader, reputationAt, "Reputation", () => reputationSlots(reader, organization)),
  ]);
  return { avatar, controller, token, reputation };
}

/**
 * Describes whether a controller has schemes that events do not tell of.
 * @param schemes every account that was ever registered
 */
export async function describeControllerStorage(
  reader: BlockReader,
  organization: Organization,
  schemes: readonly SchemeDescription[],
): Promise<Inspected<StorageDescription>> {
  const { isUniversal, described } = organization;
  const wanted = isUniversal ? "UController" : "Controller";
  const read = async () => await controllerSlots(organization, schemes);
  return await describe(reader, described.controller, wanted, read);
}

async function describe(
  reader: BlockReader,
  { address, code, name }: ContractDescription,
  wanted: string,
  read: () => Promise<Slots>,
): Promise<Inspected<StorageDescription>> {
  return await attempt(async () => {
    if (code !== "arc" || name !== wanted) {
      throw new Unknowable(`its code is not that of Arc's ${wanted}`);
    }
    const differing = await compareStorage(reader, address, await read());
    if (differing === 0) return { explained: true };
    const missing = await reader.missingEvents(address);
    if (missing !== undefined) throw new Error(missing);
    return { explained: false, differing };
  });
}

/** Whether something in a DAO's storage is unexplained: it may be hidden, or the node left out events. */
export function isUnexplained({ storage }: Pick<Inspection, "storage">): boolean {
  return Object.values(storage).some((each) => !isNotRead(each) && !each.explained);
}

/** What unexplained storage may mean. */
export function unexplainedText(owner: string, { differing }: StorageDescription): string {
  return (
    `Unexplained numbers in the ${owner}'s storage: ${differing ?? "some"}. Either something is hidden there (permissions, ` +
    "balances or limits that no event mentions), or the node left out events."
  );
}

/**
 * Asks a controller whose storage is not proven for every account that appeared anywhere, and for who created it.
 * @returns accounts that are registered although no event says so
 */
export async function readUntoldSchemes(
  reader: BlockReader,
  { controller, isUniversal, token, reputation, avatar }: Organization,
  inspection: Inspection,
): Promise<readonly string[]> {
  const { controller: proof } = inspection.storage;
  if (!isNotRead(proof) && proof.explained) return [];
  const accounts = new Set<string>();
  const events = await Promise.all([
    token.events(["Transfer", "Approval"]),
    reputation.events(["Mint", "Burn"]),
  ]);
  for (const { values } of events.flat()) collectAddresses(values.toArray(), accounts);
  collectAddresses(inspection, accounts);
  if (!isUniversal) {
    const creator = await attempt(() => findCreator(reader, controller.address));
    collectAddresses(ifRead(creator), accounts);
  }
  for (const { contract } of inspection.schemes) accounts.delete(contract.address);
  const registered = await Promise.all(
    [...accounts].slice(0, MOST_ACCOUNTS).map(async (account) => {
      const answer = await controller.value("isSchemeRegistered", account, avatar.address);
      return answer === true ? [account] : [];
    }),
  );
  return registered.flat();
}

function collectAddresses(value: unknown, found: Set<string>): void {
  if (typeof value === "string") {
    if (value.length === 42 && isAddress(value)) found.add(value);
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) collectAddresses(each, found);
  }
}
