import { expect } from "chai";
import { id, Interface, toBeHex } from "ethers";

import { rememberedFor } from "../../../../src/foundation/arc/abi-memory.js";
import { Contract } from "../../../../src/engine/inspect/reading/contract.js";
import { account } from "../sample-inspection.js";

describe("Contract", () => {
  it("decodes each event once, however many others there are", async () => {
    const topics = [id("Mint(address,uint256)"), toBeHex(7, 32)];
    const logs = Array.from({ length: 10 }, (_, index) => {
      const place = { blockNumber: 1, logIndex: index, transactionHash: id("transaction") };
      return { address: account(1), topics, data: toBeHex(index, 32), ...place };
    });
    const reader = {
      call: () => Promise.reject(new Error("not called")),
      logs: () => Promise.resolve(logs),
    };
    const abi = new Interface(["event Mint(address indexed to, uint256 amount)"]);
    const contract = new Contract(reader, account(1), abi);
    const once = await contract.events(["Mint"]);
    // More than is remembered by what it is.
    for (let other = 0; other < 10_000; other++) rememberedFor(abi, String(other), () => other);
    const again = await contract.events(["Mint"]);
    expect(again.filter(({ values }, index) => values !== once[index]!.values)).to.deep.equal([]);
  });
});
