import type { ForkedChain } from "../chain/forked-chain.js";
import type { Act } from "../passing/collect-votes.js";
import type { SimulatedTransaction } from "../simulation.js";
import { failedInside, innermostReason } from "../chain/call-failures.js";
import { traceCall, decodeEvents, type Tracing } from "./trace-calls.js";

/** The most gas that mainnet allows for one transaction since the Osaka hard fork (EIP-7825). */
const MOST_GAS = 16_777_216n;

/** Describes transactions of the fork, one by one. */
export async function describeStages(
  { chain, abis }: Pick<Tracing, "abis"> & { readonly chain: ForkedChain },
  acts: readonly Act[],
): Promise<readonly SimulatedTransaction[]> {
  const tracing: Tracing = { reader: await chain.reader(), abis };
  const limit = BigInt(chain.origin.gasLimit);
  const most = limit < MOST_GAS ? limit : MOST_GAS;
  return await Promise.all(
    acts.map(async ({ stage, part, tried }): Promise<SimulatedTransaction> => {
      const inside = tried.success ? failedInside(tried.trace) : undefined;
      const reason = tried.success
        ? inside && innermostReason(inside)
        : innermostReason(tried.trace);
      return {
        stage,
        ...(part !== undefined && { part }),
        time: tried.time,
        from: tried.from,
        to: tried.to,
        value: String(tried.value),
        data: tried.data,
        outcome: tried.success ? (inside ? "failed inside" : "done") : "refused",
        ...(reason !== undefined && { reason }),
        gas: String(tried.gasUsed),
        fits: tried.gasUsed <= most,
        events: await decodeEvents(tracing, tried),
        calls: await traceCall(tracing, tried.trace),
      };
    }),
  );
}
