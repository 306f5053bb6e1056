import { FIXED_POINT } from "../../foundation/arc/fixed-point.js";
import { parseUnits } from "ethers";

import { argumentsByName, functionEntry } from "../../foundation/arc/abi.js";
import type { Artifact, ArcRelease } from "../../foundation/arc/artifact.js";
import type {
  AbsoluteVoteParameters,
  GenesisProtocolParameters,
  VoteParameters,
} from "../../foundation/params/parameters.js";
import { VOTE_NUMBERS } from "../../foundation/params/resolve/factory-votes.js";
import type { BaseResult } from "../../foundation/result/result.js";
import { at } from "./organization.js";
import type { Contract, Deployer } from "./deployer.js";
import { hasQueue } from "../../foundation/arc/features.js";
import { readStoredParameters, requireStored } from "./stored-parameters.js";

/**
 * Values that GenesisProtocol of alpha.53 to alpha.58 needs but a parameters file has no fields for. The predecessor of
 * that time used these. Fees and ratios are percent.
 */
export const ALPHA_DEFAULTS = {
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
 * Sets a DAO's vote parameters and returns their hashes, in order. A voting machine stores parameters for all DAOs, so
 * those that it already has are not sent again.
 */
export async function setVoteParameters(
  deployer: Deployer,
  stepPrefix: string,
  { genesisProtocol, absoluteVote }: VotingMachines,
  voteParameters: readonly VoteParameters[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const [index, entry] of voteParameters.entries()) {
    const step = `${stepPrefix}/${index}`;
    if ("votingParamsHash" in entry) {
      hashes.push(entry.votingParamsHash);
    } else if ("absoluteVote" in entry) {
      hashes.push(await setAbsoluteVote(deployer, step, absoluteVote, entry.absoluteVote));
    } else {
      hashes.push(await setGenesisProtocol(deployer, step, genesisProtocol, entry));
    }
  }
  return hashes;
}

/** Voting machines of a base, as contracts. */
export interface VotingMachines {
  readonly genesisProtocol: Contract;
  readonly absoluteVote: Contract;
}

export function votingMachinesOf(release: ArcRelease, base: BaseResult): VotingMachines {
  return {
    genesisProtocol: at(release, "GenesisProtocol", base.GenesisProtocol),
    absoluteVote: at(release, "AbsoluteVote", base.AbsoluteVote),
  };
}

async function setAbsoluteVote(
  deployer: Deployer,
  step: string,
  contract: Contract,
  { votePerc, voteOnBehalf }: AbsoluteVoteParameters,
): Promise<string> {
  const args = argumentsByName(functionEntry(contract.artifact, "setParameters"), {
    _precReq: votePerc,
    _voteOnBehalf: voteOnBehalf,
  });
  const [hash] = await deployer.read(contract, "setParameters", args);
  const stored = await readStoredParameters(deployer, contract, hash as string);
  if (Object.values(stored)[0] === 0n) {
    await deployer.send(step, contract, "setParameters", args);
  } else {
    requireStored(contract, hash as string, stored, { precReq: votePerc, voteOnBehalf });
  }
  return hash as string;
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
  // In every release, the first field is the required percentage, which is never 0 once it is set.
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

/** Vote parameters as GenesisProtocol stores them, by its names; for alphas, see `alphaNumbersOf`. */
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
  const numbers = hasQueue(genesisProtocol)
    ? VOTE_NUMBERS.map((name) => parameters[name])
    : alphaNumbersOf(parameters);
  return argumentsByName(functionEntry(genesisProtocol, "setParameters"), {
    _params: numbers,
    _voteOnBehalf: parameters.voteOnBehalf,
  });
}

/** Before rc.3, "pre-boosted" meant what is now "queued", and threshold and fees were different. */
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
