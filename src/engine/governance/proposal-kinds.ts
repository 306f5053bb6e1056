import { concat, dataLength, id as hashOf, isHexString, ZeroAddress, ZeroHash } from "ethers";

import type { AbiEntries, AbiFunction } from "../../foundation/arc/abi.js";
import { NO_PERMISSIONS, type PermittedAbility } from "../../foundation/arc/permissions.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { callOf, functionIn, type FunctionCall } from "./function-call.js";

/** What each kind of proposal asks for. */
export interface Contents {
  readonly reward: {
    readonly beneficiary: string;
    /** Wei of the DAO's token. */
    readonly tokens?: bigint;
    /** Wei. */
    readonly ether?: bigint;
    /** Wei of the DAO's reputation; negative to burn it. */
    readonly reputation?: bigint;
    readonly externalToken?: string;
    /** In the external token's smallest unit. */
    readonly externalTokens?: bigint;
    /** How often all of it is paid. Default: once. */
    readonly periods?: bigint;
    /** Seconds. Default: 1, because some alphas reject 0. */
    readonly periodLength?: bigint;
  };
  /** A call of the contract for which a generic scheme was made. */
  readonly call: {
    readonly data: string;
    /** Wei that the DAO sends with it. */
    readonly value?: bigint;
  };
  /** Calls through a multi-call scheme. */
  readonly calls: {
    readonly calls: readonly {
      readonly to: string;
      readonly data: string;
      readonly value: bigint;
    }[];
  };
  readonly registerScheme: {
    readonly scheme: string;
    /** 4 bytes. Default: `0x00000000`: it may mint, burn and pay, as every registered scheme. */
    readonly permissions?: string;
    readonly paramsHash?: string;
  };
  readonly unregisterScheme: { readonly scheme: string };
  readonly addGlobalConstraint: {
    readonly constraint: string;
    readonly paramsHash?: string;
    /** Hash of the vote parameters for its removal. With none, no vote can ever remove it. */
    readonly voteToRemoveParams: string;
  };
  readonly removeGlobalConstraint: { readonly constraint: string };
  readonly upgradeController: { readonly controller: string };
  readonly changeUpgradeScheme: { readonly scheme: string; readonly paramsHash?: string };
}

export type ProposalKind = keyof Contents;
type ContentOf<Kind extends ProposalKind> = { readonly kind: Kind } & Contents[Kind];
export type ProposalContent = { [Kind in ProposalKind]: ContentOf<Kind> }[ProposalKind];

/** Something that can be done to a DAO by a proposal. */
export type ProposedAbility = PermittedAbility | "unregister schemes";

/** How a kind of proposal is made, and by what it is recognized. */
interface KindOfProposal<Kind extends ProposalKind> {
  /** Names of Arc's schemes that make it; the first is the built-in one. */
  readonly schemes: readonly [string, ...string[]];
  readonly functionName: string;
  /** The event that the scheme emits for it. */
  readonly event: string;
  /** What the scheme does once it passes. */
  readonly ability: ProposedAbility;
  /** Each field, and what Arc's function and event call it in all releases; none if they pack it with others. */
  readonly parameters: { readonly [Field in keyof Required<Contents[Kind]>]: readonly string[] };
}

/** The only place that knows which of Arc's schemes proposes what. */
export const PROPOSAL_KINDS: { readonly [Kind in ProposalKind]: KindOfProposal<Kind> } = {
  reward: {
    schemes: ["ContributionReward", "ContributionRewardExt"],
    functionName: "proposeContributionReward",
    event: "NewContributionProposal",
    ability: "mint and pay",
    parameters: {
      beneficiary: ["_beneficiary"],
      ...{ tokens: [], ether: [], reputation: ["_reputationChange"] },
      ...{ externalToken: ["_externalToken"], externalTokens: [] },
      ...{ periods: [], periodLength: [] },
    },
  },
  call: {
    schemes: ["GenericScheme", "UGenericScheme"],
    functionName: "proposeCall",
    event: "NewCallProposal",
    ability: "call",
    parameters: { data: ["_callData", "callData"], value: ["_value"] },
  },
  calls: {
    schemes: ["GenericSchemeMultiCall"],
    functionName: "proposeCalls",
    event: "NewMultiCallProposal",
    ability: "call",
    parameters: { calls: [] },
  },
  registerScheme: {
    schemes: ["SchemeRegistrar"],
    functionName: "proposeScheme",
    event: "NewSchemeProposal",
    ability: "register schemes",
    parameters: {
      scheme: ["_scheme"],
      paramsHash: ["_parametersHash"],
      permissions: ["_permissions"],
    },
  },
  unregisterScheme: {
    schemes: ["SchemeRegistrar"],
    functionName: "proposeToRemoveScheme",
    event: "RemoveSchemeProposal",
    ability: "unregister schemes",
    parameters: { scheme: ["_scheme"] },
  },
  addGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeGlobalConstraint",
    event: "NewGlobalConstraintsProposal",
    ability: "change constraints",
    parameters: {
      constraint: ["_gc"],
      paramsHash: ["_params"],
      voteToRemoveParams: ["_voteToRemoveParams"],
    },
  },
  removeGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeToRemoveGC",
    event: "RemoveGlobalConstraintsProposal",
    ability: "change constraints",
    parameters: { constraint: ["_gc"] },
  },
  upgradeController: {
    schemes: ["UpgradeScheme"],
    functionName: "proposeUpgrade",
    event: "NewUpgradeProposal",
    ability: "upgrade the controller",
    parameters: { controller: ["_newController"] },
  },
  changeUpgradeScheme: {
    schemes: ["UpgradeScheme"],
    functionName: "proposeChangeUpgradingScheme",
    event: "ChangeUpgradeSchemeProposal",
    ability: "register schemes",
    parameters: { scheme: ["_scheme", "_newUpgradeScheme"], paramsHash: ["_params"] },
  },
};

