import { randomInt } from "node:crypto";

import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { RpcError } from "../../src/foundation/chain/rpc-error.js";
import { openAnswering, type Call } from "../open-server.js";
import { startAnvil, type TestNode } from "./nodes.js";

/** The client version of a public chain's node. */
const GETH = "Geth/v1.16.7-stable-1a2b3c4d/linux-amd64/go1.24.9";

/** A node that a migration takes for one of a public chain. */
export interface PublicNode extends TestNode {
  /** Connects to the development node behind it, for methods that only that node has. */
  readonly control: RpcClient;
}

type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string } };

/** Answers by itself what the address does, without a detour over it. */
class PublicClient extends RpcClient {
  readonly #own: (call: Omit<Call, "id">) => Answer | undefined;

  constructor(url: string, own: (call: Omit<Call, "id">) => Answer | undefined) {
    super(url);
    this.#own = own;
  }

  override async request(call: { method: string; params?: unknown[] }): Promise<unknown> {
    const answer = this.#own({ params: [], ...call });
    if (answer === undefined) return await super.request(call);
    if ("error" in answer) throw new RpcError(call.method, answer.error);
    return answer.result;
  }
}

/**
 * Starts anvil behind an address that answers as geth does: with geth's client version, and without the methods
 * of a development node.
 * @param change returns the answer to a request, or undefined to pass it on
 */
export async function startPublicChain(
  args: readonly string[] = [],
  change: (method: string, params: readonly unknown[]) => unknown = () => undefined,
): Promise<PublicNode> {
  // Two that start in the same second would have the same first block, and so be one chain for what is
  // recorded of an account.
  const gasLimit = ["--gas-limit", String(30_000_000 + randomInt(1_000_000))];
  const anvil = await startAnvil([...gasLimit, ...args]);
  const own = ({ method, params }: Omit<Call, "id">): Answer | undefined => {
    if (method === "web3_clientVersion") return { result: GETH };
    if (/^(evm|anvil|hardhat|debug)_/.test(method)) {
      const message = `the method ${method} does not exist/is not available`;
      return { error: { code: -32601, message } };
    }
    const result = change(method, params);
    return result === undefined ? undefined : { result };
  };
  const forward = async (body: string): Promise<string> => {
    const headers = { "content-type": "application/json" };
    return await (await fetch(anvil.url, { method: "POST", headers, body })).text();
  };
  const server = await openAnswering(async (body) => {
    const asked = JSON.parse(body) as Call | Call[];
    const calls = [asked].flat();
    const answers: object[] = [];
    const others = calls.filter((call) => {
      const answer = own(call);
      if (answer !== undefined) answers.push({ jsonrpc: "2.0", id: call.id, ...answer });
      return answer === undefined;
    });
    if (answers.length === 0) return { body: await forward(body) };
    if (others.length > 0) {
      answers.push(...(JSON.parse(await forward(JSON.stringify(others))) as object[]));
    }
    return { body: Array.isArray(asked) ? answers : answers[0] };
  });
  const { url } = server;
  return {
    ...anvil,
    url,
    provider: new PublicClient(anvil.url, own),
    control: anvil.provider,
    async stop() {
      await server.close();
      await anvil.stop();
    },
  };
}
