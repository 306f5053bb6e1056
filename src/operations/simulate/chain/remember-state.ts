import type { Eip1193Provider } from "../../../foundation/chain/provider.js";

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

type Answers = Map<string, unknown>;

/**
 * Sends what reads a chain in this process only once until something changes it, and after a revert to a snapshot not
 * again what was read before that. Every request of an unknown method counts as a change.
 * @param provider of a chain that nobody else changes, and that changes by requests only
 */
export function rememberingState(provider: Eip1193Provider): Eip1193Provider {
  let answers: Answers = new Map();
  const atSnapshots = new Map<string, Answers>();
  /** Changes that began or ended: an answer counts only if none did while it was under way. */
  let turns = 0;
  let underWay = 0;

  const read = async (asked: { method: string; params?: unknown[] }): Promise<unknown> => {
    // During a change, nobody knows whether an answer is from before or after it.
    if (underWay > 0 || asked.params?.includes("pending")) return await provider.request(asked);
    const key = JSON.stringify([asked.method, asked.params]);
    if (answers.has(key)) return answers.get(key);
    const [turn, own] = [turns, answers];
    const answer = await provider.request(asked);
    if (turns === turn) own.set(key, answer);
    return answer;
  };

  const change = async (asked: { method: string; params?: unknown[] }): Promise<unknown> => {
    turns++;
    underWay++;
    let before: Answers | undefined;
    try {
      const answer = await provider.request(asked);
      if (asked.method === "evm_revert" && answer === true) before = taken(asked.params?.[0]);
      return answer;
    } finally {
      turns++;
      underWay--;
      answers = (underWay === 0 ? before : undefined) ?? new Map<string, unknown>();
    }
  };

  /** What was known at a snapshot, which is gone once the chain is reverted to it, as are all later ones. */
  const taken = (id: unknown): Answers | undefined => {
    const known = atSnapshots.get(String(id));
    for (const each of atSnapshots.keys())
      if (BigInt(each) >= BigInt(String(id))) atSnapshots.delete(each);
    return known;
  };

  return {
    async request(asked) {
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