/** What fields are that a proposal leaves out; it needs all others. */
export const DEFAULTS: Readonly<Record<string, unknown>> = {
  ...{ tokens: 0n, ether: 0n, reputation: 0n, externalToken: ZeroAddress, externalTokens: 0n },
  ...{ periods: 1n, periodLength: 1n, value: 0n },
  ...{ permissions: NO_PERMISSIONS, paramsHash: ZeroHash },
};

/**
 * The call of a scheme that makes a proposal. Functions gained parameters from release to release, so the scheme's ABI
 * decides.
 * @param description a text, or the hash of one: releases up to rc.3 store the hash
 * @throws MigrationError if the scheme's release has no function that proposes this
 */
export function encodeProposal(
  abi: AbiEntries,
  content: ProposalContent,
  { avatar, description = "" }: { readonly avatar: string; readonly description?: string },
): FunctionCall {
  const { functionName, parameters } = PROPOSAL_KINDS[content.kind];
  const entry = functionIn(abi, functionName);
  if (entry === undefined) {
    throw new MigrationError(
      `The scheme's release has no function that proposes this (${content.kind}).`,
    );
  }
  const valueOf = (field: string): unknown =>
    (content as Readonly<Record<string, unknown>>)[field] ?? DEFAULTS[field];
  const values = Object.entries<readonly string[]>(parameters).flatMap(([field, names]) =>
    names.map((name) => [name, valueOf(field)] as const),
  );
  return callOf(abi, functionName, {
    // With no proposer, a ContributionRewardExt takes the sender.
    ...{ _avatar: avatar, _proposer: ZeroAddress, _isRegistering: true },
    ...describedBy(entry, description),
    ...Object.fromEntries(values),
    ...(content.kind === "reward" && {
      _rewards: PACKED_REWARDS.slice(0, rewardCount(entry)).map(valueOf),
    }),
    ...(content.kind === "calls" && callsOf(content, entry)),
  });
}

/** What `_rewards` contains, in this order; schemes without periods take the first three. */
const PACKED_REWARDS = ["tokens", "ether", "externalTokens", "periodLength", "periods"];

function rewardCount({ inputs = [] }: AbiFunction): number {
  const type = inputs.find(({ name }) => name === "_rewards")?.type ?? "";
  return Number(/\[(\d+)\]$/.exec(type)?.[1]);
}

function callsOf({ calls }: Contents["calls"], { inputs = [] }: AbiFunction) {
  // rc.45 takes all call data as one value, with a list of lengths.
  const isJoined = inputs.some(({ name }) => name === "_callsDataLens");
  return {
    _contractsToCall: calls.map(({ to }) => to),
    _callsData: isJoined ? concat(calls.map(({ data }) => data)) : calls.map(({ data }) => data),
    _callsDataLens: calls.map(({ data }) => dataLength(data)),
    _values: calls.map(({ value }) => value),
  };
}

/** The description as text, or its hash where the release takes 32 bytes. The parameter's name differs, too. */
function describedBy({ inputs = [] }: AbiFunction, description: string) {
  const takesHash = inputs.some(
    ({ name, type }) => name.endsWith("escriptionHash") && type === "bytes32",
  );
  const isHash = isHexString(description, 32);
  const value = takesHash && !isHash ? hashOf(description) : description;
  return { _descriptionHash: value, _contributionDescriptionHash: value };
}

/** What more of Arc's schemes do by votes, with proposals that nothing here makes. */
const OTHER_SCHEMES: Readonly<Record<string, readonly ProposedAbility[]>> = {
  SchemeFactory: ["register schemes"],
  VoteInOrganizationScheme: ["call"],
};

const KINDS = Object.keys(PROPOSAL_KINDS) as readonly ProposalKind[];

/** Whether a contract of Arc's is a scheme that makes proposals of a kind. */
export function makes(contractName: string | undefined, kind: ProposalKind): boolean {
  return contractName !== undefined && PROPOSAL_KINDS[kind].schemes.includes(contractName);
}

/** Whether a scheme lets its caller name any account as a proposal's proposer, which other code than Arc's may. */
export function takesProposer(
  scheme: { readonly code: string; readonly name?: string } | undefined,
): boolean {
  return scheme?.code !== "arc" || scheme.name === "ContributionRewardExt";
}

export function kindsMadeBy(contractName: string | undefined): readonly ProposalKind[] {
  return KINDS.filter((kind) => makes(contractName, kind));
}

export function kindOfEvent(eventName: string): ProposalKind | undefined {
  return KINDS.find((kind) => PROPOSAL_KINDS[kind].event === eventName);
}

/** All that the code of a scheme of Arc's can do, each by a vote; undefined for other contracts. */
export function abilitiesByVote(
  contractName: string | undefined,
): readonly ProposedAbility[] | undefined {
  const made = kindsMadeBy(contractName).map((kind) => PROPOSAL_KINDS[kind].ability);
  return made.length > 0 ? [...new Set(made)] : OTHER_SCHEMES[contractName ?? ""];
}

/** Fields for the contract that a proposal is about. */
export const SUBJECTS = ["scheme", "constraint", "controller"] as const;

/** The contract that a proposal is about, or its address; undefined for rewards, calls and what is not known. */
export function subjectOf<Contract>(
  asked: { readonly kind: string } & {
    readonly [Field in (typeof SUBJECTS)[number]]?: Contract;
  },
): Contract | undefined {
  return asked.scheme ?? asked.constraint ?? asked.controller;
}
