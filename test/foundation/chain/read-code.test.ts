import { expect } from "chai";
import { toQuantity } from "ethers";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { readCode } from "../../../src/foundation/chain/read-code.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { onDao } from "../../engine/inspect/raw-dao.js";
import { rejected } from "../../rejection.js";

interface Hiding {
  readonly times?: number;
  readonly runsCode?: boolean;
  /** Default: at any block. */
  readonly at?: string;
}

/** A node that says for its first requests that an address has no code, and may not run code without a contract. */
function hiding(
  chain: Eip1193Provider,
  hidden: string,
  { times = Infinity, runsCode = true, at }: Hiding = {},
): Eip1193Provider & { asked: number } {
  const node = {
    asked: 0,
    request: async (call: { readonly method: string; readonly params?: unknown[] }) => {
      const { method, params: [first, tag] = [] } = call;
      const isIt = method === "eth_getCode" && first === hidden && (at ?? tag) === tag;
      if (isIt && ++node.asked <= times) return "0x";
      const isCreation = method === "eth_call" && (first as { to?: string }).to === undefined;
      if (isCreation && !runsCode) throw new Error("missing field to");
      return await chain.request(call);
    },
  };
  return node;
}

describe("readCode", () => {
  it("does not take a contract for an account, whether its code is hidden always or now and then", async () => {
    await onDao(async ({ chain: { connection }, dao, accounts }) => {
      const { provider } = connection;
      const scheme = dao.Schemes[0]!.address;
      const open = hiding(provider, scheme, { times: 0 });
      const code = await readCode(open, scheme, "latest");
      expect(open.asked).to.equal(1);
      expect(code).to.have.length.above(1000);
      const size = (code.length - 2) / 2;
      const says = `returns no code of ${scheme} (eth_getCode), although contracts see ${size} bytes`;
      await rejected(readCode(hiding(provider, scheme), scheme, "latest"), says);
      for (const runsCode of [true, false]) {
        const node = hiding(provider, scheme, { times: 1, runsCode });
        expect(await readCode(node, scheme, "latest")).to.equal(code);
      }
      const [account] = accounts as [string];
      const honest = hiding(provider, account, { times: 0 });
      expect(await readCode(honest, account, "latest")).to.equal("0x");
      expect(honest.asked).to.equal(1);
      const fork = { ...hiding(provider, scheme, { times: 1 }), isFork: true };
      expect(await readCode(fork, scheme, "latest")).to.equal("0x");
    });
  });

  it("keeps an inspection from saying that schemes are accounts, and which events are missing", async () => {
    await onDao(async ({ chain: { connection }, dao }) => {
      const { provider } = connection;
      const { Avatar } = dao;
      for (const hidden of [dao.Schemes[0]!.address, dao.NativeToken, Avatar]) {
        const inspecting = inspectDao(hiding(provider, hidden), Avatar);
        await rejected(inspecting, `The node returns no code of ${hidden}`);
      }
      const fromBlock = (await inspectDao(provider, Avatar)).block.number;
      const node = hiding(provider, Avatar, { at: toQuantity(fromBlock - 1) });
      const { missingEvents } = await inspectDao(node, Avatar, { fromBlock });
      expect(missingEvents).to.include("were not read");
    });
  });
});
