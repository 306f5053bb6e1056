import { expect } from "chai";
import { id } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { rejection } from "../../../rejection.js";
import { SMALL_DAO, withBase } from "../../migration/with-base.js";
import { openChain } from "../../../simulated-chain.js";

const AVATAR = `0x${"a1".repeat(20)}`;
const CONTROLLER = `0x${"c1".repeat(20)}`;
const REPUTATION = `0x${"e1".repeat(20)}`;

/** Returns code that answers each of some functions with an address, and reverts otherwise. */
function answering(answers: Readonly<Record<string, string>>): string {
  let code = "60003560e01c";
  for (const [signature, value] of Object.entries(answers)) {
    const selector = id(signature).slice(2, 10);
    const next = (code.length / 2 + 53).toString(16).padStart(4, "0");
    const word = value.slice(2).padStart(64, "0");
    code += `8063${selector}141561${next}577f${word}60005260206000f35b`;
  }
  return `0x${code}60006000fd`;
}

describe("what is not an Arc DAO", () => {
  const withCode = async (codes: Readonly<Record<string, string>>): Promise<string> => {
    const chain = await openChain();
    const { provider } = chain;
    try {
      for (const [address, code] of Object.entries(codes)) {
        await provider.request({ method: "hardhat_setCode", params: [address, code] });
      }
      const error = await rejection(inspectDao(provider, AVATAR));
      expect(error.name, error.stack).to.equal("NotAnArcDaoError");
      return error.message;
    } finally {
      await chain.close();
    }
  };

  it("is refused if there is no contract", async () => {
    expect(await withCode({})).to.match(/no contract at 0xa1.* of the chain with ID 31337/i);
  });

  it("is refused if the contract returns no token and reputation", async () => {
    expect(await withCode({ [AVATAR]: "0x60006000fd" })).to.match(/is not an Arc avatar/);
    // A payable fallback returns nothing for every call.
    expect(await withCode({ [AVATAR]: "0x00" })).to.match(/is not an Arc avatar/);
  });

  it("is named if it is a DAO of dxdao-contracts 2, whose events have Arc's topics", async () => {
    const message = await withCode({
      [AVATAR]: answering({ "owner()": CONTROLLER }),
      [CONTROLLER]: answering({ "getDaoReputation()": REPUTATION }),
    });
    expect(message).to.match(/a DAO of dxdao-contracts 2/);
  });

  it("is refused if the controller does not answer like Arc's", async () => {
    const avatar = answering({
      "owner()": CONTROLLER,
      "nativeToken()": REPUTATION,
      "nativeReputation()": REPUTATION,
    });
    const codes = { [AVATAR]: avatar, [CONTROLLER]: answering({ "avatar()": AVATAR }) };
    expect(await withCode(codes)).to.match(/not an Arc controller and does not behave like one/);
    const ofAnother = answering({
      "avatar()": CONTROLLER,
      "getNativeReputation(address)": REPUTATION,
    });
    expect(await withCode({ [AVATAR]: avatar, [CONTROLLER]: ofAnother })).to.match(
      /does not behave like one/,
    );
    expect(await withCode({ [AVATAR]: avatar })).to.match(
      /which is not a contract: anyone with its key/,
    );
  });

  it("is named if it is another contract of Arc's", async () => {
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(SMALL_DAO);
      const error = await rejection(inspectDao(chain.connection.provider, dao.Controller));
      expect(error.message).to.equal(
        `${dao.Controller} is Arc's Controller; expected an avatar. Its avatar is ${dao.Avatar}.`,
      );
      const usage = await rejection(inspectDao(chain.connection.provider, "0x12"));
      expect(usage.name).to.equal("UsageError");
    });
  });
});
