import { concat, dataLength, dataSlice, toBeHex } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";
import { sequenceCode, sequenceOutcomes } from "../../inspect/reading/sequence.js";

/** Contracts that are there while a batch is asked for, and at no other time: one that calls the other. */
const BATCH = "0x00000000000000000000000000000000a9b0d7f5";
const CALLER = "0x00000000000000000000000000000000a9b0d7f6";
/**
 * Calls the account of the first 20 bytes that it is sent, with the rest of them, and reverts with whether that
 * went well and what was answered: so nothing of it stays for the next one.
 */
const CALLER_CODE = [
  "0x6014360380", // size of the call's data
  "60145f37", // CALLDATACOPY(0, 20, size)
  "5f5f825f5f5f3560601c5af1", // CALL(gas, the first 20 bytes, no value, 0, size, no room for an answer)
  "5f52", // MSTORE(0, success)
  "3d5f60203e", // RETURNDATACOPY(32, 0, size of the answer)
  "3d6020015ffd", // REVERT(0, 32 + size of the answer)
].join("");
/** In one batch at most; bytes are those of the calls' data. */
const MOST_CALLS = 250;
const MOST_BYTES = 100_000;

const SUCCESS = toBeHex(1, 32);

interface Waiting {
  readonly to: string;
  readonly data: string;
  /** Parameters as they came. */
  readonly params: readonly unknown[];
  readonly resolve: (answer: unknown) => void;
}

/**
 * Puts calls that are made at the same time, at the same block, into one. A fork loads all accounts of a call
 * again, which takes longer than the call. Each call finds the state of the block, as it does by itself; one that
 * fails is made again by itself, so that it fails in the fork's words.
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

/** @returns what each answered; undefined for those that failed, and nothing where all did */
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
    // All of them together may take more gas than each.
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

/** A call that says no more than of whom and what: no sender, no value, no gas. */
function isPlain(
  transaction: unknown,
): transaction is { readonly to: string; readonly data: string } {
  if (typeof transaction !== "object" || transaction === null) return false;
  const { to, data, ...rest } = transaction as Readonly<Record<string, unknown>>;
  return typeof to === "string" && typeof data === "string" && Object.keys(rest).length === 0;
}
