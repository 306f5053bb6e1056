import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type {
  ContractDescription,
  Inspected,
  StorageDescription,
} from "../../engine/inspect/description.js";
import { readEarlierControllers } from "../../engine/inspect/organization/earlier-controllers.js";
import { findOrganization } from "../../engine/inspect/organization/find-organization.js";
import { addressOf, newest } from "../../engine/inspect/organization/open-controller.js";
import { NotAnArcDaoError } from "../../engine/inspect/organization/not-an-arc-dao-error.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { readerAt, type PinOptions } from "../../engine/inspect/reading/block-reader.js";
import { readGlobalConstraints } from "../../engine/inspect/organization/global-constraints.js";
import { describeSchemes } from "../../engine/inspect/schemes/describe-schemes.js";
import {
  describeControllerStorage,
  unexplainedText,
} from "../../engine/inspect/storage/describe-storage.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { changedFrom, foundTarget, readRests } from "./rests-on.js";
import type { DaoTargets, LeftOut, Target } from "./verification.js";
import type { LedgerEntry, OrganizationResult } from "../../foundation/result/result.js";

/** All contracts in a result, each address once: base, DAO and demo test. */
export function targetsOf(entry: LedgerEntry): readonly Target[] {
  const { base, dao, test } = entry;
  const targets: Target[] = [];
  for (const [name, address] of Object.entries<string>({ ...base })) {
    if (name === "arcVersion" || base === undefined) continue;
    targets.push({ name, place: `base.${name}`, address, arcVersion: base.arcVersion });
  }
  if (dao !== undefined) targets.push(...organizationTargets("dao", dao, base?.UController));
  for (const each of dao?.StandAloneContracts ?? []) {
    const place = `dao.StandAloneContracts.${each.alias ?? each.name}`;
    targets.push({ ...own(each), place });
  }
  if (test !== undefined) {
    targets.push(...organizationTargets("test", test, base?.UController));
    if (test.ActionMock !== undefined) {
      const { ActionMock: address, arcVersion } = test;
      targets.push({ name: "ActionMock", place: "test.ActionMock", address, arcVersion });
    }
  }
  return eachOnce(targets);
}

/** Targets without those at an address that an earlier one has. */
export function eachOnce(targets: readonly Target[]): readonly Target[] {
  const seen = new Set<string>();
  return targets.filter(({ address }) => {
    const isNew = !seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return isNew;
  });
}

export function organizationTargets(
  section: string,
  dao: OrganizationResult,
  uController: string | undefined,
): readonly Target[] {
  const isUniversal = isSameAddress(dao.Controller, uController);
  return [
    ...coreTargets(dao, isUniversal, dao.arcVersion, `${section}.`),
    ...dao.Schemes.map((scheme) => ({
      ...own(scheme),
      place: `${section}.Schemes.${scheme.alias ?? scheme.name}`,
    })),
  ];
}

/**
 * What the avatar of a result's DAO names as its controller, token and reputation now: after an upgrade, those that the
 * result lists are others, and no longer the DAO's.
 */
export async function coreNow(
  section: string,
  dao: OrganizationResult,
  uController: string | undefined,
  { provider, block }: DaoReading,
): Promise<readonly Target[]> {
  const avatar = newest(await readerAt(provider, { block }), "Avatar", dao.Avatar);
  const said = async (name: string, otherwise: string) =>
    (await addressOf(avatar, name)) ?? otherwise;
  const Controller = await said("owner", dao.Controller);
  const NativeToken = await said("nativeToken", dao.NativeToken);
  const NativeReputation = await said("nativeReputation", dao.NativeReputation);
  const now = { Avatar: dao.Avatar, NativeToken, NativeReputation, Controller };
  const isUniversal = isSameAddress(Controller, uController);
  return coreTargets(now, isUniversal, dao.arcVersion, `${section} now.`);
}

