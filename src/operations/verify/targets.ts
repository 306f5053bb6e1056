import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { ContractDescription } from "../../engine/inspect/description.js";
import { readEarlierControllers } from "../../engine/inspect/organization/earlier-controllers.js";
import { findOrganization } from "../../engine/inspect/organization/find-organization.js";
import { NotAnArcDaoError } from "../../engine/inspect/organization/not-an-arc-dao-error.js";
import { readerAt, type PinOptions } from "../../engine/inspect/reading/block-reader.js";
import { describeSchemes } from "../../engine/inspect/schemes/describe-schemes.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { LedgerEntry, OrganizationResult } from "../../foundation/result/result.js";

/** A contract to verify. */
export interface Target {
  /** The contract's name in Arc or in the project's sources. */
  readonly name: string;
  /** Its path in the result, such as `dao.Schemes.ContributionReward`; `address` if it was requested by address. */
  readonly place: string;
  readonly address: string;
  /** The Arc release that it comes from. */
  readonly arcVersion: string;
}

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
  const seen = new Set<string>();
  return targets.filter(({ address }) => {
    const isNew = !seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return isNew;
  });
}

/** Only the contracts of one DAO. */
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

interface DaoReading extends Pick<PinOptions, "block"> {
  readonly provider: Eip1193Provider;
  /** Called with what is not known. */
  readonly onNote?: (message: string) => void;
}

/**
 * The contracts of a DAO that is in no result, as the chain shows them: avatar, token, reputation, controller, and the
 * registered schemes.
 * @throws NotAnArcDaoError if there is no avatar, or it belongs to a DAO that is not Arc's
 */
export async function findDao(
  avatar: string,
  release: ArcRelease,
  { provider, block, onNote }: DaoReading,
): Promise<readonly Target[]> {
  const reader = await readerAt(provider, { block });
  const organization = await findOrganization(reader, avatar).catch((error: unknown) => {
    if (!(error instanceof NotAnArcDaoError)) throw error;
    throw new NotAnArcDaoError(
      `${error.message} For any other contract, say which it should be (--contract).`,
    );
  });
  const { described, isUniversal } = organization;
  const schemes = await readEarlierControllers(reader, organization)
    .then(async (earlier) => await describeSchemes(reader, organization, earlier))
    .catch((error: unknown) => {
      if (!(error instanceof MigrationError)) throw error;
      onNote?.(
        `The registered schemes are not known because the node does not return old events: ${error.message}`,
      );
      return [];
    });
  const core = {
    Avatar: described.avatar.address,
    NativeToken: described.token.address,
    NativeReputation: described.reputation.address,
    Controller: described.controller.address,
  };
  return [
    ...coreTargets(core, isUniversal && release.has("UController"), release.version),
    ...schemes
      .filter(({ registered }) => registered)
      .map(({ contract }) => schemeTarget(contract, release)),
  ];
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

/** A DAO often has schemes from later releases than its own. */
function schemeTarget(contract: ContractDescription, { version }: ArcRelease): Target {
  const { address, releases, exact } = contract;
  const name = contract.name ?? contract.looksLike?.split(" ")[0] ?? "a scheme that is not Arc's";
  const isOfRelease = releases === undefined || releases.includes(version);
  const newest = exact?.at(-1) ?? releases?.at(-1) ?? version;
  return { name, place: `Schemes.${name}`, address, arcVersion: isOfRelease ? version : newest };
}

function own({ name, address, arcVersion }: Omit<Target, "place">): Omit<Target, "place"> {
  return { name, address, arcVersion };
}
