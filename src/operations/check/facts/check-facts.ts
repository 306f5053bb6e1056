import type {
  ContractDescription,
  Inspection,
  JsonValue,
  Inspected,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import type { Path } from "../../../foundation/params/file/issues.js";
import type {
  Argument,
  DaoParameters,
  Founder,
  FunctionCall,
  VoteParameters,
} from "../../../foundation/params/parameters.js";
import type { DaoResult } from "../../../foundation/result/result.js";

import type { Creation } from "../../../engine/inspect/storage/creation.js";

/** The facts for the rules. Everything is read before the first rule runs. */
export interface CheckFacts {
  readonly inspection: Inspection;
  readonly wanted: WantedDao;
  /** What the result file says about this DAO; absent if it does not have the DAO. */
  readonly recorded?: RecordedDao;
  /** By address, the contracts of custom-abis whose code is there. */
  readonly customCode: Readonly<Record<string, readonly string[]>>;
  /** Which stand-alone contracts of the file could be where schemes refer to one; absent if none was looked up. */
  readonly standAloneCode?: StandAloneCode;
  /** By its place in the file, each stand-alone contract whose address the result file has. */
  readonly standAlone?: ReadonlyMap<number, StandAloneFact>;
  /** How its contracts were created; absent if nobody asked. */
  readonly creations?: readonly CreationFact[];
  /** The account that deployed all of the DAO's contracts, and owns those that the file gives to nobody. */
  readonly deployer?: string;
  /** Accounts that deployed some of them, if it is not known who deployed the others: the accounts that carried out a change. */
  readonly deployedSome?: readonly string[];
}

/** A contract of a check, and how it was created. */
export interface CreationFact {
  readonly address: string;
  readonly name: string;
  readonly creation: Creation;
}

/** A stand-alone contract as it is on the chain. */
export interface StandAloneFact {
  readonly contract: ContractDescription;
  /** Whether it has the code of the file's contract. */
  readonly isRight: boolean;
  /** Whether it may have that code, with values that its constructor wrote into it. */
  readonly mayBeRight?: boolean;
  readonly owner?: Inspected<string>;
  readonly values: Inspected<Readonly<Record<string, JsonValue>>>;
}

/** By checksummed address, the indexes of the file's stand-alone contracts that have the code there. */
export type StandAloneCode = Readonly<Record<string, readonly number[]>>;

export type RecordedDao = Pick<
  DaoResult,
  "Controller" | "NativeToken" | "NativeReputation" | "StandAloneContracts"
> & {
  /** In the order of the file. */
  readonly schemes: readonly { readonly address: string }[];
  /** The GenesisProtocol of the base that the DAO was created from. */
  readonly genesisProtocol?: string;
  readonly absoluteVote?: string;
  /** What the base's GenesisProtocol stakes. */
  readonly stakingToken?: string;
  /** By address, the transactions that created contracts. */
  readonly createdIn?: Readonly<Record<string, string>>;
};

/** What a parameters file asks for, with the paths in the file. */
export interface WantedDao extends Pick<DaoParameters, "orgName" | "tokenName" | "tokenSymbol"> {
  /** The complete version of the Arc release. */
  readonly release: string;
  readonly usesUController: boolean;
  /** Whether the deploying account keeps all permissions. */
  readonly keepsDeployer: boolean;
  readonly founders: readonly (Founder & { readonly path: Path })[];
  readonly schemes: readonly WantedScheme[];
  /** In the order of the file, but those that are schemes themselves. */
  readonly standAlone: readonly WantedStandAlone[];
}

/** What a file says of a contract that it has deployed. */
interface WantedSetUp {
  /** Its name in the file. */
  readonly name: string;
  readonly path: Path;
  /** The other values that it is set up with, by the contract's names. */
  readonly values: readonly WantedValue[];
  /** Absent if the file gives it to nobody. */
  readonly owner?: Argument;
  /** Calls after it was set up, but those that give it to its owner. */
  readonly calls: readonly (Pick<FunctionCall, "functionName" | "args"> & {
    readonly path: Path;
  })[];
}

export interface WantedStandAlone extends WantedSetUp {
  /** Its place among the file's stand-alone contracts. */
  readonly index: number;
  /** Such as `Wallet of Arc 0.0.1-rc.57`. */
  readonly code: string;
}

export interface WantedScheme extends WantedSetUp {
  /** Names of contracts that it may be, from Arc or custom-abis. */
  readonly contractNames: readonly string[];
  /** The complete version; absent for a contract of custom-abis. */
  readonly release?: string;
  /** Its index among all schemes of the file, and so in the result. */
  readonly index: number;
  readonly address?: string;
  /** 4 bytes, including the bit that the controller adds. */
  readonly permissions: string;
  /** Absent if the file does not mention it. */
  readonly votingMachine?: Argument;
  /** By the scheme's own name for them; `*` for all of its votes. */
  readonly votes: Readonly<Record<string, WantedVotes>>;
  /** Whether its avatar cannot be seen, because the contract has no function for it. */
  readonly hidesAvatar?: boolean;
}

export interface WantedVotes {
  readonly set: VoteParameters;
  readonly path: Path;
}

export interface WantedValue {
  readonly name: string;
  readonly argument: Argument;
  readonly path: Path;
  /** Of a struct: its fields, which many contracts return one by one. */
  readonly fields?: readonly WantedValue[];
}

/** A scheme of the file, with its counterpart on the chain. */
export interface SchemeMatch {
  readonly wanted: WantedScheme;
  /** Not set if the DAO does not have it. */
  readonly scheme?: SchemeDescription;
}

/** A scheme of the file, and the one on the chain that it is compared with. */
export type Matched = Required<SchemeMatch>;
