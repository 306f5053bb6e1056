import { z } from "zod/v4";

import type { Numeric } from "./numbers.js";
import {
  address,
  amount,
  bytes,
  contractName,
  flag,
  index,
  name,
  uint256,
} from "./schema-values.js";

/*
 * The only definition of a parameters file: what is accepted, the file's TypeScript type, and the JSON Schema for
 * editors are all derived from it. unknown-keys.ts handles unknown keys.
 */

const arcVersion = name("Version of @daostack/arc, such as 0.0.1-rc.57.");

const referenceSchema = z
  .object({ StandAloneContract: index("Index into StandAloneContracts, from 0.") })
  .meta({ id: "StandAloneReference", description: "A stand-alone contract, by its index." });

const voteParamsReference = z
  .object({ voteParams: index("Index into VotingMachinesParams, from 0.") })
  .meta({ description: "The hash of vote parameters, by their index." });

const addressOrReference = (description: string) =>
  z.union([address(description), referenceSchema]).meta({ description });

/** An argument in a parameters file. Amounts here are in the contract's units: wei, seconds. */
export type RawArgument =
  | Numeric
  | boolean
  | z.input<typeof referenceSchema>
  | z.input<typeof voteParamsReference>
  | readonly RawArgument[]
  | { readonly [component: string]: RawArgument };

const argument: z.ZodType<RawArgument, RawArgument> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.number(),
      z.bigint(),
      z.boolean(),
      referenceSchema as unknown as z.ZodType<RawArgument, RawArgument>,
      voteParamsReference as unknown as z.ZodType<RawArgument, RawArgument>,
      z.array(argument),
      z.record(z.string(), argument),
    ]),
  )
  .meta({
    id: "Argument",
    description:
      'A literal as the contract takes it (amounts in wei, large ones as strings), "AvatarAddress", "DAOTokenAddress", "ReputationAddress", "GenesisProtocolAddress", {"StandAloneContract": index}, {"voteParams": index}, or a list of these.',
  });

const argumentList = (description: string) =>
  z.array(argument, { error: "a list of arguments" }).meta({ description });

export const runFunctionSchema = z
  .object({
    functionName: name("Name of the function; with its types if it is overloaded."),
    params: argumentList("Its arguments.").optional(),
  })
  .meta({ id: "RunFunction" });

const runFunctions = z
  .array(runFunctionSchema, { error: "a list of {functionName, params}" })
  .meta({ description: "Calls made on the contract by the deploying account, in this order." });

export const founderSchema = z
  .object({
    address: address("The founder's account."),
    tokens: amount("Tokens of the DAO that the founder gets, in whole tokens.").optional(),
    reputation: amount("Reputation that the founder gets, in whole units.").optional(),
  })
  .meta({ id: "Founder" });

export const genesisProtocolSchema = z
  .object({
    queuedVoteRequiredPercentage: uint256(
      "Percent (50 to 100) of all reputation that decides a queued proposal.",
    ),
    queuedVotePeriodLimit: uint256("Seconds a queued proposal is open for votes."),
    boostedVotePeriodLimit: uint256(
      "Seconds a boosted proposal is open for votes; at least quietEndingPeriod.",
    ),
    preBoostedVotePeriodLimit: uint256("Seconds a proposal waits before it is boosted."),
    thresholdConst: uint256(
      "Confidence needed for boosting, in thousandths: above 1000, up to 16000.",
    ),
    quietEndingPeriod: uint256("Seconds without a change of the outcome before a vote may end."),
    proposingRepReward: amount(
      "Reputation for the proposer of an accepted proposal, in whole units.",
    ),
    votersReputationLossRatio: uint256(
      "Percent (0 to 100) of their reputation that voters put at stake.",
    ),
    minimumDaoBounty: amount("The DAO's minimum stake, in whole staking tokens; above 0."),
    daoBountyConst: uint256("Factor of the DAO's stake, above 0."),
    activationTime: uint256("UNIX time in seconds from which proposals can be made."),
    voteOnBehalf: address("Who may vote on behalf of others; the zero address means nobody."),
  })
  .meta({ id: "GenesisProtocolParameters" });

