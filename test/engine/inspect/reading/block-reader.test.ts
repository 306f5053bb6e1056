import { expect } from "chai";
import { getAddress, id, toQuantity } from "ethers";

import { CallRefused } from "../../../../src/foundation/chain/call-refused.js";
import { readerAt } from "../../../../src/engine/inspect/reading/block-reader.js";
import { rejection } from "../../../rejection.js";
import { withCodes } from "../raw-calls.js";

const ONE = `0x${"a1".repeat(20)}`;
const OTHER = `0x${"b2".repeat(20)}`;

describe("readerAt", () => {
  it("queries the node only once for what cannot change at the block", async () => {
    const echo = "0x60003560005260206000f3";
    await withCodes({ [ONE]: echo, [OTHER]: echo }, async (node) => {
      const asked: string[] = [];
      const provider: typeof node = {
        request: async (call) => {
          asked.push(call.method);
          return await node.request(call);
        },
      };
      const count = (method: string) => asked.filter((each) => each === method).length;
      const reader = await readerAt(provider, {});
      const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;
      const calls = [
        [ONE, word(1)],
        [ONE, word(1)],
        [ONE, word(2)],
        [OTHER, word(1)],
      ] as const;
      const answers = await Promise.all(calls.map(([to, data]) => reader.call(to, data)));
      expect(answers).to.deep.equal(calls.map(([, data]) => data));
      expect(await reader.call(ONE, word(1))).to.equal(word(1));
      expect(count("eth_call")).to.equal(3);

      const filter = { address: getAddress(ONE), topics: [id("Gone()")] };
      expect(await reader.logs(filter)).to.deep.equal([]);
      const before = count("eth_getLogs");
      await reader.logs({ ...filter });
      expect(count("eth_getLogs")).to.equal(before);
      await reader.logs({ ...filter, address: OTHER });
      expect(count("eth_getLogs")).to.equal(before + 1);

      // A revert is the same each time, and another block may have another answer.
      const params = [ONE, "0x60006000fd"];
      await node.request({ method: "hardhat_setCode", params });
      await node.request({ method: "hardhat_mine", params: [toQuantity(1)] });
      const later = await readerAt(provider, {});
      for (let each = 0; each < 2; each++) {
        expect(await rejection(later.call(ONE, word(1)))).to.be.instanceOf(CallRefused);
      }
      expect(await reader.call(ONE, word(1))).to.equal(word(1));
    });
  });
});
