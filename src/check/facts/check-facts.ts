import type { Inspection, Read, SchemeDescription } from "../../inspect/description.js";
import type { Path } from "../../params/file/issues.js";
import type { Argument, Founder, VoteParameters } from "../../params/parameters.js";
import type { DaoResult } from "../../result/result.js";

/** What the rules look at: everything is read before the first of them runs. */
export interface CheckFacts {
  readonly inspection: CheckedInspection;
  /** What was minted when the DAO was created, in wei. */
  readonly founding: Read<Founding>;
  readonly wanted: WantedDao;
  /** What the result file says of this DAO; absent if it does not know it. */
  readonly recorded?: RecordedDao;
  /** Contracts of custom-abis whose code is at an address, by the address. */
  readonly customCode: Readonly<Record<string, readonly string[]>>;
  /** Why events of the DAO's beginning may be missing; absent if all were searched. */
  readonly missingEvents?: string;
}

/** The parts of an inspection that rules look at. */
type CheckedInspection = Pick<
  Inspection,
  | "globalConstraints"
  | "avatar"
  | "controller"
  | "name"
  | "token"
  | "reputation"
  | "allowances"
  | "votingMachines"
> & { readonly schemes: readonly CheckedScheme[] };

export type CheckedScheme = Omit<SchemeDescription, "paramsHash">;

/** Amounts in wei by checksummed account. */
export interface Founding {
  readonly tokens: ReadonlyMap<string, bigint>;
  readonly reputation: ReadonlyMap<string, bigint>;
}

export type RecordedDao = Pick<
  DaoResult,
  "Controller" | "NativeToken" | "NativeReputation" | "StandAloneContracts"
> & {
  /** In the order of the file. */
  readonly schemes: readonly { readonly address: string }[];
  /** Of the base that the DAO was made from. */
  readonly genesisProtocol?: string;
  readonly absoluteVote?: string;
};

/** What a parameters file asks for, with the places in it that ask. */
export interface WantedDao {
  /** Release of Arc, in full. */
  readonly release: string;
  readonly orgName: string;
  readonly tokenName: string;
  readonly tokenSymbol: string;
  readonly usesUController: boolean;
  /** The deploying account keeps all permissions. */
  readonly keepsDeployer: boolean;
  readonly founders: readonly (Founder & { readonly path: Path })[];
  readonly schemes: readonly WantedScheme[];
}

export interface WantedScheme {
  /** As the file calls it. */
  readonly name: string;
  readonly path: Path;
  /** Names of contracts that it may be, Arc's or those of custom-abis. */
  readonly contractNames: readonly string[];
  /** In full; absent for a contract of custom-abis. */
  readonly release?: string;
  /** Place among all schemes of the file, which is that in the result. */
  readonly index: number;
  readonly address?: string;
  /** 4 bytes, with the bit that the controller adds. */
  readonly permissions: string;
  /** Absent if the file says nothing of it; without a place, that of the base. */
  readonly votingMachine?: { readonly at?: Argument };
  /** By the name that the scheme has for them; `*` for all of its votes. */
  readonly votes: Readonly<Record<string, WantedVotes>>;
  /** What else it is set up with, under the contract's names. */
  readonly values: readonly WantedValue[];
}

export interface WantedVotes {
  readonly set: VoteParameters;
  readonly path: Path;
}

export interface WantedValue {
  readonly name: string;
  readonly argument: Argument;
  readonly path: Path;
}

/** A scheme of the file, and what is it on the chain. */
export interface SchemeMatch {
  readonly wanted: WantedScheme;
  /** Absent if the chain has none. */
  readonly scheme?: CheckedScheme;
}
