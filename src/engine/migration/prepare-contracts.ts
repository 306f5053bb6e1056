import { machineOf } from "../governance/voting-machine.js";
import type { ArtifactSet } from "../../foundation/params/artifact-set.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { BaseResult, ContractResult, SchemeResult } from "../../foundation/result/result.js";
import { deployStandAloneContracts } from "./deploy-stand-alone-contracts.js";
import type { Deployer } from "./deployer.js";
import { prepareCustomSchemes } from "./prepare-custom-schemes.js";
import { prepareSchemes } from "./prepare-schemes.js";
import { setVoteParameters } from "./set-vote-parameters.js";
import { warnOfUselessVotes } from "./warn-of-useless-votes.js";

/** What the contracts of a DAO are made from. */
export interface Materials {
  readonly deployer: Deployer;
  /** The first part of each step's ID. */
  readonly step: string;
  readonly artifacts: ArtifactSet;
  /** Has the same release as the artifacts. */
  readonly base: BaseResult;
  readonly parameters: DaoParameters;
}

/** Addresses of the DAO's own contracts. */
export interface DaoAddresses {
  readonly avatar: string;
  readonly token: string;
  readonly reputation: string;
}

/** Contracts that are used as they are, by their places in the file. */
export interface KeptContracts {
  /** Places among all schemes of the file. */
  readonly schemes: ReadonlyMap<number, SchemeResult>;
  readonly standAlone: ReadonlyMap<number, ContractResult>;
}

/** The contracts of a file, each list in the order of the file. */
export interface PreparedContracts {
  /** Ready to be registered. */
  readonly schemes: readonly SchemeResult[];
  readonly standAlone: readonly ContractResult[];
  /** Contracts that factories created together with a scheme. */
  readonly companions: readonly ContractResult[];
}

/**
 * Sets vote parameters, deploys stand-alone contracts and schemes, and sets them up. Stand-alone contracts come first,
 * because schemes refer to them.
 */
export async function prepareContracts(
  { deployer, step, artifacts, base, parameters }: Materials,
  dao: DaoAddresses,
  kept: KeptContracts = { schemes: new Map(), standAlone: new Map() },
): Promise<PreparedContracts> {
  const { release } = artifacts;
  const { votingMachinesParams } = parameters;
  await warnOfUselessVotes(deployer, { release, base }, parameters);
  const voteHashes = await setVoteParameters(
    deployer,
    `${step}/voteParameters`,
    { release, base },
    votingMachinesParams,
  );
  const machines = { genesisProtocol: base.GenesisProtocol, absoluteVote: base.AbsoluteVote };
  const known = { ...dao, ...machines, voteHashes };
  const standAlone = await deployStandAloneContracts(
    deployer,
    step,
    artifacts,
    parameters.standAloneContracts,
    known,
    (index) => kept.standAlone.get(index),
  );
  const values = { ...known, standAloneAddresses: standAlone.map(({ address }) => address) };
  const votingMachines = votingMachinesParams.map((votes) => base[machineOf(votes)]);
  const context = { deployer, step, release, base, artifacts };
  const builtIn = await prepareSchemes(
    { ...context, ...values, votingMachines, kept: (index) => kept.schemes.get(index) },
    parameters.schemes,
  );
  const custom = await prepareCustomSchemes(
    { ...context, values, kept: (index) => kept.schemes.get(builtIn.length + index) },
    parameters.customSchemes,
  );
  return { standAlone, schemes: [...builtIn, ...custom.schemes], companions: custom.companions };
}
