import type { AbiEntry } from "../arc/artifact.js";
import type * as file from "./file/migration-parameters.js";

/**
 * Migration parameters after validation: references checked, amounts in wei, defaults filled in. `migration/` uses them
 * without further checks.
 */
export interface DaoParameters {
  readonly orgName: string;
  readonly tokenName: string;
  readonly tokenSymbol: string;
  /** The release that the parameters name for the DAO, if any (it overrides the flag). */
  readonly arcVersion?: string;
  /** One entry per address, in order of first appearance; amounts in wei. */
  readonly founders: readonly Founder[];
  readonly votingMachinesParams: readonly VoteParameters[];
  /** The built-in schemes that are switched on; the list of a scheme that is off is empty. */
  readonly schemes: {
    readonly SchemeRegistrar: readonly SchemeRegistrarParameters[];
    readonly ContributionReward: readonly SchemeParameters[];
    readonly GenericScheme: readonly GenericSchemeParameters[];
    readonly GlobalConstraintRegistrar: readonly SchemeParameters[];
    readonly UpgradeScheme: readonly SchemeParameters[];
  };
  readonly standAloneContracts: readonly StandAloneContractParameters[];
  readonly customSchemes: readonly CustomSchemeParameters[];
  readonly unregisterOwner: boolean;
  /** False in a release without UController, whatever the file says. */
  readonly useUController: boolean;
  readonly useDaoCreator: boolean;
  readonly noTrack: boolean;
}

/** Checked values of a file's fields: numbers as bigint, amounts in wei, everything else in the file's units. */
type Checked<Fields> = {
  readonly [Key in keyof Fields]: file.Numeric extends Fields[Key] ? bigint : Fields[Key];
};

export type Founder = Checked<Required<file.FounderParameters>>;

/** One entry of VotingMachinesParams: for GenesisProtocol, the hash of existing parameters, or for AbsoluteVote. */
export type VoteParameters =
  | GenesisProtocolParameters
  | { readonly votingParamsHash: string }
  | { readonly absoluteVote: AbsoluteVoteParameters };

export type AbsoluteVoteParameters = Checked<file.AbsoluteVoteParameters>;

export type GenesisProtocolParameters = Checked<file.GenesisProtocolParameters>;

export interface SchemeParameters {
  /** Index into votingMachinesParams. */
  readonly voteParams: number;
  /** Address; if absent, the base's GenesisProtocol, or the machine of the vote parameters. */
  readonly votingMachine?: string;
}

export interface SchemeRegistrarParameters {
  readonly voteRegisterParams: number;
  readonly voteRemoveParams: number;
  readonly votingMachine?: string;
}

export interface GenericSchemeParameters extends SchemeParameters {
  /** The one contract the scheme may call. */
  readonly targetContract: string | StandAloneReference;
}

/** Index into standAloneContracts. */
export interface StandAloneReference {
  readonly standAloneContract: number;
}

/** An argument whose value is only known during the migration. */
export type Reference =
  StandAloneReference | { readonly voteParams: number } | { readonly address: AddressWord };

export type AddressWord =
  "AvatarAddress" | "DAOTokenAddress" | "ReputationAddress" | `${VotingMachine}Address`;

/** The voting machines of a base that a file can set vote parameters of. */
export const FILE_MACHINES = ["GenesisProtocol", "AbsoluteVote"] as const;
export type VotingMachine = (typeof FILE_MACHINES)[number];

/** A literal for ethers, a reference, or (for arrays and tuples) a list of these. */
export type Argument = string | bigint | boolean | Reference | readonly Argument[];

/** A call with the exact ABI entry that validation chose, in case the function is overloaded. */
export interface FunctionCall {
  readonly functionName: string;
  readonly abi: AbiEntry;
  readonly args: readonly Argument[];
}

/** Where a contract's artifact comes from: a release of Arc, or the folder custom-abis. */
export interface ContractSource {
  readonly name: string;
  readonly fromArc: boolean;
  /** Only for Arc contracts: a release of their own, which overrides the DAO's. */
  readonly arcVersion?: string;
}

export interface StandAloneContractParameters extends ContractSource {
  readonly alias?: string;
  /** True: args go to the constructor. False: the contract is deployed without arguments and then `initialize`d. */
  readonly constructor: boolean;
  /** Absent: the constructor gets no arguments, and `initialize` is not called. */
  readonly args?: readonly Argument[];
  /** The `initialize` that takes args, if one is called: it may be overloaded. */
  readonly abi?: AbiEntry;
  /** May refer to the contract itself and to earlier ones. */
  readonly runFunctions: readonly FunctionCall[];
}

export interface CustomSchemeParameters extends ContractSource {
  readonly alias?: string;
  readonly schemeName?: string;
  /** Address of an existing scheme; if absent, it is deployed (or created by its factory). */
  readonly address?: string | StandAloneReference;
  /** Created by the release's factory for it (such as GenericSchemeMultiCallFactory). */
  readonly fromFactory: boolean;
  readonly isUniversal: boolean;
  /** Arguments of setParameters (universal), of initialize after the avatar (others), or of the factory. */
  readonly args: readonly Argument[];
  /** The function that takes args, if one is called: it may be overloaded. */
  readonly abi?: AbiEntry;
  /** 4 bytes, hex with 0x. */
  readonly permissions: string;
  readonly runFunctions: readonly FunctionCall[];
}
