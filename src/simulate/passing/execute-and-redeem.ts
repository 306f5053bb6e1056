import type { FunctionCall } from "../../governance/function-call.js";
import {
  executeCall,
  needsExecute,
  redeemCall,
  REWARD_PARTS,
} from "../../governance/redeem-and-execute.js";
import type { ContractDescription, ProposalRequest } from "../../inspect/description.js";
import { attempt, isNotRead } from "../../inspect/reading/attempt.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { ForkedChain, TriedTransaction } from "../chain/forked-chain.js";
import type { Act } from "./collect-votes.js";

/** A century in seconds. Anything longer never ends in practice, and would overflow the clock. */
const MOST_WAITED = 100 * 366 * 86_400;
/** Limit of transactions, as a proposal may have thousands of voters. */
const MOST_REDEEMS = 20;
/** How a voting machine pays proposer, voters and stakers: everything but the bounty, and the bounty. */
const WAYS = ["redeem", "redeemDaoBounty"] as const;

interface OnFork {
  readonly chain: ForkedChain;
  readonly id: string;
  /** Sends the transactions that anybody may send. */
  readonly anybody: string;
}

interface PassedRequest extends OnFork {
  readonly avatar: string;
  readonly scheme: ContractDescription;
  /** Undefined if unknown. */
  readonly request: ProposalRequest | undefined;
}

/** Completes a proposal that passed: calls its scheme's own `execute` if needed, and redeems each part of a reward. */
export async function executeAndRedeem(passed: PassedRequest): Promise<readonly Act[]> {
  const { chain, id, scheme, request, anybody, avatar } = passed;
  const abi = abiOf(scheme);
  if (abi === undefined || request === undefined) return [];
  const send = async ({ functionName, args }: FunctionCall): Promise<TriedTransaction> => {
    const data = abi.encodeFunctionData(functionName, [...args]);
    return await chain.send({ from: anybody, to: scheme.address, data });
  };
  if (request.kind === "calls") {
    const needed = needsExecute(abi.fragments);
    if (needed === "never" || (needed === "after a failure" && !(await isOpenCall(passed)))) {
      return [];
    }
    const tried = await send(executeCall(abi.fragments, id, avatar));
    return [{ stage: "executeScheme", tried }];
  }
  if (request.kind !== "reward") return [];
  // The length of a period in seconds, times the number of periods.
  const wait = Number(request.periodLength ?? 0) * Number(request.periods);
  if (wait > 0 && wait < MOST_WAITED) await chain.moveTo(chain.time + wait + 1);
  const acts: Act[] = [];
  for (const part of REWARD_PARTS.filter((each) => request[each] !== "0")) {
    const tried = await send(redeemCall(abi.fragments, id, avatar, [part]));
    acts.push({ stage: "redeem", part, tried });
  }
  return acts;
}

/** Whether a generic scheme still has the proposal because its call failed. */
async function isOpenCall({ chain, id, scheme }: PassedRequest): Promise<boolean> {
  const abi = abiOf(scheme)!;
  if (abi.getFunction("organizationProposals") === null) return false;
  const kept = await chain.read(scheme.address, abi, "organizationProposals", [id]);
  return (kept.toObject() as { readonly exist?: boolean }).exist === true;
}

interface DecidedVote extends OnFork {
  readonly machine: ContractDescription;
  /** Accounts that the machine may owe something. */
  readonly accounts: Iterable<string>;
}

/**
 * Redeems what a voting machine owes for a finished proposal: stakes, reputation for proposer and voters, and the
 * bounties that the DAO can pay. Anybody may redeem for anybody.
 */
export async function redeemFromMachine({
  chain,
  machine,
  id,
  accounts,
  anybody,
}: DecidedVote): Promise<readonly Act[]> {
  const abi = abiOf(machine);
  if (abi === undefined || machine.name !== "GenesisProtocol") return [];
  const possible = [...new Set(accounts)].flatMap((account) =>
    WAYS.filter((name) => abi.getFunction(name) !== null).map((name) => ({ account, name })),
  );
  const due = await Promise.all(
    possible.map(async ({ account, name }) => {
      // Some releases revert for accounts that get nothing.
      const given = await attempt(() => chain.read(machine.address, abi, name, [id, account]));
      const [amounts] = isNotRead(given) ? [] : (given.toArray(true) as unknown[]);
      return [amounts].flat().some((amount) => typeof amount === "bigint" && amount > 0n);
    }),
  );
  const acts: Act[] = [];
  for (const { account, name } of possible.filter((_, at) => due[at]).slice(0, MOST_REDEEMS)) {
    const data = abi.encodeFunctionData(name, [id, account]);
    const tried = await chain.send({ from: anybody, to: machine.address, data });
    const part = `${name === "redeem" ? "for" : "bounty for"} ${account}`;
    acts.push({ stage: "redeemFromMachine", part, tried });
  }
  return acts;
}
