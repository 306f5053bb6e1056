import type { DaoParameters } from "../params/parameters.js";
import type { BaseResult, DaoResult, SchemeResult } from "../result/result.js";
import type { ArtifactSet } from "../params/artifact-set.js";
import { prepareCustomSchemes, requireCustomSchemes } from "./prepare-custom-schemes.js";
import type { Deployer } from "./deployer.js";
import { setVoteParameters, votingMachinesOf } from "./set-vote-parameters.js";
import {
  assembleOrganization,
  forgeOrganization,
  organizationResult,
  registerOrganization,
  type Organization,
} from "./organization.js";
import { findProblems } from "./check-organization.js";
import { registerSchemes, setSchemes, unregisterOwner } from "./register-schemes.js";
import { prepareSchemes } from "./prepare-schemes.js";
import { deployStandAloneContracts } from "./deploy-stand-alone-contracts.js";
import { requireDaoSupport } from "../arc/features.js";

const STEP = "dao";

/** What a DAO is created from. */
interface Materials {
  readonly deployer: Deployer;
  readonly artifacts: ArtifactSet;
  /** Has the same release as the artifacts. */
  readonly base: BaseResult;
  readonly parameters: DaoParameters;
}

/** Creates the DAO that the parameters describe, on a base of the same release. */
export async function migrateDao(
  deployer: Deployer,
  artifacts: ArtifactSet,
  base: BaseResult,
  parameters: DaoParameters,
): Promise<DaoResult> {
  const materials: Materials = { deployer, artifacts, base, parameters };
  const { release } = artifacts;
  requireDaoSupport(release);
  await requireCustomSchemes(deployer, parameters.customSchemes);

  const organization = await makeOrganization(materials);
  const { schemes, standAloneContracts } = await makeContracts(materials, organization);
  await installSchemes(materials, organization, schemes);

  const problems = await findProblems(deployer, organization, {
    schemes,
    keepsDeployer: !parameters.useDaoCreator && !parameters.unregisterOwner,
  });
  return {
    ...organizationResult(organization, release, schemes, problems),
    StandAloneContracts: standAloneContracts,
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

/** Deploys stand-alone contracts first, because schemes refer to them. */
async function makeContracts(
  { deployer, artifacts, base, parameters }: Materials,
  { avatar, token, reputation }: Organization,
) {
  const { release } = artifacts;
  const context = { deployer, step: STEP, release, base, artifacts };
  const addresses = {
    avatar: avatar.address,
    token: token.address,
    reputation: reputation.address,
    genesisProtocol: base.GenesisProtocol,
    voteHashes: await setVoteParameters(
      deployer,
      `${STEP}/voteParameters`,
      votingMachinesOf(release, base),
      parameters.votingMachinesParams,
    ),
  };
  const standAlone = await deployStandAloneContracts(
    deployer,
    STEP,
    artifacts,
    parameters.standAloneContracts,
    addresses,
  );
  const values = { ...addresses, standAloneAddresses: standAlone.map(({ address }) => address) };
  const votingMachines = parameters.votingMachinesParams.map((entry) =>
    "absoluteVote" in entry ? base.AbsoluteVote : base.GenesisProtocol,
  );
  const builtIn = await prepareSchemes(
    { ...context, ...values, votingMachines },
    parameters.schemes,
  );
  const custom = await prepareCustomSchemes({ ...context, values }, parameters.customSchemes);
  return {
    schemes: [...builtIn, ...custom.schemes],
    standAloneContracts: [...standAlone, ...custom.companions],
  };
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
