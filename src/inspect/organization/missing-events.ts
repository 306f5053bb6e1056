import { toQuantity } from "ethers";

import type { Eip1193Provider } from "../../chain/provider.js";

/**
 * Why events of a DAO's early history may be missing; undefined if all were searched. That is also the case if the
 * avatar did not exist before the first block searched.
 */
export async function readMissingEvents(
  provider: Eip1193Provider,
  avatar: string,
  fromBlock: number,
): Promise<string | undefined> {
  if (fromBlock === 0) return undefined;
  const params = [avatar, toQuantity(fromBlock - 1)];
  const code = await provider.request({ method: "eth_getCode", params }).catch(() => undefined);
  if (code === "0x") return undefined;
  return `events before block ${fromBlock} were not read, and the DAO may be older`;
}
