import { concat, dataLength, id as hashOf, isHexString, ZeroAddress, ZeroHash } from "ethers";

import type { AbiEntries, AbiFunction } from "../../foundation/arc/abi.js";
import { NO_PERMISSIONS } from "../../foundation/arc/permissions.js";
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
    /** 4 bytes. Default: `0x00000000`, registration only. */
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

/** How a kind of proposal is made. */
interface Way<Kind extends ProposalKind> {
  /** Names of Arc's schemes that can make it. */
  readonly schemes: readonly [string, ...string[]];
  readonly functionName: string;
  /** Arguments by the names of Arc's parameters in all releases. */
  readonly values: (
    content: Contents[Kind],
    entry: AbiFunction,
  ) => Readonly<Record<string, unknown>>;
}

export const PROPOSED_BY: { readonly [Kind in ProposalKind]: Way<Kind> } = {
  reward: {
    schemes: ["ContributionReward", "ContributionRewardExt"],
    functionName: "proposeContributionReward",
    values: (reward, entry) => ({
      _reputationChange: reward.reputation ?? 0n,
      _rewards: rewardsOf(reward, entry),
      _externalToken: reward.externalToken ?? ZeroAddress,
      _beneficiary: reward.beneficiary,
      // With none, a ContributionRewardExt takes the sender.
      _proposer: ZeroAddress,
    }),
  },
  call: {
    schemes: ["GenericScheme", "UGenericScheme"],
    functionName: "proposeCall",
    values: ({ data, value = 0n }) => ({ _callData: data, _value: value }),
  },
  calls: {
    schemes: ["GenericSchemeMultiCall"],
    functionName: "proposeCalls",
    values: callsOf,
  },
  registerScheme: {
    schemes: ["SchemeRegistrar"],
    functionName: "proposeScheme",
    values: ({ scheme, paramsHash = ZeroHash, permissions = NO_PERMISSIONS }) => ({
      _scheme: scheme,
      _parametersHash: paramsHash,
      _permissions: permissions,
      _isRegistering: true,
    }),
  },
  unregisterScheme: {
    schemes: ["SchemeRegistrar"],
    functionName: "proposeToRemoveScheme",
    values: ({ scheme }) => ({ _scheme: scheme }),
  },
  addGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeGlobalConstraint",
    values: ({ constraint, paramsHash = ZeroHash, voteToRemoveParams }) => ({
      _gc: constraint,
      _params: paramsHash,
      _voteToRemoveParams: voteToRemoveParams,
    }),
  },
  removeGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeToRemoveGC",
    values: ({ constraint }) => ({ _gc: constraint }),
  },
  upgradeController: {
    schemes: ["UpgradeScheme"],
    functionName: "proposeUpgrade",
    values: ({ controller }) => ({ _newController: controller }),
  },
  changeUpgradeScheme: {
    schemes: ["UpgradeScheme"],
    functionName: "proposeChangeUpgradingScheme",
    values: ({ scheme, paramsHash = ZeroHash }) => ({ _scheme: scheme, _params: paramsHash }),
  },
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
  const { functionName, values } = PROPOSED_BY[content.kind] as Way<ProposalKind>;
  const entry = functionIn(abi, functionName);
  if (entry === undefined) {
    throw new MigrationError(
      `The scheme's release has no function that proposes this (${content.kind}).`,
    );
  }
  const described = describedBy(entry, description);
  return callOf(abi, functionName, { _avatar: avatar, ...described, ...values(content, entry) });
}

/** Native tokens, ether, external tokens, and for schemes with periods their length and number. */
function rewardsOf(
  {
    tokens = 0n,
    ether = 0n,
    externalTokens = 0n,
    periodLength = 1n,
    periods = 1n,
  }: Contents["reward"],
  { inputs = [] }: AbiFunction,
): readonly bigint[] {
  const type = inputs.find(({ name }) => name === "_rewards")?.type ?? "";
  const length = Number(/\[(\d+)\]$/.exec(type)?.[1]);
  return [tokens, ether, externalTokens, periodLength, periods].slice(0, length);
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
