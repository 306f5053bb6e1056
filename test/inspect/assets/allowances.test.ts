import { expect } from "chai";
import { id, toBeHex, zeroPadValue } from "ethers";

import { readAllowances } from "../../../src/inspect/assets/treasury.js";
import { CallRefused, type BlockReader } from "../../../src/inspect/reading/block-reader.js";
import { rejection } from "../../rejection.js";
import { account } from "../sample-inspection.js";

const [OWNER, SPENDER, TOKEN, FAKE] = [1, 2, 9, 10].map(account) as [
  string,
  string,
  string,
  string,
];
const APPROVAL = id("Approval(address,address,uint256)");

/** A chain on which `emitters` emitted approvals, and `call` answers what is left. */
function readerWith(emitters: readonly string[], call: (to: string) => string): BlockReader {
  const topics = [APPROVAL, ...[OWNER, SPENDER].map((each) => zeroPadValue(each, 32))];
  return {
    logs: async () => [
      ...emitters.map((address) => ({ address, topics, data: "0x" })),
      // Of an ERC-721 token.
      { address: FAKE, topics: [...topics, topics[0]], data: "0x" },
    ],
    call: async (to: string) => call(to),
  } as unknown as BlockReader;
}

describe("readAllowances", () => {
  it("lists each allowance once, without those that are used up", async () => {
    const five = readerWith([TOKEN, TOKEN], () => toBeHex(5, 32));
    expect(await readAllowances(five, OWNER)).to.deep.equal([
      { token: TOKEN, spender: SPENDER, amount: "5" },
    ]);
    const none = readerWith([TOKEN], () => toBeHex(0, 32));
    expect(await readAllowances(none, OWNER)).to.deep.equal([]);
  });

  it("leaves out what is no token, but not what the node does not answer", async () => {
    const refusing = readerWith([TOKEN, FAKE], (to) => {
      if (to === FAKE) throw new CallRefused("execution reverted");
      return toBeHex(5, 32);
    });
    expect((await readAllowances(refusing, OWNER)).map(({ token }) => token)).to.deep.equal([
      TOKEN,
    ]);
    const broken = readerWith([TOKEN], () => {
      throw new Error("the node does not answer");
    });
    const error = await rejection(readAllowances(broken, OWNER));
    expect(error.message).to.equal("the node does not answer");
  });
});
