import { randomInt } from "node:crypto";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { RpcError } from "../../src/foundation/chain/rpc-error.js";
import { openAnswering, type Call } from "../open-server.js";
import { startAnvil, startHere, type TestChain, type TestNode } from "./nodes.js";

/** The client version of a public chain's node. */
const GETH = "Geth/v1.16.7-stable-1a2b3c4d/linux-amd64/go1.24.9";

/** A chain that a migration takes for a public one. */
export interface PublicChain extends TestChain {
  /** Reaches the development chain behind it, for methods that only that chain has. */
  readonly control: Eip1193Provider;
}

/** One that has an address. */
export type PublicNode = PublicChain & TestNode;

type Change = (method: string, params: readonly unknown[]) => unknown;
type Own = (call: Omit<Call, "id">) => Answer | undefined;

type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string } };

/** Answers by itself what the address does, without a detour over it. */
class PublicClient extends RpcClient {
  readonly #own: Own;

  constructor(url: string, own: Own) {
    super(url);
    this.#own = own;
  }

  override async request(call: { method: string; params?: unknown[] }): Promise<unknown> {
    return await answered(this.#own, call, async () => await super.request(call));
  }
}

async function answered(
  own: Own,
  call: { readonly method: string; readonly params?: unknown[] },
  otherwise: () => Promise<unknown>,
): Promise<unknown> {
  const answer = own({ params: [], ...call });
  if (answer === undefined) return await otherwise();
  if ("error" in answer) throw new RpcError(call.method, answer.error);
  return answer.result;
}

/** Answers as geth does: with geth's client version, and without the methods of a development node. */
function asGeth(change: Change): Own {
  return ({ method, params }) => {
    if (method === "web3_clientVersion") return { result: GETH };
    if (/^(evm|anvil|hardhat|debug)_/.test(method)) {
      const message = `the method ${method} does not exist/is not available`;
      return { error: { code: -32601, message } };
    }
    const result = change(method, params);
    return result === undefined ? undefined : { result };
  };
}

/**
 * Opens a chain in this process that answers as geth does.
 * @param change returns the answer to a request, or undefined to pass it on
 */
export async function startPublicHere(
  chainId: number,
  change: Change = () => undefined,
): Promise<PublicChain> {
  const chain = await startHere({ chainId, blockGasLimit: gasLimit() });
  const [own, control] = [asGeth(change), chain.provider];
  const provider: Eip1193Provider = {
    request: async (call) => await answered(own, call, async () => await control.request(call)),
  };
  return { ...chain, provider, control };
}

/** Two chains that start in the same second would have the same first block, and so be one for what is recorded of an account. */
function gasLimit(): number {
  return 30_000_000 + randomInt(1_000_000);
}

/** Starts anvil behind an address that answers as geth does. */
export async function startPublicChain(args: readonly string[] = []): Promise<PublicNode> {
  const anvil = await startAnvil(["--gas-limit", String(gasLimit()), ...args]);
  const own = asGeth(() => undefined);
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
