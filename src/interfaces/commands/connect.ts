import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { RpcClient, type RpcClientOptions } from "../../foundation/chain/rpc-client.js";
import { DEFAULTS } from "../../foundation/support/defaults.js";

/** The provider for an option: a node's URL (http or https), or an existing provider. */
export function openNode(
  given: string | Eip1193Provider = DEFAULTS.provider,
  options?: RpcClientOptions,
): Eip1193Provider {
  return typeof given === "string" ? new RpcClient(given, options) : given;
}
