import { getAddress, ZeroAddress } from "ethers";

import type { AbiEntries } from "../../foundation/arc/abi.js";
import type { ReadableContract } from "./ballot.js";
import type { ProposalState } from "./proposal-state.js";
import { callOf, functionIn, type FunctionCall } from "./function-call.js";
import { PROPOSAL_KINDS } from "./proposal-kinds.js";

/**
 * What a reward can pay, in the order of the flags of `redeem`, which is also how ContributionReward numbers it: what
 * it is, what the functions and events that pay it call it after `redeem` or `Redeem`, and the field in which
 * ContributionRewardExt stores it.
 */
export const REWARD_PARTS = [
  { part: "reputation", of: "reputation", paidAs: "Reputation", stored: "reputationChange" },
  { part: "nativeTokens", of: "own token", paidAs: "NativeToken", stored: "nativeTokenReward" },
  { part: "ether", of: "ether", paidAs: "Ether", stored: "ethReward" },
  { part: "externalTokens", of: "token", paidAs: "ExternalToken", stored: "externalTokenReward" },
] as const;

export type RewardPart = (typeof REWARD_PARTS)[number]["part"];

/** The amounts of a reward for one period, as decimal text. */
type Amounts = Readonly<Record<RewardPart, string>>;

export function partsAskedFor(reward: Amounts): readonly RewardPart[] {
  return REWARD_PARTS.map(({ part }) => part).filter((part) => reward[part] !== "0");
}

/** What a part of a reward comes to in all periods; negative for reputation that is taken away. */
export function totalOf(reward: Amounts & { readonly periods: string }, part: RewardPart): bigint {
  return BigInt(reward[part]) * BigInt(reward.periods);
}

/** The token in which a reward's external tokens are paid; undefined if none are, whatever their amount. */
export function externalTokenOf(token: unknown): string | undefined {
  return token === ZeroAddress ? undefined : getAddress(String(token));
}

/**
 * The call of a scheme that pays parts of an accepted reward. Anybody may send it.
 * @param parts default: all
 */
export function redeemCall(
  abi: AbiEntries,
  id: string,
  avatar: string,
  parts?: readonly RewardPart[],
): FunctionCall {
  const flags = REWARD_PARTS.map(({ part }) => parts?.includes(part) !== false);
  return callOf(abi, "redeem", { _proposalId: id, _avatar: avatar, _whatToRedeem: flags });
}

/**
 * Whether an accepted proposal's calls are still to be made, by the scheme's own `execute`. A multi-call scheme makes
 * its calls only there. A generic scheme makes its call when the voting machine executes the proposal, ignores a
 * failure, and repeats the call in `execute`. Both keep the proposal until its calls succeed. Up to alpha.58, a failure
 * reverts everything, so nothing is left to do.
 */
export async function isLeftToExecute(
  scheme: ReadableContract,
  id: string,
  avatar: string,
): Promise<boolean> {
  const abi = scheme.abi.fragments;
  if (!hasEvent(abi, "ProposalExecutedByVotingMachine")) return false;
  // A universal scheme stores the proposals of all DAOs.
  const isOf = (getter: string): boolean => functionIn(abi, getter) !== undefined;
  const kept = isOf("organizationsProposals")
    ? await scheme.read("organizationsProposals", avatar, id)
    : await scheme.read(isOf("proposals") ? "proposals" : "organizationProposals", id);
  const { exist, passed } = kept.toObject(true);
  return exist === true && passed === true;
}

/** Whether a scheme makes calls only in its own `execute`, not when the voting machine executes a proposal. */
export function isMultiCall(abi: AbiEntries): boolean {
  return hasEvent(abi, PROPOSAL_KINDS.calls.event);
}

function hasEvent(abi: AbiEntries, wanted: string): boolean {
  return abi.some(({ type, name }) => type === "event" && name === wanted);
}

/** The call of a scheme's own `execute`; see `isLeftToExecute`. Anybody may send it. */
export function executeCall(abi: AbiEntries, id: string, avatar: string): FunctionCall {
  return callOf(abi, "execute", { _proposalId: id, _avatar: avatar });
}

/** The contract that a generic scheme calls. A universal scheme stores it for each DAO; others have one. */
export async function readTarget(scheme: ReadableContract, avatar: string): Promise<string> {
  const isOwn = functionIn(scheme.abi.fragments, "contractToCall") !== undefined;
  const target = isOwn
    ? await scheme.read("contractToCall")
    : await scheme.read("getContractToCall", avatar);
  return String(target[0]);
}

type MachineRedeem = "redeem" | "redeemDaoBounty";

/**
 * The functions by which GenesisProtocol pays an account for a decided proposal: everything but the bounty, and the
 * bounty, which only a proposal has that was executed, not one that expired. The first releases have no bounty.
 */
export function machineRedeems(abi: AbiEntries, state: ProposalState): readonly MachineRedeem[] {
  const hasBounty = state === "executed" && functionIn(abi, "redeemDaoBounty") !== undefined;
  return hasBounty ? ["redeem", "redeemDaoBounty"] : ["redeem"];
}

/**
 * Who may get something from GenesisProtocol for a proposal. Anybody may redeem for anybody.
 * @param others who voted or staked
 */
export function redeemersOf<A extends string>(proposer: A, others: readonly A[], avatar: A): A[] {
  // The DAO itself stakes against each proposal, and may win.
  return [...new Set([proposer, ...others, avatar])];
}

/** What GenesisProtocol pays one account for a proposal, in wei. */
export interface MachineRewards {
  /** Staking tokens, for stakes on the winning side. */
  readonly stake: bigint;
  /** Reputation, for voting. */
  readonly voting: bigint;
  /** Reputation, for proposing. */
  readonly proposing: bigint;
}

/** What it pays an account now, and the bounty that the DAO promised, of which it pays as much as it has. */
export interface OwedByMachine extends MachineRewards {
  /** Staking tokens, from the DAO's own stake. */
  readonly daoBounty: bigint;
  readonly promisedBounty: bigint;
}

/**
 * Reads what GenesisProtocol owes an account for a decided proposal, by calling what pays it. From rc.3 on, `redeem`
 * returns it for stakes, votes and the proposal. Before, stakes and votes each bring tokens and reputation. All tokens
 * are counted for the stake, and all reputation except the proposer's for votes.
 */
export async function readOwedByMachine(
  machine: ReadableContract,
  {
    id,
    account,
    state,
  }: { readonly id: string; readonly account: string; readonly state: ProposalState },
): Promise<OwedByMachine> {
  const ways = machineRedeems(machine.abi.fragments, state);
  const [redeemed, bounty] = await Promise.all(ways.map((way) => machine.read(way, id, account)));
  const amounts = redeemed![0] as readonly bigint[];
  const [daoBounty = 0n, promisedBounty = 0n] = (bounty ?? []) as readonly bigint[];
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = amounts;
  const rewards =
    amounts.length <= 3
      ? { stake: a, voting: b, proposing: c }
      : { stake: a + c, voting: b + d, proposing: e };
  return { ...rewards, daoBounty, promisedBounty };
}