export const presetSchema = z
  .object({
    votingParamsHash: bytes(
      32,
      "a hash: 0x and 64 hex digits",
      "Hash of parameters that the voting machine already has: 0x and 64 hex digits.",
    ),
  })
  .meta({ id: "PresetParameters" });

export const absoluteVoteSchema = z
  .object({
    votePerc: uint256("Percent (1 to 100) of all reputation that decides a proposal."),
    voteOnBehalf: address("Who may vote on behalf of others; the zero address means nobody."),
  })
  .meta({ id: "AbsoluteVoteParameters" });

const voteParams = index("Index into VotingMachinesParams; 0 by default.").optional();
const votingMachine = address(
  "The voting machine; GenesisProtocol of the base by default.",
).optional();

export const schemeSchema = z.object({ voteParams, votingMachine }).meta({ id: "Scheme" });

export const schemeRegistrarSchema = z
  .object({
    voteRegisterParams: index(
      "Index into VotingMachinesParams for votes that register a scheme; 0 by default.",
    ).optional(),
    voteRemoveParams: index(
      "Index into VotingMachinesParams for votes that remove a scheme; 0 by default.",
    ).optional(),
    votingMachine,
  })
  .meta({ id: "SchemeRegistrar" });

export const genericSchemeSchema = z
  .object({
    targetContract: addressOrReference("The one contract the scheme may call."),
    voteParams,
    votingMachine,
  })
  .meta({ id: "GenericScheme" });

const switchesSchema = z
  .object({
    SchemeRegistrar: flag("Lets the DAO register and remove schemes.").optional(),
    ContributionReward: flag("Rewards for contributions.").optional(),
    GenericScheme: flag("Calls of one other contract.").optional(),
    GlobalConstraintRegistrar: flag("Adding and removing global constraints.").optional(),
    UpgradeScheme: flag("Changing the controller.").optional(),
    UGenericScheme: flag("Older name of GenericScheme.").optional(),
  })
  .meta({ description: "Which of the five built-in schemes the DAO gets." });

/** Every object has a `constructor`. Without the wider type, TypeScript would require this field in each literal. */
const constructorFlag = flag(
  "True: params go to the constructor. Otherwise they go to initialize, which is not called without params.",
) as unknown as z.ZodType<boolean, boolean | object>;

export const standAloneSchema = z
  .object({
    name: contractName("Name of the contract."),
    alias: name("Its name in the result.").optional(),
    fromArc: flag(
      "True: from the Arc release. False: from custom-abis/<name>.json. By default from custom-abis if it has the file, else from Arc.",
    ).optional(),
    constructor: constructorFlag.optional(),
    params: argumentList("Arguments of the constructor or of initialize.").optional(),
    runFunctions: runFunctions.optional(),
    arcVersion: arcVersion.optional(),
  })
  .meta({ id: "StandAloneContract" });

export const customSchemeSchema = z
  .object({
    name: contractName("Name of the contract; in the mapping form the key by default.").optional(),
    schemeName: name("Kind of scheme; chooses the factory with fromFactory.").optional(),
    alias: name("Its name in the result.").optional(),
    fromArc: flag(
      "True: from the Arc release. False: from custom-abis/<name>.json. By default from custom-abis if it has the file, else from Arc.",
    ).optional(),
    fromFactory: flag("True: created by the release's factory for it.").optional(),
    isUniversal: flag(
      "True: setParameters is called. Otherwise initialize, with the avatar before params.",
    ).optional(),
    address: addressOrReference(
      "Address of an existing scheme; by default one is deployed.",
    ).optional(),
    params: argumentList(
      "Arguments of setParameters, of initialize, or of the factory.",
    ).optional(),
    permissions: bytes(
      4,
      'permissions of 4 bytes, such as "0x00000010"',
      "What the controller lets the scheme do: 4 bytes as hex with 0x.",
    ),
    runFunctions: runFunctions.optional(),
    arcVersion: arcVersion.optional(),
  })
  .meta({ id: "CustomScheme" });

