import { MigrationError } from "../../../foundation/support/errors.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcBlock, RpcReceipt } from "../../../foundation/chain/rpc-types.js";
import type { RpcTransaction } from "../../../foundation/chain/sent-transactions.js";
import { EXECUTED } from "../../../engine/governance/machine-events.js";
import { compareInspections } from "../../../engine/inspect/compare/compare-inspections.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import type { InspectOptions } from "../../../engine/inspect/inspect-dao.js";
import { hasFailed } from "../../../engine/inspect/proposals/pending.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { byPlace } from "../../../engine/inspect/reading/contract.js";
import { readerOf } from "../../../engine/inspect/reading/block-reader.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import { describeParts, findProposal } from "../find-proposal.js";
import { openSession } from "../session.js";
import { describeStages } from "../tracing/describe-stages.js";
import type { EffectHash } from "./effect-document.js";
import { carriedOutIn, hashEffects } from "./effect-hash.js";

/** What a proposal did, by the transactions that carried it out. */
export interface ExecutedEffects {
  readonly proposal: string;
  /** Hashes, in order. */
  readonly transactions: readonly string[];
  readonly effectHash: EffectHash;
}

/**
 * Finds out what a proposal did, for comparison with what was simulated before. Each transaction that carried it out is
 * repeated on a fork of the block before it, and counts only if it says there what it said on the chain.
 * @param wanted ID of the proposal, or the beginning of it
 * @throws UsageError if the DAO has no such proposal; MigrationError if it was not carried out
 */
export async function executedEffects(
  provider: Eip1193Provider,
  inspection: Inspection,
  wanted: string,
  options: InspectOptions = {},
): Promise<ExecutedEffects> {
  const proposal = findProposal(inspection, wanted);
  const { id, scheme, votingMachine, progress } = proposal;
  const reader = await readerOf(provider, inspection, options);
  const logs = await Promise.all([
    reader.logs({ address: votingMachine, topics: [EXECUTED, id] }),
    reader.logs({ address: scheme, topics: [null, id] }),
    reader.logs({ address: scheme, topics: [null, null, id] }),
  ]);
  const byHash = new Map(
    logs
      .flat()
      .sort(byPlace)
      .map(({ transactionHash, blockNumber }) => [transactionHash, blockNumber]),
  );
  const did: NonNullable<Awaited<ReturnType<typeof repeat>>>[] = [];
  for (const [hash, block] of byHash) {
    options.onProgress?.(`Repeating the transaction ${hash} on a fork`);
    const found = await repeat(provider, inspection, proposal, [hash, block], options);
    if (found !== undefined) did.push(found);
  }
  const [first] = did;
  const isOpen = !isNotRead(progress) && progress.stage === "open";
  if (first === undefined || isOpen || hasFailed(proposal)) {
    throw new MigrationError(
      `The proposal ${id} has not been carried out: ${isNotRead(progress) ? "no transaction did anything for it" : `it is ${progress.stage}`} at block ${inspection.block.number}.`,
    );
  }
  const isDone = !isNotRead(progress) && progress.stage === "done";
  const { chainId, avatar } = inspection;
  const effectHash = hashEffects(
    { chainId, avatar: avatar.address, proposal: first.proposal },
    {
      stages: did.map(({ stage }) => stage),
      changes: did.map(({ changes }) => changes),
      accounts: did.flatMap(({ accounts }) => accounts),
    },
    [...did.flatMap(({ gaps }) => gaps), ...(isDone ? [] : ["What is not carried out yet."])],
  );
  return { proposal: id, transactions: did.map(({ hash }) => hash), effectHash };
}

/** Repeats a transaction; undefined if it did nothing to carry the proposal out. */
async function repeat(
  provider: Eip1193Provider,
  inspection: Inspection,
  wanted: ProposalDescription,
  [hash, block]: readonly [hash: string, block: number],
  options: InspectOptions,
) {
  const [transaction, receipt, { timestamp }] = (await Promise.all([
    ask(provider, "eth_getTransactionByHash", hash),
    ask(provider, "eth_getTransactionReceipt", hash),
    ask(provider, "eth_getBlockByNumber", `0x${block.toString(16)}`, false),
  ])) as [RpcTransaction, RpcReceipt, RpcBlock];
  const before = { ...options, block: block - 1, proveStorage: false };
  await using session = await openSession(provider, inspection.avatar.address, before);
  const { from, to, input, value, gas } = transaction;
  const sent = { from, to: to ?? undefined, data: input, value: BigInt(value), gas: BigInt(gas) };
  const tried = await session.chain.send({ ...sent, at: Number(timestamp) });
  const proposal = { ...(await describeParts(session, wanted)), draft: undefined };
  const [stage] = await describeStages(session, [{ stage: "execute", tried }]);
  const { inOrder, apart } = carriedOutIn(stage!, { proposal });
  const gaps = gapsOf(hash, tried, receipt);
  if (inOrder.length + apart.length === 0 && gaps.length === 0) return undefined;
  const after = await attempt(() => session.inspectNow(proposal.id));
  const changes = isNotRead(after) ? after : compareInspections(session.inspection, after);
  const accounts = ifRead(ifRead(after)?.accounts) ?? [];
  return { hash, proposal, stage: stage!, changes, accounts, gaps };
}

/** Why it is not known what a transaction did on the chain. */
function gapsOf(
  hash: string,
  { success, logs, cutAt }: TriedTransaction,
  receipt: RpcReceipt,
): readonly string[] {
  const [here, there] = [logs, receipt.logs].map((each) =>
    JSON.stringify(each.map(({ address, topics, data }) => [address.toLowerCase(), topics, data])),
  );
  if (cutAt === undefined && success === (receipt.status === "0x1") && here === there) return [];
  return [
    `What the transaction ${hash} did: repeated on a fork of the block before it, it does something else.`,
  ];
}
