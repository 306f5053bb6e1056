import { MigrationError } from "../support/errors.js";
import type { ArcRelease } from "../arc/artifact.js";
import type { ContractDescription } from "../inspect/description.js";
import { readEarlierControllers } from "../inspect/organization/earlier-controllers.js";
import { findOrganization } from "../inspect/organization/find-organization.js";
import { NotAnArcDaoError } from "../inspect/organization/not-an-arc-dao-error.js";
import { readerAt } from "../inspect/reading/block-reader.js";
import { describeSchemes } from "../inspect/schemes/describe-schemes.js";
import type { Target } from "./targets.js";
import type { VerifyContractsOptions } from "./verify-contracts.js";

/** Describes a registered contract that is in no release. */
const UNKNOWN_SCHEME = "a scheme that is not Arc's";

/**
 * Finds the contracts of a DAO that is in no result, as the chain shows them: avatar, token, reputation, controller,
 * and the registered schemes.
 * @throws NotAnArcDaoError if there is no avatar, or it belongs to a DAO that is not Arc's
 */
export async function findDao(
  avatar: string,
  release: ArcRelease,
  { provider, block, onNote }: Pick<VerifyContractsOptions, "provider" | "block" | "onNote">,
): Promise<readonly Target[]> {
  const reader = await readerAt(provider, { block });
  const organization = await findOrganization(reader, avatar).catch((error: unknown) => {
    if (!(error instanceof NotAnArcDaoError)) throw error;
    throw new NotAnArcDaoError(
      `${error.message} For any other contract, say which it should be (--contract).`,
    );
  });
  const { described, isUniversal } = organization;
  const controllerName = isUniversal && release.has("UController") ? "UController" : "Controller";
  const schemes = await readEarlierControllers(reader, organization)
    .then(async (earlier) => await describeSchemes(reader, organization, earlier))
    .catch((error: unknown) => {
      if (!(error instanceof MigrationError)) throw error;
      onNote?.(
        `The registered schemes are not known because the node does not return old events: ${error.message}`,
      );
      return [];
    });
  const target = (name: string, place: string, { address }: ContractDescription): Target => ({
    name,
    place,
    address,
    arcVersion: release.version,
  });
  return [
    target("Avatar", "Avatar", described.avatar),
    target("DAOToken", "NativeToken", described.token),
    target("Reputation", "NativeReputation", described.reputation),
    target(controllerName, "Controller", described.controller),
    ...schemes
      .filter(({ registered }) => registered)
      .map(({ contract }) => schemeTarget(contract, release)),
  ];
}

/** A DAO often has schemes from later releases than its own. */
function schemeTarget(contract: ContractDescription, { version }: ArcRelease): Target {
  const { address, releases, exact } = contract;
  const name = contract.name ?? contract.looksLike?.split(" ")[0] ?? UNKNOWN_SCHEME;
  const isOfRelease = releases === undefined || releases.includes(version);
  const newest = exact?.at(-1) ?? releases?.at(-1) ?? version;
  return { name, place: `Schemes.${name}`, address, arcVersion: isOfRelease ? version : newest };
}
