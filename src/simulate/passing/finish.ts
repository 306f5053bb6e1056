import type { ContractDescription, ProposalRequest } from "../../inspect/description.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { ForkedChain, TriedTransaction } from "../chain/forked-chain.js";
import type { Act } from "./decide.js";

type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

/** In the order of the flags of `redeem`. */
const PARTS = ["reputation", "nativeTokens", "ether", "externalTokens"] as const;

export interface Finishing {
  readonly chain: ForkedChain;
  readonly avatar: string;
  readonly id: string;
  readonly scheme: ContractDescription;
  /** Undefined if unknown. */
  readonly request: ProposalRequest | undefined;
  /** Sends the transactions that anybody may send. */
  readonly anybody: string;
  /** When it was executed, UNIX seconds, if that was before the fork. */
  readonly executedAt?: number;
}

/**
 * Finishes a proposal that passed: calls the second `execute` of schemes that have one, and redeems each part of a
 * reward. Anybody may send these transactions.
 */
export async function finish(finishing: Finishing): Promise<readonly Act[]> {
  const { chain, id, scheme, request, anybody, avatar } = finishing;
  const abi = abiOf(scheme);
  if (abi === undefined || request === undefined) return [];
  const send = async (name: string, args: readonly unknown[]): Promise<TriedTransaction> => {
    const data = abi.encodeFunctionData(name, [...args]);
    return await chain.send({ from: anybody, to: scheme.address, data });
  };
  if (request.kind === "reward") return await redeem(finishing, request, send);
  if (request.kind !== "calls") return [];
  const execute = abi.getFunction("execute");
  if (abi.getEvent("NewMultiCallProposal") !== null) {
    return [{ stage: "executeScheme", tried: await send("execute", [id]) }];
  }
  // A failed call can be retried. A scheme without this event reverted the whole execution.
  if (execute === null || abi.getEvent("ProposalExecutedByVotingMachine") === null) return [];
  const args = execute.inputs.length === 1 ? [id] : [avatar, id];
  if (!(await isOpenCall(finishing))) return [];
  return [{ stage: "executeScheme", tried: await send("execute", args) }];
}

/** Whether a generic scheme still has the proposal because its call failed. */
async function isOpenCall({ chain, id, scheme, avatar }: Finishing): Promise<boolean> {
  const abi = abiOf(scheme)!;
  const getter = abi.getFunction("organizationProposals");
  if (getter === null) return false;
  const args = getter.inputs.length === 1 ? [id] : [avatar, id];
  const kept = await chain.read(scheme.address, abi, "organizationProposals", args);
  const { exist } = kept.toObject() as { readonly exist?: boolean };
  return exist === true;
}

async function redeem(
  { chain, avatar, id, scheme }: Finishing,
  reward: Reward,
  send: (name: string, args: readonly unknown[]) => Promise<TriedTransaction>,
): Promise<readonly Act[]> {
  const { inputs = [] } = abiOf(scheme)?.getFunction("redeem") ?? {};
  // The length of a period in seconds, times the number of periods.
  const wait = Number(reward.periodLength ?? 0) * Number(reward.periods);
  if (wait > 0 && wait < MOST_WAITED) await chain.moveTo(chain.time + wait + 1);
  const acts: Act[] = [];
  for (const [index, part] of PARTS.entries()) {
    if (reward[part] === "0") continue;
    const flags = PARTS.map((_, place) => place === index);
    const args = inputs.length === 3 ? [id, avatar, flags] : [id, flags];
    acts.push({ stage: "redeem", part, tried: await send("redeem", args) });
  }
  return acts;
}

/** A century in seconds. Anything longer never ends in practice, and would overflow the clock. */
const MOST_WAITED = 100 * 366 * 86_400;
