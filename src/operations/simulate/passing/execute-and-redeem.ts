import { isOpen } from "../../../engine/governance/proposal-state.js";
import {
  executeCall,
  isLeftToExecute,
  machineRedeems,
  redeemCall,
  redeemersOf,
  partsAskedFor,
} from "../../../engine/governance/redeem-and-execute.js";
import { CENTURY } from "../../../engine/inspect/proposals/problems.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { abiOf } from "../../../engine/inspect/reading/identify.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Described } from "../find-proposal.js";
import type { Act, Decided } from "./decide-on-fork.js";

/** Limit of transactions, as a proposal may have thousands of voters. */
const MOST_REDEEMS = 20;

/** Completes a proposal that passed: calls its scheme's own `execute` if needed, and redeems each part of a reward. */
export async function executeAndRedeem(
  chain: ForkedChain,
  { id, scheme, requests }: Pick<Described, "id" | "scheme" | "requests">,
  avatar: string,
): Promise<readonly Act[]> {
  const abi = abiOf(scheme);
  if (abi === undefined || isNotRead(requests)) return [];
  const contract = chain.contract(scheme.address, abi);
  if (requests.kind === "calls") {
    if (!(await isLeftToExecute(contract, id, avatar))) return [];
    const call = executeCall(abi.fragments, id, avatar);
    const tried = await chain.call(chain.anybody, contract, call);
    return [{ stage: "executeScheme", tried }];
  }
  if (requests.kind !== "reward") return [];
  // At most the periods of a century: later ones never come in practice, and would overflow the clock.
  const [length, periods] = [BigInt(requests.periodLength ?? 0), BigInt(requests.periods)];
  const wait = length * periods < CENTURY ? length * periods : CENTURY - (CENTURY % length);
  if (wait > 0n) await chain.moveTo(chain.time + Number(wait) + 1);
  const acts: Act[] = [];
  for (const part of partsAskedFor(requests)) {
    const call = redeemCall(abi.fragments, id, avatar, [part]);
    const tried = await chain.call(chain.anybody, contract, call);
    acts.push({ stage: "redeem", part, tried });
  }
  return acts;
}

/**
 * Redeems what a voting machine owes for a finished proposal: stakes, reputation for proposer and voters, and the
 * bounties that the DAO can pay.
 */
export async function redeemFromMachine(
  chain: ForkedChain,
  { id, votingMachine, proposer, votes, stakes }: Described,
  decided: Decided,
  avatar: string,
): Promise<readonly Act[]> {
  const { name, address } = votingMachine;
  const abi = abiOf(votingMachine);
  if (isOpen(decided.state) || abi === undefined || name !== "GenesisProtocol") return [];
  const machine = chain.contract(address, abi);
  const others = [
    ...(ifRead(stakes)?.placed ?? []).map(({ staker }) => staker),
    ...decided.stakes.map(({ account }) => account),
    ...(ifRead(votes)?.cast ?? []).map(({ voter }) => voter),
    ...decided.votes.map(({ account }) => account),
  ];
  const possible = redeemersOf(proposer, others, avatar).flatMap((account) =>
    machineRedeems(abi.fragments, decided.state).map((way) => ({ account, way })),
  );
  const due = await Promise.all(
    possible.map(async ({ account, way }) => {
      // Some releases revert for accounts that get nothing.
      const given = await attempt(() => machine.read(way, id, account));
      const [amounts] = isNotRead(given) ? [] : (given.toArray(true) as unknown[]);
      return [amounts].flat().some((amount) => typeof amount === "bigint" && amount > 0n);
    }),
  );
  const acts: Act[] = [];
  for (const { account, way } of possible.filter((_, at) => due[at]).slice(0, MOST_REDEEMS)) {
    const call = { functionName: way, args: [id, account] };
    const tried = await chain.call(chain.anybody, machine, call);
    const part = `${way === "redeem" ? "for" : "bounty for"} ${account}`;
    acts.push({ stage: "redeemFromMachine", part, tried });
  }
  return acts;
}
