import { dataLength, toBeHex } from "ethers";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";

/** Creation code that writes a slot and then returns any code. */
function planted(runtime: string): string {
  const write = "60ff" + "602a" + "55";
  const size = toBeHex(dataLength(runtime), 2).slice(2);
  // PUSH2 size, DUP1, PUSH2 offset, PUSH1 0, CODECOPY, PUSH1 0, RETURN
  const offset = toBeHex(write.length / 2 + 13, 2).slice(2);
  return `0x${write}61${size}8061${offset}6000396000f3${runtime.slice(2)}`;
}

/** Creates a contract with the code, and with something in slot 0x2a. */
export async function plant(provider: Eip1193Provider, from: string, runtime: string) {
  const params = [{ from, data: planted(runtime) }];
  const hash = String(await provider.request({ method: "eth_sendTransaction", params }));
  const asked = { method: "eth_getTransactionReceipt", params: [hash] };
  const { contractAddress } = (await provider.request(asked)) as { contractAddress: string };
  return { hash, contractAddress };
}
