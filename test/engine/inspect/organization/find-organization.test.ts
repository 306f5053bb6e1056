import { expect } from "chai";
import { id } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { rejected, rejection } from "../../../rejection.js";
import { SMALL_DAO } from "../../migration/with-base.js";
import { withCodes } from "../raw-calls.js";
import { onBase } from "../raw-dao.js";

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
  const avatar = answering({
    ...{ "owner()": CONTROLLER, "nativeToken()": REPUTATION, "nativeReputation()": REPUTATION },
  });
  const ofAnother = { "avatar()": CONTROLLER, "getNativeReputation(address)": REPUTATION };
  for (const [what, codes, said] of [
    ["no contract", {}, /no contract at 0xa1.* of the chain with ID 31337/i],
    ["a contract that answers nothing", { [AVATAR]: "0x60006000fd" }, /is not an Arc avatar/],
    // A payable fallback returns nothing for every call.
    ["a contract that accepts every call", { [AVATAR]: "0x00" }, /is not an Arc avatar/],
    [
      "a DAO of dxdao-contracts 2, whose events have Arc's topics",
      {
        [AVATAR]: answering({ "owner()": CONTROLLER }),
        [CONTROLLER]: answering({ "getDaoReputation()": REPUTATION }),
      },
      /a DAO of dxdao-contracts 2/,
    ],
    [
      "an avatar whose controller does not answer like Arc's",
      { [AVATAR]: avatar, [CONTROLLER]: answering({ "avatar()": AVATAR }) },
      /not an Arc controller and does not behave like one/,
    ],
    [
      "an avatar whose controller is another's",
      { [AVATAR]: avatar, [CONTROLLER]: answering(ofAnother) },
      /does not behave like one/,
    ],
    ["an avatar of a key", { [AVATAR]: avatar }, /which is not a contract: anyone with its key/],
  ] as const) {
    it(`is refused by name: ${what}`, async () => {
      await withCodes(codes, async (provider) => {
        const error = await rejection(inspectDao(provider, AVATAR));
        expect(error.name, error.stack).to.equal("NotAnArcDaoError");
        expect(error.message).to.match(said);
      });
    });
  }

  it("is not said of an avatar whose node fails on the last question", async () => {
    await withCodes({ [AVATAR]: answering({ "owner()": CONTROLLER }) }, async (provider) => {
      const failure = new RpcError("eth_call", { code: -32000, message: "missing trie node" });
      const failing: Eip1193Provider = {
        request: async (request): Promise<unknown> => {
          const asked = JSON.stringify(request).toLowerCase();
          if (asked.includes(CONTROLLER) && request.method === "eth_call") throw failure;
          return await provider.request(request);
        },
      };
      const error = await rejected(inspectDao(failing, AVATAR), "missing trie node");
      expect(error.name).to.not.equal("NotAnArcDaoError");
    });
  });

  it("is named if it is another contract of Arc's", async () => {
    await onBase("rc.57", async (chain) => {
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
