import { getAddress, ZeroAddress } from "ethers";

import { isSameRegistration, PERMISSION, permits } from "../../../foundation/arc/permissions.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { findOrganization } from "../../../engine/inspect/organization/find-organization.js";
import { readProposals } from "../../../engine/inspect/proposals/read-proposals.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../../engine/inspect/reading/identify.js";
import { readRegistrations } from "../../../engine/inspect/schemes/registrations.js";
import type { ChangeInputs } from "../inputs.js";
import type { Registration, Source } from "./find-unregistered.js";

/** A controller that was deployed for a DAO but is not in use yet. */
export interface NewController {
  readonly address: string;
  /** The schemes that are registered with it. */
  readonly registered: readonly Registration[];
  readonly source: Source;
}

/**
 * Finds Arc controllers that were deployed for a DAO: those that the account's proposals ask to upgrade to, newest
 * first, and the one in the result file.
 */
export async function findNewControllers(
  reader: BlockReader,
  inspection: Inspection,
  { intendedController, account }: Pick<ChangeInputs, "intendedController" | "account">,
): Promise<readonly NewController[]> {
  const { avatar, controller } = inspection;
  const sources = new Map<string, Source>();
  const upgrades = readProposals(inspection, "upgradeController");
  for (const { requests, proposer } of upgrades.toReversed()) {
    if (isSameAddress(proposer, account)) sources.set(requests.controller.address, "account");
  }
  const listed = intendedController && getAddress(intendedController);
  if (listed !== undefined && !sources.has(listed)) sources.set(listed, "result");
  sources.delete(controller.address);
  const found = await Promise.all(
    [...sources].map(async ([address, source]) => {
      const read = await readController(reader, avatar.address, address);
      return read && { ...read, source };
    }),
  );
  return found.flatMap((each) => each ?? []);
}

/** @returns undefined if it is no controller of this DAO, or has been used */
async function readController(
  reader: BlockReader,
  avatar: string,
  address: string,
): Promise<Omit<NewController, "source"> | undefined> {
  const described = await describeContract(reader, address);
  const controller = openContract(reader, described);
  if (controller === undefined || described.name !== "Controller") return undefined;
  const [own, successor, constraints] = await Promise.all([
    controller.value("avatar"),
    controller.value("newController"),
    controller.read("globalConstraintsCount", avatar),
  ]);
  const isFresh = successor === ZeroAddress && constraints.every((count) => count === 0n);
  if (own !== avatar || !isFresh) return undefined;
  const organization = { ...(await findOrganization(reader, avatar)), controller };
  const { accounts } = await readRegistrations(reader, { ...organization, isUniversal: false }, []);
  const registered = await Promise.all(
    accounts.map(async ({ account }): Promise<Registration> => {
      const [permissions, paramsHash] = await Promise.all([
        controller.value("getSchemePermissions", account, avatar),
        controller.value("getSchemeParameters", account, avatar),
      ]);
      return { address: account, permissions: String(permissions), paramsHash: String(paramsHash) };
    }),
  );
  return {
    address: controller.address,
    registered: registered.filter(({ permissions }) => permits(permissions, PERMISSION.REGISTERED)),
  };
}

/** Whether exactly the wanted schemes are registered with a controller, in any order. */
export function hasExactly(
  { registered }: Pick<NewController, "registered">,
  wanted: readonly Registration[],
): boolean {
  const byAddress = (all: readonly Registration[]) =>
    new Map(all.map((each) => [each.address.toLowerCase(), each]));
  const found = byAddress(registered);
  // If several entries have the same contract, the last one counts, as in a migration.
  const expected = byAddress(wanted);
  return (
    found.size === expected.size &&
    [...expected].every(([address, each]) => {
      const own = found.get(address);
      return own !== undefined && isSameRegistration(own, each);
    })
  );
}
