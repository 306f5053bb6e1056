import { expect } from "chai";
import { AbiCoder } from "ethers";

import { failureReason } from "../../../src/foundation/chain/failure-reason.js";

const coder = AbiCoder.defaultAbiCoder();
const REASON = `0x08c379a0${coder.encode(["string"], ["not the owner"]).slice(2)}`;
const PANIC = `0x4e487b71${coder.encode(["uint256"], [17]).slice(2)}`;

function errorWith(fields: object): Error {
  return Object.assign(new Error("execution reverted\n    at some place"), fields);
}

describe("failureReason", () => {
  it("finds a contract's reason wherever nodes put the data", () => {
    for (const error of [
      errorWith({ data: REASON }),
      errorWith({ data: { data: REASON, message: "revert" } }),
      errorWith({ cause: errorWith({ data: REASON }) }),
      errorWith({ cause: { data: { data: REASON } } }),
    ]) {
      expect(failureReason(error)).to.equal("the contract reverted: not the owner");
    }
  });

  it("shows the words of a contract or node as one printable line", () => {
    const reason = `0x08c379a0${coder.encode(["string"], ["no\n\u001b[8mSend?"]).slice(2)}`;
    expect(failureReason(errorWith({ data: reason }))).to.equal(
      "the contract reverted: no \\x1b[8mSend?",
    );
    expect(failureReason(new Error("\u202eno"))).to.equal("\\u202eno");
  });

  it("names the code of a panic", () => {
    expect(failureReason(errorWith({ data: PANIC }))).to.equal(
      "the contract panicked with code 17",
    );
  });

  it("uses the first line of the message if there is no reason", () => {
    for (const data of [undefined, "0x", "0x12345678", 7, { data: null }]) {
      expect(failureReason(errorWith({ data }))).to.equal("execution reverted");
    }
  });

  it("uses the message if the data does not match its selector", () => {
    for (const data of ["0x08c379a0", `${REASON.slice(0, 90)}`, "0x4e487b7100"]) {
      expect(failureReason(errorWith({ data }))).to.equal("execution reverted");
    }
  });

  it("accepts thrown values that are not an Error", () => {
    expect(failureReason("out of order.")).to.equal("out of order");
    expect(failureReason("please wait...")).to.equal("please wait...");
    expect(failureReason(undefined)).to.equal("undefined");
  });

  it("ends for an error that is its own cause", () => {
    const error = errorWith({});
    error.cause = error;
    expect(failureReason(error)).to.equal("execution reverted");
  });
});
