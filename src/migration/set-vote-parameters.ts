import { parseUnits } from "ethers";

import { argumentsByName, functionEntry } from "../arc/abi.js";
import type { Artifact } from "../arc/artifact.js";
import type { GenesisProtocolParameters, VoteParameters } from "../params/parameters.js";
import type { Contract, Deployer } from "./deployer.js";
import { hasQueue } from "../arc/features.js";

/**
 * What the GenesisProtocol of alpha.53 to alpha.58 asks for and the parameters file has no word for:
 * the values that the predecessor of that time shipped. Fees and ratios are percent.
 */
const ALPHA_DEFAULTS = {
  thresholdConstA: parseUnits("7", "gwei"),
  thresholdConstB: 3n,
  minimumStakingFee: 0n,
  proposingRepRewardConstA: 5n,
  proposingRepRewardConstB: 5n,
  stakerFeeRatioForVoters: 50n,
  votersGainRepRatioFromLostRep: 80n,
  daoBountyConst: 75n,
} as const;

/**
 * Sets the vote parameters of a DAO and returns their hashes, in order. Parameters that the voting
 * machine has already (it keeps them for everybody) are not sent again.
 */
export async function setVoteParameters(
  deployer: Deployer,
  stepPrefix: string,
  genesisProtocol: Contract,
  voteParameters: readonly VoteParameters[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const [index, entry] of voteParameters.entries()) {
    hashes.push(
      "votingParamsHash" in entry
        ? entry.votingParamsHash
        : await setGenesisProtocol(deployer, `${stepPrefix}/${index}`, genesisProtocol, entry),
    );
  }
  return hashes;
}

async function setGenesisProtocol(
  deployer: Deployer,
  step: string,
  genesisProtocol: Contract,
  parameters: GenesisProtocolParameters,
): Promise<string> {
  const args = setParametersArguments(genesisProtocol.artifact, parameters);
  const [hash] = await deployer.read(genesisProtocol, "setParameters", args);
  const [percentage] = await deployer.read(genesisProtocol, "parameters", [hash]);
  // The percentage a proposal needs is the first field in every release, and never 0 once set.
  if (percentage === 0n) await deployer.send(step, genesisProtocol, "setParameters", args);
  return hash as string;
}

/** Arguments of GenesisProtocol.setParameters, in the order of the release. */
function setParametersArguments(
  genesisProtocol: Artifact,
  parameters: GenesisProtocolParameters,
): unknown[] {
  const numbers = hasQueue(genesisProtocol) ? numbersOf(parameters) : alphaNumbersOf(parameters);
  return argumentsByName(functionEntry(genesisProtocol, "setParameters"), {
    _params: numbers,
    _voteOnBehalf: parameters.voteOnBehalf,
  });
}

function numbersOf(parameters: GenesisProtocolParameters): bigint[] {
  return [
    parameters.queuedVoteRequiredPercentage,
    parameters.queuedVotePeriodLimit,
    parameters.boostedVotePeriodLimit,
    parameters.preBoostedVotePeriodLimit,
    parameters.thresholdConst,
    parameters.quietEndingPeriod,
    parameters.proposingRepReward,
    parameters.votersReputationLossRatio,
    parameters.minimumDaoBounty,
    parameters.daoBountyConst,
    parameters.activationTime,
  ];
}

/** Before rc.3 'pre-boosted' meant what is 'queued' since; the threshold and the fees were others. */
function alphaNumbersOf(parameters: GenesisProtocolParameters): bigint[] {
  return [
    parameters.queuedVoteRequiredPercentage,
    parameters.queuedVotePeriodLimit,
    parameters.boostedVotePeriodLimit,
    ALPHA_DEFAULTS.thresholdConstA,
    ALPHA_DEFAULTS.thresholdConstB,
    ALPHA_DEFAULTS.minimumStakingFee,
    parameters.quietEndingPeriod,
    ALPHA_DEFAULTS.proposingRepRewardConstA,
    ALPHA_DEFAULTS.proposingRepRewardConstB,
    ALPHA_DEFAULTS.stakerFeeRatioForVoters,
    parameters.votersReputationLossRatio,
    ALPHA_DEFAULTS.votersGainRepRatioFromLostRep,
    ALPHA_DEFAULTS.daoBountyConst,
    parameters.minimumDaoBounty,
  ];
}
