import { until } from "../../until.js";
import { nonceOf } from "../../live/support.js";
import { startAnvil } from "../../live/nodes.js";

/** Starts a node on a free port, with the predecessor's accounts; `close` stops it. */
export async function openNode(args: readonly string[] = []) {
  const { url, provider, stop: close } = await startAnvil(args);
  /** Like `provider.request`, but returns of a sent transaction once it is mined: anvil answers before. */
  const request = async (method: string, params: unknown[] = []): Promise<unknown> => {
    const answer = await provider.request({ method, params });
    if (method !== "eth_sendTransaction") return answer;
    const isMined = async () => (await request("eth_getTransactionReceipt", [answer])) !== null;
    await until("the transaction is mined", isMined);
    return answer;
  };
  return {
    url,
    request,
    close,
    /** Returns how many transactions an account has sent. Pending ones count: anvil may still mine the last ones. */
    async sent(account = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"): Promise<number> {
      return await nonceOf(provider, account, "pending");
    },
  };
}
