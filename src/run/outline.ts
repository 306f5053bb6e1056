import { ZeroAddress } from "ethers";

import { isPrivate, registryOwner, type Network } from "../chain/networks.js";
import type { HandledProposal } from "../change/carry/submit-proposals.js";
import { FOUNDERS } from "../migration/demo-test.js";
import { PERMISSIONS } from "../migration/prepare-schemes.js";
import type {
  Argument,
  DaoParameters,
  Founder,
  FunctionCall,
  Reference,
} from "../params/parameters.js";
import type { PreparedMigration } from "./prepare.js";

/** What a migration is about to make, and who gets what; known before anything is sent. */
export interface MigrationOutline {
  readonly arcVersion: string;
  /** The result file. */
  readonly output: string;
  /** Absent if no base is made. */
  readonly base?: BaseOutline;
  /** Absent if no DAO is made. */
  readonly dao?: DaoOutline;
  /** The DAO that is changed; absent if one is created. */
  readonly change?: ChangeOutline;
  /** Accounts that get tokens and reputation of a demo DAO; absent if none is made. */
  readonly demoFounders?: readonly string[];
}

interface ChangeOutline {
  readonly avatar: string;
  readonly name: string;
  /** What is done for each proposal. */
  readonly handled: readonly HandledProposal[];
}

interface BaseOutline {
  /** Owner of DAORegistry and DAOTracker. */
  readonly registryOwner: string;
  /** Address of the staking token; absent if one is deployed. */
  readonly stakingToken?: string;
  /** Accounts for which staking tokens are minted. */
  readonly stakers: readonly string[];
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

/** The terms of a migration: account, chain and inputs. */
interface OutlineTerms {
  readonly output: string;
  readonly network: Network;
  readonly account: string;
  readonly testAccounts: readonly string[];
}

/** Outlines a migration for a preview. */
export function outlineOf(
  { release, dao, sections, reusable, change }: PreparedMigration,
  { output, network, account, testAccounts }: OutlineTerms,
): MigrationOutline {
  const { stakingToken } = network;
  const mints = isPrivate(network) && stakingToken === undefined && !reusable?.["DAOToken"];
  return {
    arcVersion: release.version,
    output,
    ...(sections.includes("base") && {
      base: {
        registryOwner: registryOwner(network) ?? account,
        ...(stakingToken !== undefined && { stakingToken }),
        stakers: mints ? testAccounts : [],
      },
    }),
    ...(dao !== undefined && change === undefined && { dao: daoOutline(dao.parameters) }),
    ...(change !== undefined && {
      change: { avatar: change.avatar, name: change.name, handled: change.handled() },
    }),
    ...(sections.includes("test") && { demoFounders: testAccounts.slice(0, FOUNDERS) }),
  };
}

function daoOutline(parameters: DaoParameters): DaoOutline {
  return {
    name: parameters.orgName,
    tokenName: parameters.tokenName,
    tokenSymbol: parameters.tokenSymbol,
    founders: parameters.founders,
    schemes: [...builtInSchemes(parameters), ...customSchemes(parameters)],
    calls: callsOf(parameters),
    voteOnBehalf: parameters.votingMachinesParams.flatMap((vote) =>
      "voteOnBehalf" in vote && vote.voteOnBehalf !== ZeroAddress ? [vote.voteOnBehalf] : [],
    ),
    accountKeepsPermissions: !parameters.useDaoCreator && !parameters.unregisterOwner,
  };
}

function builtInSchemes({ schemes, standAloneContracts }: DaoParameters): SchemeOutline[] {
  return (Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]).flatMap((name) =>
    schemes[name].map((scheme) => ({
      name,
      permissions: PERMISSIONS[name],
      ...("targetContract" in scheme && {
        target: placeOf(scheme.targetContract, standAloneContracts),
      }),
      ...(scheme.votingMachine !== undefined && { votingMachine: scheme.votingMachine }),
    })),
  );
}

function customSchemes(parameters: DaoParameters): SchemeOutline[] {
  return parameters.customSchemes.map(({ name, alias, permissions, address }) => ({
    name: alias ?? name,
    permissions,
    ...(address !== undefined && { address: placeOf(address, parameters.standAloneContracts) }),
  }));
}

function callsOf({ standAloneContracts, customSchemes: schemes }: DaoParameters): CallOutline[] {
  const texts = (args: readonly Argument[]) =>
    args.map((argument) => argumentText(argument, standAloneContracts));
  const runs = (contract: string, calls: readonly FunctionCall[]) =>
    calls.map(({ functionName, args }) => ({
      contract,
      function: functionName,
      args: texts(args),
    }));
  return [
    ...standAloneContracts.flatMap((made) => {
      const contract = made.alias ?? made.name;
      const first = { contract, function: made.constructor ? "constructor" : "initialize" };
      return [
        ...(made.args === undefined ? [] : [{ ...first, args: texts(made.args) }]),
        ...runs(contract, made.runFunctions),
      ];
    }),
    ...schemes.flatMap((scheme) => {
      const contract = scheme.alias ?? scheme.name;
      const name = scheme.abi?.name ?? (scheme.isUniversal ? "setParameters" : undefined);
      return [
        ...(name === undefined ? [] : [{ contract, function: name, args: texts(scheme.args) }]),
        ...runs(contract, scheme.runFunctions),
      ];
    }),
  ];
}

type StandAlone = DaoParameters["standAloneContracts"];

function placeOf(place: string | Reference, contracts: StandAlone): string {
  return typeof place === "string" ? place : referenceText(place, contracts);
}

function argumentText(argument: Argument, contracts: StandAlone): string {
  if (typeof argument !== "object") return String(argument);
  if (!isReference(argument)) {
    return `[${argument.map((one) => argumentText(one, contracts)).join(", ")}]`;
  }
  return referenceText(argument, contracts);
}

function referenceText(reference: Reference, contracts: StandAlone): string {
  if ("standAloneContract" in reference) {
    const { standAloneContract: index } = reference;
    return `<${contracts[index]?.alias ?? contracts[index]?.name ?? `contract ${index}`}>`;
  }
  return "voteParams" in reference
    ? `<vote parameters ${reference.voteParams}>`
    : `<${reference.address}>`;
}

function isReference(argument: Reference | readonly Argument[]): argument is Reference {
  return !Array.isArray(argument);
}
