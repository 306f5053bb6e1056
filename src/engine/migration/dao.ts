import { keepsDeployer } from "../../foundation/params/keeps-deployer.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { BaseResult, DaoResult } from "../../foundation/result/result.js";
import type { ArtifactSet } from "../../foundation/params/artifact-set.js";
import { requireCustomSchemes } from "./prepare-custom-schemes.js";
import type { Deployer } from "./deployer.js";
import {
  assembleOrganization,
  forgeOrganization,
  organizationResult,
  registerOrganization,
} from "./organization.js";
import { findProblems } from "./check-organization.js";
import { registerSchemes, setSchemes, unregisterOwner } from "./register-schemes.js";
import type { Materials } from "./materials.js";
import { prepareContracts } from "./prepare-contracts.js";
import { requireDaoSupport } from "../../foundation/arc/features.js";

/** Creates the DAO that the parameters describe, on a base of the same release. */
export async function migrateDao(
  deployer: Deployer,
  artifacts: ArtifactSet,
  base: BaseResult,
  parameters: DaoParameters,
): Promise<DaoResult> {
  const materials: Materials = { deployer, step: "dao", artifacts, base, parameters };
  const { useDaoCreator } = parameters;
  requireDaoSupport(artifacts.release);
  await requireCustomSchemes(materials);

  const make = useDaoCreator ? forgeOrganization : assembleOrganization;
  const organization = await make(materials);
  await registerOrganization(materials, organization);
  const { avatar, token, reputation } = organization;
  const { schemes, standAlone, companions } = await prepareContracts(materials, {
    avatar: avatar.address,
    token: token.address,
    reputation: reputation.address,
  });
  // DaoCreator unregisters itself. Otherwise, the deploying account registers the schemes.
  if (useDaoCreator) await setSchemes(materials, organization, schemes);
  else {
    await registerSchemes(materials, organization, schemes);
    if (parameters.unregisterOwner) await unregisterOwner(materials, organization);
  }

  const problems = await findProblems(deployer, organization, {
    schemes,
    keepsDeployer: keepsDeployer(parameters),
  });
  return {
    ...organizationResult(organization, artifacts.release, schemes, problems),
    StandAloneContracts: [...standAlone, ...companions],
  };
}
