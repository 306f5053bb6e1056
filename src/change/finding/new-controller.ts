import { PERMISSION, permits, withRegistered } from "../../arc/permissions.js";
import { getAddress, ZeroAddress } from "ethers";

import { isSameAddress } from "../../chain/same-address.js";
import type { CheckFacts } from "../../check/facts/check-facts.js";
import type { Inspection } from "../../inspect/description.js";
import { findOrganization } from "../../inspect/organization/find-organization.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { BlockReader } from "../../inspect/reading/block-reader.js";
import { describeContract, openContract } from "../../inspect/reading/identify.js";
import { readRegistrations } from "../../inspect/schemes/registrations.js";
import type { Registration } from "./registration.js";

/** Whether the DAO gets a controller of the file's release. */
export type ControllerChange =
  /** It has one, or keeps another one; in that case, `why` says why. */
  | { readonly keeps: true; readonly why?: string }
  | { readonly keeps: false; readonly made: readonly NewController[] };

/** A controller that was deployed for a DAO but is not in use yet. */
export interface NewController {
  readonly address: string;
  /** The schemes that are registered with it. */
  readonly registered: readonly Registration[];
  /** Whether only proposals of other accounts name it. */
  readonly isStrangers: boolean;
}

/**
 * Why the DAO keeps a controller that is not the one in the file.
 * @returns undefined if it has one of the file's release, or gets one
 */
export function whyKept(
  { inspection, wanted }: Pick<CheckFacts, "inspection" | "wanted">,
  isAsked: boolean,
): string | undefined {
  if (wanted.usesUController) {
    return "A DAO cannot move to a universal controller, which registers a DAO only once it owns the avatar, and then for the first account that asks.";
  }
  if (!isAsked) {
    return "A controller of the file's release is deployed and proposed only on request: pass --new-controller.";
  }
  const mayUpgrade = inspection.schemes.some(
    ({ contract, registered, permissions }) =>
      registered &&
      contract.name === "UpgradeScheme" &&
      permits(permissions.bytes, PERMISSION.UPGRADE_CONTROLLER),
  );
  if (mayUpgrade) return undefined;
  return (
    "No registered UpgradeScheme of this DAO may upgrade the controller. First register one: put UpgradeScheme " +
    "in the file, and plan without --new-controller."
  );
}

/** Whether the DAO's controller has another kind or release than the file's. */
export function isOtherController({
  inspection: { controller },
  wanted,
}: Pick<CheckFacts, "inspection" | "wanted">): boolean {
  const { universal, name, releases = [] } = controller;
  const isOfRelease = name !== undefined && releases.includes(wanted.release);
  return universal !== wanted.usesUController || !isOfRelease;
}

/**
 * Finds Arc controllers that were deployed for a DAO: those that proposals ask to upgrade to, newest first, then the
 * one in the result file.
 * @param account the account that makes proposals, if it is known
 */
export async function findNewControllers(
  reader: BlockReader,
  inspection: Inspection,
  { inResult, account }: { readonly inResult?: string; readonly account?: string },
): Promise<readonly NewController[]> {
  const { proposals, avatar } = inspection;
  const asked = isNotRead(proposals)
    ? []
    : proposals.toReversed().flatMap(({ asks, proposer }) => {
        const isUpgrade = !isNotRead(asks) && asks.kind === "upgradeController";
        return isUpgrade ? [{ address: asks.controller.address, proposer }] : [];
      });
  const own = new Set([
    ...asked
      .filter(({ proposer }) => isSameAddress(proposer, account))
      .map(({ address }) => address),
    ...(inResult === undefined ? [] : [getAddress(inResult)]),
  ]);
  const addresses = new Set([...asked.map(({ address }) => address), ...own]);
  addresses.delete(inspection.controller.address);
  const found = await Promise.all(
    [...addresses].map(async (address) => {
      const controller = await readController(reader, avatar.address, address);
      return controller && { ...controller, isStrangers: !own.has(address) };
    }),
  );
  return found.flatMap((each) => each ?? []);
}

/** @returns undefined if it is no controller of this DAO, or has been used */
async function readController(
  reader: BlockReader,
  avatar: string,
  address: string,
): Promise<Omit<NewController, "isStrangers"> | undefined> {
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
  const ever = await readRegistrations(reader, { ...organization, isUniversal: false }, []);
  const registered = await Promise.all(
    ever.map(async ({ account }): Promise<Registration> => {
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
  const keyOf = ({ address, permissions, paramsHash }: Registration): string =>
    `${address} ${withRegistered(permissions)} ${paramsHash}`.toLowerCase();
  // If several entries have the same contract, the last one counts, as in a migration.
  const expected = new Map(wanted.map((each) => [each.address.toLowerCase(), keyOf(each)]));
  const found = new Set(registered.map(keyOf));
  return found.size === expected.size && [...expected.values()].every((key) => found.has(key));
}
