import { registryOwner } from "../../foundation/chain/networks.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import type { ChainFacts } from "../../engine/execution/steps/step.js";
import type { HandledProposal } from "../change/carry/propose-or-wait.js";
import { speakerOf } from "../../engine/governance/vote-and-stake.js";
import { FOUNDERS } from "../../engine/migration/demo-test.js";
import { keepsDeployer } from "../../foundation/params/keeps-deployer.js";
import { BUILT_IN_PERMISSIONS, BUILT_IN_SCHEMES } from "../../foundation/arc/permissions.js";
import type {
  Argument,
  DaoParameters,
  Founder,
  FunctionCall,
} from "../../foundation/params/parameters.js";
import type { PreparedChange } from "../change/propose-change.js";
import type { PreparedMigration } from "./prepare.js";

/** What a migration is about to make, and who gets what; known before anything is sent. */
export interface MigrationOutline {
  readonly arcVersion: string;
  /** The result file. */
  readonly output: string;
  /** Absent if no base is made. */
  readonly base?: {
    /** Owner of DAORegistry and DAOTracker. */
    readonly registryOwner: string;
    /** Address of the staking token; absent if one is deployed. */
    readonly stakingToken?: string;
    /** Accounts for which staking tokens are minted. */
    readonly stakers: readonly string[];
  };
  /** Absent if no DAO is made. */
  readonly dao?: DaoOutline;
  /** The DAO that is changed, and what is done for each proposal; absent if one is created. */
  readonly change?: Pick<PreparedChange, "avatar" | "name"> & {
    readonly handled: readonly HandledProposal[];
  };
  /** Accounts that get tokens and reputation of a demo DAO; absent if none is made. */
  readonly demoFounders?: readonly string[];
}

export interface DaoOutline {
  readonly name: string;
  readonly tokenName: string;
  readonly tokenSymbol: string;
  /** Amounts in wei. */
  readonly founders: readonly Founder[];
  /** Everything that will be registered with the controller. */
  readonly schemes: readonly SchemeOutline[];
  /** The calls that the parameters request, in order. */
  readonly calls: readonly CallOutline[];
  /** Accounts that may vote on behalf of others. */
  readonly voteOnBehalf: readonly string[];
  /** Whether the deploying account keeps all permissions at the end. */
  readonly accountKeepsPermissions: boolean;
}

export interface SchemeOutline {
  readonly name: string;
  /** 4 bytes, hex with 0x. */
  readonly permissions: string;
  /** Address of an existing scheme, whose code is unknown. */
  readonly address?: string;
  /** The one contract that it may call. */
  readonly target?: string;
  /** Address, if it is not the base's GenesisProtocol. */
  readonly votingMachine?: string;
}

interface CallOutline {
  readonly contract: string;
  readonly function: string;
  /** As text; references show what they refer to. */
  readonly args: readonly string[];
}

export function outlineOf(
  { release, dao, sections, reusable, change }: PreparedMigration,
  {
    output,
    network,
    account,
    testAccounts,
  }: Pick<MigrationOutline, "output"> & Pick<ChainFacts, "network" | "account" | "testAccounts">,
): MigrationOutline {
  const { stakingToken } = network;
  const mints = isPrivate(network) && stakingToken === undefined && !reusable?.["DAOToken"];
  return {
    arcVersion: release.version,
    output,
    base: sections.includes("base")
      ? {
          registryOwner: registryOwner(network) ?? account,
          stakingToken,
          stakers: mints ? testAccounts : [],
        }
      : undefined,
    dao: dao && change === undefined ? daoOutline(dao.parameters) : undefined,
    change: change && { avatar: change.avatar, name: change.name, handled: change.handled() },
    demoFounders: sections.includes("test") ? testAccounts.slice(0, FOUNDERS) : undefined,
  };
}

function daoOutline(parameters: DaoParameters): DaoOutline {
  return {
    name: parameters.orgName,
    tokenName: parameters.tokenName,
    tokenSymbol: parameters.tokenSymbol,
    founders: parameters.founders,
    schemes: schemesOf(parameters),
    calls: callsOf(parameters),
    voteOnBehalf: parameters.votingMachinesParams.flatMap(
      (vote) => speakerOf({ ...("absoluteVote" in vote ? vote.absoluteVote : vote) }) ?? [],
    ),
    accountKeepsPermissions: keepsDeployer(parameters),
  };
}

function schemesOf({
  schemes,
  customSchemes,
  standAloneContracts,
}: DaoParameters): readonly SchemeOutline[] {
  const textOf = (place: Argument) => argumentText(place, standAloneContracts);
  return [
    ...BUILT_IN_SCHEMES.flatMap((name) =>
      schemes[name].map((scheme) => ({
        name,
        permissions: BUILT_IN_PERMISSIONS[name],
        target: "targetContract" in scheme ? textOf(scheme.targetContract) : undefined,
        votingMachine: scheme.votingMachine,
      })),
    ),
    ...customSchemes.map(({ name, alias, permissions, address }) => ({
      name: alias ?? name,
      permissions,
      address: address === undefined ? undefined : textOf(address),
    })),
  ];
}

function callsOf({ standAloneContracts, customSchemes }: DaoParameters): readonly CallOutline[] {
  const callOf = (contract: string, name: string, args: readonly Argument[]): CallOutline => ({
    contract,
    function: name,
    args: args.map((argument) => argumentText(argument, standAloneContracts)),
  });
  const runs = (contract: string, calls: readonly FunctionCall[]) =>
    calls.map(({ functionName, args }) => callOf(contract, functionName, args));
  return [
    ...standAloneContracts.flatMap(({ name, alias = name, args, runFunctions, ...made }) => {
      const setup = made.constructor ? "constructor" : "initialize";
      return [
        ...(args === undefined ? [] : [callOf(alias, setup, args)]),
        ...runs(alias, runFunctions),
      ];
    }),
    ...customSchemes.flatMap(({ name, alias = name, abi, isUniversal, args, runFunctions }) => {
      const setup = abi?.name ?? (isUniversal ? "setParameters" : undefined);
      return [
        ...(setup === undefined ? [] : [callOf(alias, setup, args)]),
        ...runs(alias, runFunctions),
      ];
    }),
  ];
}

type StandAlone = DaoParameters["standAloneContracts"];

/** An argument as text; a reference shows what it refers to. */
function argumentText(argument: Argument, contracts: StandAlone): string {
  if (typeof argument !== "object") return String(argument);
  if ("length" in argument) {
    return `[${argument.map((one) => argumentText(one, contracts)).join(", ")}]`;
  }
  if ("standAloneContract" in argument) {
    const { standAloneContract: index } = argument;
    return `<${contracts[index]?.alias ?? contracts[index]?.name ?? `contract ${index}`}>`;
  }
  return "voteParams" in argument
    ? `<vote parameters ${argument.voteParams}>`
    : `<${argument.address}>`;
}
