import { expect } from "chai";
import { id, parseEther, toBeHex, zeroPadValue } from "ethers";

import { readAllowances } from "../../../../src/engine/inspect/assets/treasury.js";
import {
  CallRefused,
  type BlockReader,
} from "../../../../src/engine/inspect/reading/block-reader.js";
import { rejection } from "../../../rejection.js";
import { account } from "../sample-inspection.js";
import { wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

describe("treasury and global constraints", function () {
  this.timeout(60_000);

  it("reads what the avatar owns, and which contracts may refuse its actions", async () => {
    await onDao(async (raw) => {
      const { dao } = raw;
      const { base, read } = raw.chain;
      const before = await raw.inspect(dao.Avatar);
      expect(before.treasury).to.deep.equal({ ether: "0", tokens: [] });
      expect(before.globalConstraints).to.deep.equal([]);
      await raw.transact({ to: dao.Avatar }, { value: 7n });
      await raw.send("DAOToken", base.DAOToken, "mint", [dao.Avatar, 8n]);
      await raw.control("mintTokens", 9n, dao.Avatar);
      const cap = [dao.NativeToken, parseEther("2000")];
      const hash = await read("TokenCapGC", base.TokenCapGC, "getParametersHash", ...cap);
      await raw.send("TokenCapGC", base.TokenCapGC, "setParameters", cap);
      await raw.control("addGlobalConstraint", base.TokenCapGC, hash);
      const found = await raw.inspect(dao.Avatar);
      const [treasury, globalConstraints] = [
        wasRead(found.treasury),
        wasRead(found.globalConstraints),
      ];
      expect(treasury.ether).to.equal("7");
      expect(treasury.tokens.map(({ address, amount }) => [address, amount])).to.have.deep.members([
        [base.DAOToken, "8"],
        [dao.NativeToken, "9"],
      ]);
      expect(globalConstraints).to.have.length(1);
      expect(globalConstraints[0]).to.deep.include({
        looks: "after",
        paramsHash: hash,
        parameters: { token: dao.NativeToken, cap: String(parseEther("2000")) },
      });
      expect(globalConstraints[0]?.contract).to.deep.include({ name: "TokenCapGC" });
      await raw.control("removeGlobalConstraint", base.TokenCapGC);
      const { globalConstraints: left } = await raw.inspect(dao.Avatar);
      expect(left).to.deep.equal([]);
    });
  });
});

const [OWNER, SPENDER, TOKEN, FAKE] = [account(1), account(2), account(9), account(10)];
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
    const looping = readerWith([TOKEN], () => {
      throw new CallRefused("out of gas");
    });
    const notRead = "it did not answer within 1000000 gas";
    expect(await readAllowances(looping, OWNER)).to.deep.equal([
      { token: TOKEN, spender: SPENDER, amount: { notRead } },
    ]);
    const broken = readerWith([TOKEN], () => {
      throw new Error("the node does not answer");
    });
    const error = await rejection(readAllowances(broken, OWNER));
    expect(error.message).to.equal("the node does not answer");
  });
});
