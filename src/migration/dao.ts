import type { DaoParameters } from "../params/parameters.js";
import type { BaseResult, DaoResult } from "../result/result.js";
import type { ArtifactSet } from "../params/artifact-set.js";
import { prepareCustomSchemes, requireCustomSchemes } from "./prepare-custom-schemes.js";
import type { Deployer } from "./deployer.js";
import { setVoteParameters } from "./set-vote-parameters.js";
import {
  assembleOrganization,
  at,
  forgeOrganization,
  organizationResult,
  registerOrganization,
} from "./organization.js";
import { findProblems } from "./check-organization.js";
import { registerSchemes, setSchemes, unregisterOwner } from "./register-schemes.js";
import { prepareSchemes } from "./prepare-schemes.js";
import { deployStandAloneContracts } from "./deploy-stand-alone-contracts.js";
import { requireDaoSupport } from "../arc/features.js";

const STEP = "dao";

/** Makes the DAO that the parameters describe, on a base of the same release. */
export async function migrateDao(
  deployer: Deployer,
  artifacts: ArtifactSet,
  base: BaseResult,
  parameters: DaoParameters,
): Promise<DaoResult> {
  const { release } = artifacts;
  requireDaoSupport(release);
  await requireCustomSchemes(deployer, parameters.customSchemes);

  const organization = parameters.useDaoCreator
    ? await forgeOrganization(deployer, STEP, release, base, parameters)
    : await assembleOrganization(deployer, STEP, release, base, parameters);
  await registerOrganization(deployer, STEP, release, base, organization);

  const voteHashes = await setVoteParameters(
    deployer,
    `${STEP}/voteParameters`,
    at(release, "GenesisProtocol", base.GenesisProtocol),
    parameters.votingMachinesParams,
  );
  const addresses = {
    avatar: organization.avatar.address,
    token: organization.token.address,
    reputation: organization.reputation.address,
    genesisProtocol: base.GenesisProtocol,
    voteHashes,
  };
  const standAlone = await deployStandAloneContracts(
    deployer,
    STEP,
    artifacts,
    parameters.standAloneContracts,
    addresses,
  );
  const values = { ...addresses, standAloneAddresses: standAlone.map(({ address }) => address) };

  const builtIn = await prepareSchemes(
    { deployer, step: STEP, release, base, ...values },
    parameters.schemes,
  );
  const custom = await prepareCustomSchemes(
    { deployer, step: STEP, artifacts, base, values },
    parameters.customSchemes,
  );
  const schemes = [...builtIn, ...custom.schemes];

  if (parameters.useDaoCreator) {
    await setSchemes(deployer, STEP, release, base, organization, schemes);
  } else {
    await registerSchemes(deployer, STEP, organization, schemes);
    if (parameters.unregisterOwner) await unregisterOwner(deployer, STEP, organization);
  }
  const problems = await findProblems(deployer, organization, {
    schemes,
    keepsDeployer: !parameters.useDaoCreator && !parameters.unregisterOwner,
  });

  return {
    ...organizationResult(organization, release, schemes, problems),
    StandAloneContracts: [...standAlone, ...custom.companions],
  };
}
