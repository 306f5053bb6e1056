import { parseUnits } from "ethers";

import { argumentsByName, functionEntry } from "../arc/abi.js";
import type { Artifact } from "../arc/artifact.js";
import type { GenesisProtocolParameters, VoteParameters } from "../params/parameters.js";
import type { Contract, Deployer } from "./deployer.js";
import { hasQueue } from "../arc/features.js";
import { readStoredParameters, requireStored } from "./stored-parameters.js";

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

/** GenesisProtocol keeps its threshold as a fixed-point number of so many parts. */
const FIXED_POINT = 2n ** 40n;

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
  const stored = await readStoredParameters(deployer, genesisProtocol, hash as string);
  // The percentage that a proposal needs is the first field in every release, and never 0 once set.
  if (Object.values(stored)[0] === 0n) {
    await deployer.send(step, genesisProtocol, "setParameters", args);
  } else {
    requireStored(
      genesisProtocol,
      hash as string,
      stored,
      storedOf(parameters, hasQueue(genesisProtocol.artifact)),
    );
  }
  return hash as string;
}

/** What GenesisProtocol keeps of vote parameters, by its names; see `alphaNumbersOf` for the others. */
function storedOf(parameters: GenesisProtocolParameters, hasQueue: boolean) {
  if (hasQueue) {
    return { ...parameters, thresholdConst: (parameters.thresholdConst * FIXED_POINT) / 1000n };
  }
  const { queuedVoteRequiredPercentage, queuedVotePeriodLimit, ...others } = parameters;
  return {
    ...others,
    ...ALPHA_DEFAULTS,
    preBoostedVoteRequiredPercentage: queuedVoteRequiredPercentage,
    preBoostedVotePeriodLimit: queuedVotePeriodLimit,
  };
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