function oneOrMore<T extends z.ZodType>(schema: T) {
  return z.union([z.array(schema), schema]);
}

const flatShape = {
  orgName: name("Name of the DAO.").optional(),
  tokenName: name("Name of the DAO's token.").optional(),
  tokenSymbol: name("Symbol of the DAO's token.").optional(),
  arcVersion: arcVersion
    .meta({
      description: "Version of @daostack/arc that the DAO is created from; overrides the flag.",
    })
    .optional(),
  founders: z
    .array(founderSchema)
    .meta({ description: "Accounts that get tokens and reputation." })
    .optional(),
  VotingMachinesParams: z
    .array(
      z.union([
        genesisProtocolSchema,
        presetSchema,
        z.object({ AbsoluteVote: absoluteVoteSchema }).meta({
          description: "Parameters of AbsoluteVote, used by schemes that refer to them.",
        }),
      ]),
    )
    .meta({ description: "Vote parameters, referred to by index." })
    .optional(),
  schemes: switchesSchema.optional(),
  SchemeRegistrar: oneOrMore(schemeRegistrarSchema).optional(),
  ContributionReward: oneOrMore(schemeSchema).optional(),
  GenericScheme: oneOrMore(genericSchemeSchema).optional(),
  UGenericScheme: oneOrMore(genericSchemeSchema)
    .meta({ description: "Older name of GenericScheme." })
    .optional(),
  GlobalConstraintRegistrar: oneOrMore(schemeSchema).optional(),
  UpgradeScheme: oneOrMore(schemeSchema).optional(),
  StandAloneContracts: z
    .array(standAloneSchema)
    .meta({ description: "Contracts to deploy alongside the DAO, in this order." })
    .optional(),
  CustomSchemes: z
    .union([z.array(customSchemeSchema), z.record(z.string(), oneOrMore(customSchemeSchema))])
    .meta({ description: "Further schemes: a list, or lists by the scheme's name." })
    .optional(),
  unregisterOwner: flag(
    "Whether to revoke the deploying account's permissions at the end.",
  ).optional(),
  useUController: flag("Whether the universal controller is used; false by default.").optional(),
  useDaoCreator: flag("Whether DaoCreator creates the DAO; false by default.").optional(),
  noTrack: flag("Without DaoCreator: true leaves the DAO out of DAOTracker.").optional(),
};

/** Parameters without sections for networks. */
export const flatSchema = z.object(flatShape).meta({ id: "Parameters" });

const section = (network: string) =>
  flatSchema.meta({ description: `Parameters that differ on ${network}.` }).optional();

/** Sections that a file may contain; the names come from the predecessor. */
export const SECTIONS = [
  "default",
  "private",
  "mainnet",
  "rinkeby",
  "kovan",
  "sokol",
  "xdai",
  "ropsten",
] as const;

export const migrationParametersSchema = flatSchema.extend({
  $comment: z.string().meta({ description: "For readers; it has no effect." }).optional(),
  $schema: z.string().meta({ description: "Where editors find the JSON Schema." }).optional(),
  default: flatSchema.meta({ description: "Parameters for all networks." }).optional(),
  private: section("private networks"),
  mainnet: section("mainnet"),
  rinkeby: section("rinkeby"),
  kovan: section("kovan"),
  sokol: section("sokol"),
  xdai: section("xdai"),
  ropsten: section("ropsten"),
});

export type { MigrationParameters } from "./migration-parameters.js";

/** What the schema accepts: MigrationParameters without its comments. */
export type ParametersInput = z.input<typeof migrationParametersSchema>;
