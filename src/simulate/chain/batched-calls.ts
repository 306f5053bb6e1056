import { concat, dataLength, dataSlice, toBeHex } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";
import { sequenceCode, sequenceOutcomes } from "../../inspect/reading/sequence.js";

/** Addresses of two contracts that exist only during a batch, by state override. BATCH calls CALLER once per call. */
const BATCH = "0x00000000000000000000000000000000a9b0d7f5";
const CALLER = "0x00000000000000000000000000000000a9b0d7f6";
/**
 * Calls the account in the first 20 bytes of its call data, with the rest of them, and reverts with success and return
 * data. The revert undoes the call, so the next one starts from the same state.
 */
const CALLER_CODE = [
  "0x6014360380", // size of the call data
  "60145f37", // CALLDATACOPY(0, 20, size)
  "5f5f825f5f5f3560601c5af1", // CALL(gas, the first 20 bytes, no value, 0, size, no room for return data)
  "5f52", // MSTORE(0, success)
  "3d5f60203e", // RETURNDATACOPY(32, 0, size of the return data)
  "3d6020015ffd", // REVERT(0, 32 + size of the return data)
].join("");
/** Limits of one batch; bytes counts the call data. */
const MOST_CALLS = 250;
const MOST_BYTES = 100_000;

const SUCCESS = toBeHex(1, 32);

interface Waiting {
  readonly to: string;
  readonly data: string;
  /** The parameters of the request, unchanged. */
  readonly params: readonly unknown[];
  readonly resolve: (answer: unknown) => void;
}

/**
 * Sends calls that are made at the same time, for the same block, as one call: a fork loads all accounts of a call
 * again each time, which takes longer than the call itself. Each call sees the state of the block, as it would alone. A
 * failed call is repeated alone, so that the fork's own error reaches the caller.
 */
export function batchingCalls(fork: Eip1193Provider): Eip1193Provider {
  const waiting = new Map<string, Waiting[]>();

  async function ask(block: string, calls: readonly Waiting[]): Promise<void> {
    const single = async (call: Waiting): Promise<unknown> =>
      await fork.request({ method: "eth_call", params: [...call.params] });
    const answers = calls.length > 1 ? await together(fork, block, calls) : [];
    for (const [index, call] of calls.entries()) call.resolve(answers[index] ?? single(call));
  }

  function flush(block: string): void {
    const calls = waiting.get(block) ?? [];
    waiting.delete(block);
    for (const batch of batchesOf(calls)) void ask(block, batch);
  }

  return {
    async request({ method, params = [] }) {
      const [transaction, block] = params;
      if (method !== "eth_call" || typeof block !== "string" || !isPlain(transaction)) {
        return await fork.request({ method, params });
      }
      return await new Promise((resolve) => {
        const calls = waiting.get(block) ?? [];
        if (calls.length === 0) setImmediate(flush, block);
        calls.push({ ...transaction, params, resolve });
        waiting.set(block, calls);
      });
    },
  };
}

/** @returns the return data of each; undefined for those that failed, and an empty list if the batch failed */
async function together(
  fork: Eip1193Provider,
  block: string,
  calls: readonly Waiting[],
): Promise<readonly (string | undefined)[]> {
  const code = sequenceCode(
    calls.map(({ to, data }) => ({ to: CALLER, data: concat([to, data]) })),
  );
  const overrides = { [BATCH]: { code }, [CALLER]: { code: CALLER_CODE } };
  const params = [{ to: BATCH, data: "0x" }, block, overrides];
  let answer: string;
  try {
    answer = String(await fork.request({ method: "eth_call", params }));
  } catch {
    // The batch may take more gas than a call has, although each call alone does not.
    return [];
  }
  return sequenceOutcomes(answer, calls.length).map(({ data }) =>
    data.startsWith(SUCCESS) ? dataSlice(data, 32) : undefined,
  );
}

function batchesOf(calls: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const batches: Waiting[][] = [];
  let bytes = 0;
  for (const call of calls) {
    const last = batches.at(-1);
    bytes += dataLength(call.data);
    if (last === undefined || last.length === MOST_CALLS || bytes > MOST_BYTES) {
      batches.push([call]);
      bytes = dataLength(call.data);
    } else {
      last.push(call);
    }
  }
  return batches;
}

/** Whether a call has only a receiver and data: no sender, value or gas. */
function isPlain(
  transaction: unknown,
): transaction is { readonly to: string; readonly data: string } {
  if (typeof transaction !== "object" || transaction === null) return false;
  const { to, data, ...rest } = transaction as Readonly<Record<string, unknown>>;
  return typeof to === "string" && typeof data === "string" && Object.keys(rest).length === 0;
}
