import type { AbiEntries } from "../../foundation/arc/abi.js";
import type { ReadableContract } from "./ballot.js";
import { callOf, functionIn, type FunctionCall } from "./function-call.js";

/** The parts of a reward, in the order of the flags of `redeem`. */
export const REWARD_PARTS = ["reputation", "nativeTokens", "ether", "externalTokens"] as const;
export type RewardPart = (typeof REWARD_PARTS)[number];

/** The call of a scheme that pays parts of an accepted reward. Anybody may send it. */
export function redeemCall(
  abi: AbiEntries,
  id: string,
  avatar: string,
  parts: readonly RewardPart[] = REWARD_PARTS,
): FunctionCall {
  const flags = REWARD_PARTS.map((part) => parts.includes(part));
  return callOf(abi, "redeem", { _proposalId: id, _avatar: avatar, _whatToRedeem: flags });
}

/**
 * When a scheme's own `execute` has something to do for an accepted proposal. A multi-call scheme makes its calls in
 * it. A generic scheme makes its call when the voting machine executes the proposal, ignores a failure, and repeats the
 * call in `execute`; up to alpha.58, a failure reverts everything.
 */
export function needsExecute(abi: AbiEntries): "always" | "after a failure" | "never" {
  const hasEvent = (wanted: string): boolean =>
    abi.some(({ type, name }) => type === "event" && name === wanted);
  if (hasEvent("NewMultiCallProposal")) return "always";
  return hasEvent("ProposalExecutedByVotingMachine") ? "after a failure" : "never";
}

/** The call of a scheme's own `execute`; see `needsExecute`. Anybody may send it. */
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

/** How GenesisProtocol pays: everything but the bounty, and the bounty, for which the proposal must have been executed. */
export const MACHINE_REDEEMS = ["redeem", "redeemDaoBounty"] as const;

/** Who may get something from GenesisProtocol for a proposal. Anybody may redeem for anybody. */
export function redeemersOf<Account extends string>(accounts: {
  readonly proposer: Account;
  readonly stakers?: readonly Account[];
  readonly voters: readonly Account[];
  readonly avatar: Account;
}): readonly Account[] {
  const { proposer, stakers = [], voters, avatar } = accounts;
  // The DAO itself stakes against each proposal, and may win.
  return [...new Set([proposer, ...stakers, ...voters, avatar])];
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

/**
 * What GenesisProtocol's `redeem` returns. From rc.3 on: for stakes, votes and the proposal. Before, stakes and votes
 * each bring tokens and reputation. All tokens are counted for the stake, and all reputation except the proposer's for
 * votes.
 */
export function machineRewardsOf(values: readonly bigint[]): MachineRewards {
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = values;
  if (values.length <= 3) return { stake: a, voting: b, proposing: c };
  return { stake: a + c, voting: b + d, proposing: e };
}
