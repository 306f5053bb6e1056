import type { ArcRelease } from "../../arc/artifact.js";
import type { NetworkName } from "../../chain/networks.js";
import type { ContractFinder, ContractOrigins } from "./contract-finder.js";
import type { Place } from "../file/place.js";
import type { VotingMachine } from "../parameters.js";

/** Everything that parameters are resolved against. */
export interface ParametersContext extends ContractOrigins {
  /** The target network, whose section of the file is used. */
  readonly network: NetworkName;
  /** The file's name, for messages. */
  readonly file?: string;
  /** Release from flag or configuration; the DAO's `arcVersion` overrides it. */
  readonly arcVersion: string;
}

/** What an argument may refer to at its place. */
export interface ArgumentScope {
  /** Number of stand-alone contracts that exist by then. */
  readonly standAloneCount: number;
  /** The voting machine of each entry of VotingMachinesParams; undefined if only a hash is given. */
  readonly votingMachines: readonly (VotingMachine | undefined)[];
}

/** Shared by the functions that resolve the parts of a parameters file. */
export interface Resolution extends ArgumentScope {
  /** The network's parameters, without sections. */
  readonly root: Place;
  /** The DAO's release; absent if it could not be opened, which is reported. */
  readonly release: ArcRelease | undefined;
  readonly contracts: ContractFinder;
}