interface DaoReading extends Pick<PinOptions, "block"> {
  readonly provider: Eip1193Provider;
  /** Called with what is not known. */
  readonly onNote?: (message: string) => void;
}

/**
 * The contracts of a DAO as the chain shows them: avatar, token, reputation, controller, the registered schemes, and
 * what these rest on, such as voting machines, rewarders, wallets and constraints.
 * @throws NotAnArcDaoError if there is no avatar, or it belongs to a DAO that is not Arc's
 */
export async function findDao(
  avatar: string,
  release: ArcRelease,
  { provider, block, onNote }: DaoReading,
): Promise<DaoTargets> {
  const reader = await readerAt(provider, { block });
  const organization = await findOrganization(reader, avatar).catch((error: unknown) => {
    if (!(error instanceof NotAnArcDaoError)) throw error;
    throw new NotAnArcDaoError(
      `${error.message} For any other contract, say which it should be (--contract).`,
    );
  });
  const { described, isUniversal } = organization;
  const leftOut: LeftOut[] = [];
  const unknown = (what: string) => (error: unknown) => {
    if (!(error instanceof MigrationError)) throw error;
    const reason = `the node does not return old events: ${error.message}`;
    onNote?.(`The ${what} are not known because ${reason}`);
    leftOut.push({ what, reason, unread: true });
    return [];
  };
  const schemes = await readEarlierControllers(reader, organization)
    .then(async (earlier) => await describeSchemes(reader, organization, earlier))
    .then(async ({ schemes: all, noEvents }) => {
      if (noEvents !== undefined) throw new MigrationError(noEvents);
      const storage = await describeControllerStorage(reader, organization, all);
      leftOut.push(...moreSchemes(storage));
      return all.filter(({ registered }) => registered);
    })
    .catch(unknown("registered schemes"));
  const constraints = await readGlobalConstraints(reader, organization).catch(
    unknown("global constraints"),
  );
  const core = {
    Avatar: described.avatar.address,
    NativeToken: described.token.address,
    NativeReputation: described.reputation.address,
    Controller: described.controller.address,
  };
  const found =
    (section: string) =>
    async ({ contract }: { contract: ContractDescription }) =>
      foundTarget(contract, release, section, await changedFrom(reader, contract, release));
  const own = [
    ...coreTargets(core, isUniversal && release.has("UController"), release.version),
    ...(await Promise.all(schemes.map(found("Schemes")))),
    ...(await Promise.all(constraints.map(found("GlobalConstraints")))),
  ];
  const resting = await readRests(reader, schemes, release, own);
  await reader.requireSameBlock();
  return {
    targets: eachOnce([...own, ...resting.targets]),
    leftOut: [...leftOut, ...resting.leftOut],
  };
}

/** What the controller's storage says of schemes that no event told of. */
function moreSchemes(storage: Inspected<StorageDescription>): readonly LeftOut[] {
  const what = "schemes that no event tells of";
  if (isNotRead(storage)) {
    const reason = `whether there are any is not known, because ${storage.notRead}`;
    return [{ what, reason }];
  }
  if (storage.explained) return [];
  return [{ what, reason: unexplainedText("controller", storage), unread: true }];
}

function coreTargets(
  dao: Pick<OrganizationResult, "Avatar" | "NativeToken" | "NativeReputation" | "Controller">,
  isUniversal: boolean,
  arcVersion: string,
  section = "",
): readonly Target[] {
  const names = {
    Avatar: "Avatar",
    NativeToken: "DAOToken",
    NativeReputation: "Reputation",
    Controller: isUniversal ? "UController" : "Controller",
  };
  return (Object.keys(names) as (keyof typeof names)[]).map((key) => ({
    name: names[key],
    place: `${section}${key}`,
    address: dao[key],
    arcVersion,
  }));
}

function own({ name, address, arcVersion }: Omit<Target, "place">): Omit<Target, "place"> {
  return { name, address, arcVersion };
}
