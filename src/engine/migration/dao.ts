import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { BaseResult, DaoResult, SchemeResult } from "../../foundation/result/result.js";
import type { ArtifactSet } from "../../foundation/params/artifact-set.js";
import { requireCustomSchemes } from "./prepare-custom-schemes.js";
import type { Deployer } from "./deployer.js";
import {
  assembleOrganization,
  forgeOrganization,
  organizationResult,
  registerOrganization,
  type Organization,
} from "./organization.js";
import { findProblems } from "./check-organization.js";
import { registerSchemes, setSchemes, unregisterOwner } from "./register-schemes.js";
import { prepareContracts, type Materials } from "./prepare-contracts.js";
import { requireDaoSupport } from "../../foundation/arc/features.js";

const STEP = "dao";

/** Creates the DAO that the parameters describe, on a base of the same release. */
export async function migrateDao(
  deployer: Deployer,
  artifacts: ArtifactSet,
  base: BaseResult,
  parameters: DaoParameters,
): Promise<DaoResult> {
  const materials: Materials = { deployer, step: STEP, artifacts, base, parameters };
  const { release } = artifacts;
  requireDaoSupport(release);
  await requireCustomSchemes(deployer, base, parameters);

  const organization = await makeOrganization(materials);
  const { avatar, token, reputation } = organization;
  const { schemes, standAlone, companions } = await prepareContracts(materials, {
    avatar: avatar.address,
    token: token.address,
    reputation: reputation.address,
  });
  await installSchemes(materials, organization, schemes);

  const problems = await findProblems(deployer, organization, {
    schemes,
    keepsDeployer: !parameters.useDaoCreator && !parameters.unregisterOwner,
  });
  return {
    ...organizationResult(organization, release, schemes, problems),
    StandAloneContracts: [...standAlone, ...companions],
  };
}

async function makeOrganization(materials: Materials): Promise<Organization> {
  const { deployer, artifacts, base, parameters } = materials;
  const { release } = artifacts;
  const make = parameters.useDaoCreator ? forgeOrganization : assembleOrganization;
  const organization = await make(deployer, STEP, release, base, parameters);
  await registerOrganization(deployer, STEP, release, base, organization);
  return organization;
}

/**
 * If DaoCreator created the DAO, it registers the schemes and unregisters itself; otherwise, the deploying account
 * registers them.
 */
async function installSchemes(
  { deployer, artifacts, base, parameters }: Materials,
  organization: Organization,
  schemes: readonly SchemeResult[],
): Promise<void> {
  if (parameters.useDaoCreator) {
    await setSchemes(deployer, STEP, artifacts.release, base, organization, schemes);
    return;
  }
  await registerSchemes(deployer, STEP, organization, schemes);
  if (parameters.unregisterOwner) await unregisterOwner(deployer, STEP, organization);
}
