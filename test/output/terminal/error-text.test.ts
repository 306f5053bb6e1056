import { expect } from "chai";

import { RpcError } from "../../../src/foundation/chain/rpc-error.js";
import { defaultWallet } from "../../../src/foundation/chain/test-accounts.js";
import { InsufficientFundsError } from "../../../src/foundation/support/errors.js";
import { errorText } from "../../../src/output/terminal/error-text.js";

describe("errorText", () => {
  it("says what to do about the built-in account on anvil's and Hardhat's chains", () => {
    const funds = { balance: 0n, needed: 1n };
    const own = new InsufficientFundsError("No funds.", {
      account: `0x${"1".repeat(40)}`,
      ...funds,
    });
    expect(errorText(own).message).to.equal("No funds.");
    const account = defaultWallet().address;
    const builtIn = new InsufficientFundsError("No funds.", { account, ...funds });
    expect(errorText(builtIn).message).to.match(
      /^No funds\. This is the built-in development account.*Anvil.*--mnemonic "(test ){11}junk"/,
    );
  });

  it("says what to do about a node's refusal", () => {
    const refused = new RpcError("eth_getLogs", { message: "limit" });
    expect(errorText(refused).message).to.equal(
      "The node refused a request: eth_getLogs: limit. Run the same command again, or use another node.",
    );
    const lacks = new RpcError("eth_getStorageAt", { code: -32601, message: "not available" });
    expect(errorText(lacks).message).to.equal(
      "The node refused a request: eth_getStorageAt: not available. It lacks this method, or the state of that block: " +
        "use another node, for old blocks an archive node.",
    );
  });

  it("says what the machine lacks, which is no bug", () => {
    const error = Object.assign(new Error("EMFILE: too many open files, open '/a'"), {
      code: "EMFILE",
    });
    expect(errorText(error).message).to.equal(
      "EMFILE: too many open files, open '/a': this process may open too few files at once (ulimit -n). Fix that and " +
        "run the same command again to resume.",
    );
  });

  it("shows an unexpected error in one line, without a stack", () => {
    const { message } = errorText(new TypeError("x is null\n    at \u001b[8m"));
    expect(message).to.match(/^Unexpected error: x is null at \\x1b\[8m\./);
  });
});
