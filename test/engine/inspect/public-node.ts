import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { openAnswering } from "../../open-server.js";

/** Maximum number of blocks in one request for logs. */
export const MOST_BLOCKS = 20;

interface Request {
  readonly method: string;
  readonly params?: unknown[];
}

/** Replaces a node's answer; undefined leaves it unchanged. */
export type Change = (call: Request, count: number) => unknown;

/** Serves a provider over HTTP; `change` may answer or throw instead. Every ninth request fails with 503. */
export async function withNode<Result>(
  provider: Eip1193Provider,
  change: Change,
  use: (client: RpcClient) => Promise<Result>,
): Promise<Result> {
  let requests = 0;
  let calls = 0;
  const answer = async (call: Request & { readonly id: number }) => {
    const head = { jsonrpc: "2.0", id: call.id };
    try {
      const changed = await change(call, ++calls);
      return { ...head, result: changed ?? (await provider.request(call)) };
    } catch (error) {
      const { message, code = -32000 } = error as { message: string; code?: number };
      return { ...head, error: { code, message } };
    }
  };
  await using server = await openAnswering(async (body) => {
    if (++requests % 9 === 0) return { status: 503 };
    const asked = JSON.parse(body) as Parameters<typeof answer>[0][];
    const answers = await Promise.all([asked].flat().map(answer));
    return { body: Array.isArray(asked) ? answers : answers[0] };
  });
  return await use(new RpcClient(server.url, { backoff: 2 }));
}

export const limited: Change = ({ method, params = [] }) => {
  if (method !== "eth_getLogs") return undefined;
  const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
  if (Number(toBlock) - Number(fromBlock) >= MOST_BLOCKS) {
    throw new Error(`exceed maximum block range: ${MOST_BLOCKS}`);
  }
  return undefined;
};

/** Fails for logs of early blocks, as pruned. */
export const pruned: Change = ({ method, params = [] }) => {
  const [filter] = params as [{ fromBlock: string } | undefined];
  if (method !== "eth_getLogs" || Number(filter?.fromBlock) > 30) return undefined;
  throw new Error("history has been pruned for this block");
};

/** Returns no logs for early blocks, as if there were none. */
export const silent: Change = ({ method, params = [] }) => {
  const [filter] = params as [{ fromBlock: string } | undefined];
  return method === "eth_getLogs" && Number(filter?.fromBlock) < 60 ? [] : undefined;
};
