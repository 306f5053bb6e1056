import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcError } from "../../src/foundation/chain/rpc-error.js";
import type { TestChain } from "./nodes.js";
import { before } from "./support.js";

/** Requests for the state at a numbered block, which a fork needs. */
export const OLD_STATE = /^eth_get(Balance|Code|TransactionCount|StorageAt) 0x[0-9a-f]+$/;

/** A node that refuses requests that match a pattern of the method and the last parameter's block. */
export function without(node: TestChain, refused: RegExp): Eip1193Provider {
  return before(node.provider, async ({ method, params = [] }) => {
    if (!refused.test(`${method} ${String(params.at(-1))}`)) return;
    throw new RpcError(method, { code: -32601, message: `the method ${method} is not available` });
  });
}
