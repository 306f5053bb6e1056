import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { onceUnlessFailed } from "../../../foundation/support/once.js";

/** What reads blocks, or the state at one of them. */
const READING: ReadonlySet<string> = new Set([
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_getBalance",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getLogs",
  "eth_getStorageAt",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
]);

/** What changes nothing, but is not remembered: it is asked once, or depends on more than blocks and state. */
const SILENT: ReadonlySet<string> = new Set([
  "debug_traceCall",
  "debug_traceTransaction",
  "eth_accounts",
  "eth_estimateGas",
  "eth_gasPrice",
]);

type Answers = Map<string, Promise<unknown>>;

/**
 * Sends what reads a chain in this process only once until something changes it, and after a revert to a snapshot not
 * again what was read before that. Every request of an unknown method counts as a change.
 * @param provider of a chain that nobody else changes, and that changes by requests only
 */
export function rememberingState(provider: Eip1193Provider): Eip1193Provider {
  let answers: Answers = new Map();
  const atSnapshots = new Map<string, Answers>();
  /** What was asked for, and not answered, since the last change. */
  const waiting = new Set<string>();
  /** Changes that began or ended. */
  let turns = 0;
  let underWay = 0;

  const read = async (asked: { method: string; params?: unknown[] }): Promise<unknown> => {
    // During a change, nobody knows whether an answer is from before or after it.
    if (underWay > 0 || asked.params?.includes("pending")) return await provider.request(asked);
    const key = JSON.stringify([asked.method, asked.params]);
    const turn = turns;
    return await onceUnlessFailed(answers, key, async () => {
      waiting.add(key);
      try {
        return await provider.request(asked);
      } finally {
        if (turns === turn) waiting.delete(key);
      }
    });
  };

  const change = async (asked: { method: string; params?: unknown[] }): Promise<unknown> => {
    turns++;
    underWay++;
    for (const key of waiting) answers.delete(key);
    waiting.clear();
    answers = new Map();
    let isReverted = false;
    try {
      const answer = await provider.request(asked);
      isReverted = asked.method === "evm_revert" && answer === true;
      return answer;
    } finally {
      turns++;
      underWay--;
      const before = isReverted ? taken(asked.params?.[0]) : undefined;
      answers = (underWay === 0 ? before : undefined) ?? new Map<string, Promise<unknown>>();
    }
  };

  /** What was known at a snapshot, which is gone once the chain is reverted to it, as are all later ones. */
  const taken = (id: unknown): Answers | undefined => {
    const known = atSnapshots.get(String(id));
    for (const each of atSnapshots.keys())
      if (BigInt(each) >= BigInt(String(id))) atSnapshots.delete(each);
    return known;
  };

  /** Reverts leave accounts impersonated. */
  const impersonated = new Map<string, Promise<unknown>>();

  return {
    async request(asked) {
      if (asked.method === "hardhat_impersonateAccount") {
        const account = String(asked.params?.[0]).toLowerCase();
        return await onceUnlessFailed(impersonated, account, () => provider.request(asked));
      }
      if (READING.has(asked.method)) return await read(asked);
      if (SILENT.has(asked.method)) return await provider.request(asked);
      if (asked.method !== "evm_snapshot") return await change(asked);
      const [now, turn] = [answers, turns];
      const id = await provider.request(asked);
      if (turns === turn && underWay === 0) atSnapshots.set(String(id), now);
      return id;
    },
  };
}
