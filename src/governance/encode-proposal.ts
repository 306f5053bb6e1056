import { id as hashOf, isHexString, ZeroAddress, ZeroHash } from "ethers";

import type { AbiEntries, AbiFunction } from "../arc/abi.js";
import { MigrationError } from "../support/errors.js";
import { callOf, functionIn, type FunctionCall } from "./function-call.js";

/** What a proposal asks for. Amounts are in wei or a token's smallest unit. */
export type ProposalContent =
  | {
      readonly kind: "reward";
      readonly beneficiary: string;
      readonly tokens?: bigint;
      readonly ether?: bigint;
      /** Negative to take it away. */
      readonly reputation?: bigint;
      readonly externalToken?: string;
      readonly externalTokens?: bigint;
      /** How often all of it is paid. Default: once. */
      readonly periods?: bigint;
      /** Seconds. Default: 1, because some alphas reject 0. */
      readonly periodLength?: bigint;
    }
  /** A call of the contract for which a generic scheme was made. */
  | { readonly kind: "call"; readonly data: string; readonly value?: bigint }
  /** Calls through a multi-call scheme. */
  | {
      readonly kind: "calls";
      readonly calls: readonly {
        readonly to: string;
        readonly data: string;
        readonly value: bigint;
      }[];
    }
  | {
      readonly kind: "registerScheme";
      readonly scheme: string;
      /** 4 bytes. Default: registration only. */
      readonly permissions?: string;
      readonly paramsHash?: string;
    }
  | { readonly kind: "unregisterScheme"; readonly scheme: string }
  | {
      readonly kind: "addGlobalConstraint";
      readonly constraint: string;
      readonly paramsHash?: string;
      /** Hash of the vote parameters for its removal. With none, no vote can ever remove it. */
      readonly voteToRemoveParams: string;
    }
  | { readonly kind: "removeGlobalConstraint"; readonly constraint: string }
  | { readonly kind: "upgradeController"; readonly controller: string }
  | {
      readonly kind: "changeUpgradeScheme";
      readonly scheme: string;
      readonly paramsHash?: string;
    };
export type ProposalKind = ProposalContent["kind"];

/** How each kind of proposal is made: which of Arc's schemes, and which function. */
export const PROPOSED_BY = {
  reward: {
    schemes: ["ContributionReward", "ContributionRewardExt"],
    functionName: "proposeContributionReward",
  },
  call: { schemes: ["GenericScheme", "UGenericScheme"], functionName: "proposeCall" },
  calls: { schemes: ["GenericSchemeMultiCall"], functionName: "proposeCalls" },
  registerScheme: { schemes: ["SchemeRegistrar"], functionName: "proposeScheme" },
  unregisterScheme: { schemes: ["SchemeRegistrar"], functionName: "proposeToRemoveScheme" },
  addGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeGlobalConstraint",
  },
  removeGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeToRemoveGC",
  },
  upgradeController: { schemes: ["UpgradeScheme"], functionName: "proposeUpgrade" },
  changeUpgradeScheme: {
    schemes: ["UpgradeScheme"],
    functionName: "proposeChangeUpgradingScheme",
  },
} as const satisfies Record<
  ProposalKind,
  { readonly schemes: readonly string[]; readonly functionName: string }
>;

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
  const { functionName } = PROPOSED_BY[content.kind];
  const entry = functionIn(abi, functionName);
  if (entry === undefined) {
    throw new MigrationError(
      `The scheme's release has no function that proposes this (${content.kind}).`,
    );
  }
  return callOf(abi, functionName, {
    _avatar: avatar,
    ...described(entry, description),
    ...valuesOf(content, entry),
  });
}

/** Values by the names of Arc's parameters. */
function valuesOf(content: ProposalContent, entry: AbiFunction): Readonly<Record<string, unknown>> {
  switch (content.kind) {
    case "reward":
      return {
        _reputationChange: content.reputation ?? 0n,
        _rewards: rewardsOf(content, entry),
        _externalToken: content.externalToken ?? ZeroAddress,
        _beneficiary: content.beneficiary,
        // For a rewarder; nobody is the sender.
        _proposer: ZeroAddress,
      };
    case "call":
      return { _callData: content.data, _value: content.value ?? 0n };
    case "calls":
      return callsOf(content.calls, entry);
    case "registerScheme":
      return {
        _scheme: content.scheme,
        _parametersHash: content.paramsHash ?? ZeroHash,
        _permissions: content.permissions ?? "0x00000000",
        _isRegistering: true,
      };
    case "unregisterScheme":
      return { _scheme: content.scheme };
    case "addGlobalConstraint":
      return {
        _gc: content.constraint,
        _params: content.paramsHash ?? ZeroHash,
        _voteToRemoveParams: content.voteToRemoveParams,
      };
    case "removeGlobalConstraint":
      return { _gc: content.constraint };
    case "upgradeController":
      return { _newController: content.controller };
    case "changeUpgradeScheme":
      return { _scheme: content.scheme, _params: content.paramsHash ?? ZeroHash };
  }
}

/** Native tokens, ether, external tokens, and for schemes with periods their length and number. */
function rewardsOf(
  reward: Extract<ProposalContent, { readonly kind: "reward" }>,
  { inputs = [] }: AbiFunction,
): readonly bigint[] {
  const { tokens = 0n, ether = 0n, externalTokens = 0n, periodLength = 1n, periods = 1n } = reward;
  const type = inputs.find(({ name }) => name === "_rewards")?.type ?? "";
  const length = Number(/\[(\d+)\]$/.exec(type)?.[1]);
  return [tokens, ether, externalTokens, periodLength, periods].slice(0, length);
}

function callsOf(
  calls: Extract<ProposalContent, { readonly kind: "calls" }>["calls"],
  { inputs = [] }: AbiFunction,
): Readonly<Record<string, unknown>> {
  // rc.45 takes all call data as one value, with a list of lengths.
  const isJoined = inputs.some(({ name }) => name === "_callsDataLens");
  return {
    _contractsToCall: calls.map(({ to }) => to),
    _callsData: isJoined
      ? `0x${calls.map(({ data }) => data.slice(2)).join("")}`
      : calls.map(({ data }) => data),
    _callsDataLens: calls.map(({ data }) => (data.length - 2) / 2),
    _values: calls.map(({ value }) => value),
  };
}

/** The description as text, or its hash where the release takes 32 bytes. The parameter's name differs, too. */
function described(
  { inputs = [] }: AbiFunction,
  description: string,
): Readonly<Record<string, string>> {
  const takesHash = inputs.some(
    ({ name, type }) => name.endsWith("escriptionHash") && type === "bytes32",
  );
  const isHash = isHexString(description, 32);
  const value = takesHash && !isHash ? hashOf(description) : description;
  return { _descriptionHash: value, _contributionDescriptionHash: value };
}
