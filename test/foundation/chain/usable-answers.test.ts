import { expect } from "chai";

import { withUsableAnswers } from "../../../src/foundation/chain/usable-answers.js";
import { rejection } from "../../rejection.js";

describe("withUsableAnswers", () => {
  it("refuses a nonce that no account can have, after which the next ones would be no numbers", async () => {
    const asked = { method: "eth_getTransactionCount", params: ["0x01", "latest"] };
    const answering = async (count: string): Promise<unknown> =>
      await withUsableAnswers({ request: () => Promise.resolve(count) }).request(asked);
    expect(await answering("0xffffff")).to.equal("0xffffff");
    expect((await rejection(answering("0x1fffffffffffff"))).message).to.match(
      /cannot be used: expected the number of an account's transactions, found 0x1fffffffffffff/,
    );
  });
});
