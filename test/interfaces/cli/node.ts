import { startAnvil } from "../../live/nodes.js";

/** Starts a node on a free port, with the predecessor's accounts; `close` stops it. */
export async function openNode(args: readonly string[] = []) {
  const { url, provider, stop: close } = await startAnvil(args);
  const request = async (method: string, params: unknown[] = []): Promise<unknown> =>
    await provider.request({ method, params });
  return {
    url,
    request,
    close,
    /** Returns how many transactions an account has sent. */
    async sent(account = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"): Promise<number> {
      return Number(await request("eth_getTransactionCount", [account, "latest"]));
    },
  };
}
