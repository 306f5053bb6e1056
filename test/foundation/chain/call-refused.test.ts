import { expect } from "chai";

import { isOfNode } from "../../../src/foundation/chain/call-refused.js";
import { ConnectionError, RpcError } from "../../../src/foundation/chain/rpc-error.js";

describe("isOfNode", () => {
  for (const [what, error, expected] of [
    ["no connection", new ConnectionError("no route"), true],
    ["a cause without a connection", new Error("x", { cause: new ConnectionError("no") }), true],
    [
      "too many requests",
      new RpcError("eth_call", { code: -32005, message: "too many requests" }),
      true,
    ],
    ["a revert", new RpcError("eth_call", { code: 3, message: "reverted" }), false],
    ["an error without a code or a cause", new Error("x"), false],
    ["a text", "too many requests", false],
    ["nothing", null, false],
  ] as const) {
    it(`is ${expected ? "so" : "not so"} for ${what}`, () => {
      expect(isOfNode(error)).to.equal(expected);
    });
  }
});
