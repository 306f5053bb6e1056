import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { openRpc, type Call } from "../open-server.js";
import { startAnvil, type TestNode } from "./nodes.js";

/** The client version of a public chain's node. */
const GETH = "Geth/v1.16.7-stable-1a2b3c4d/linux-amd64/go1.24.9";

/** A node that a migration takes for one of a public chain. */
export interface PublicNode extends TestNode {
  /** Connects to the development node behind it, for methods that only that node has. */
  readonly control: RpcClient;
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
  const anvil = await startAnvil(args);
  const answer = async (request: Call): Promise<object> => {
    const { id, method } = request;
    if (method === "web3_clientVersion") return { jsonrpc: "2.0", id, result: GETH };
    if (/^(evm|anvil|hardhat|debug)_/.test(method)) {
      const message = `the method ${method} does not exist/is not available`;
      return { jsonrpc: "2.0", id, error: { code: -32601, message } };
    }
    const own = change(method, request.params ?? []);
    if (own !== undefined) return { jsonrpc: "2.0", id, result: own };
    const response = await fetch(anvil.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    return (await response.json()) as object;
  };
  const server = await openRpc(answer);
  const { url } = server;
  return {
    ...anvil,
    url,
    provider: new RpcClient(url),
    control: anvil.provider,
    async stop() {
      await server.close();
      await anvil.stop();
    },
  };
}
