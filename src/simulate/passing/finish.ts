import type { ContractDescription, ProposalRequest } from "../../inspect/description.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { ForkedChain, TriedTransaction } from "../chain/forked-chain.js";
import type { Act } from "./decide.js";

type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

/** In the order of `redeem`'s flags. */
const PARTS = ["reputation", "nativeTokens", "ether", "externalTokens"] as const;

export interface Finishing {
  readonly chain: ForkedChain;
  readonly avatar: string;
  readonly id: string;
  readonly scheme: ContractDescription;
  /** Undefined if it is not known. */
  readonly request: ProposalRequest | undefined;
  /** Calls what anybody may call. */
  readonly anybody: string;
  /** UNIX seconds of its execution, where that was before the fork. */
  readonly executedAt?: number | undefined;
}

/**
 * Does what is left of a proposal that passed: the second `execute` of schemes that have one, and the
 * redeeming of each part of a reward. Anybody may do all of it.
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
  // A call that failed may be tried again; that of a scheme without such a record undid all.
  if (execute === null || abi.getEvent("ProposalExecutedByVotingMachine") === null) return [];
  const args = execute.inputs.length === 1 ? [id] : [avatar, id];
  if (!(await isOpenCall(finishing))) return [];
  return [{ stage: "executeScheme", tried: await send("execute", args) }];
}

/** Whether a generic scheme still has the proposal: its call failed. */
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
  // The time of all its periods: seconds of a period, as often as it is paid.
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

/** A century in seconds. A longer time is no time at all, and clocks overflow. */
const MOST_WAITED = 100 * 366 * 86_400;
