import { concat, dataLength, id as hashOf, isHexString, ZeroAddress } from "ethers";

import type { AbiEntries, AbiFunction } from "../../foundation/arc/abi.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { callOf, functionIn, type FunctionCall } from "./function-call.js";
import { DEFAULTS, PROPOSAL_KINDS, type Contents, type ProposalContent } from "./proposal-kinds.js";

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
