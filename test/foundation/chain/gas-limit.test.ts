import { expect } from "chai";

import { failureAdvice } from "../../../src/foundation/chain/gas-limit.js";

it("a step's failure says what may help, as EDR, Hardhat and nodes put the reason", () => {
  const reasons = [
    "VM Exception while processing transaction: invalid opcode",
    "Transaction reverted and Hardhat couldn't infer the reason",
    "EvmError: NotActivated",
    "Transaction ran out of gas",
    "reverted with reason string 'only five'",
  ];
  expect(
    reasons.map((reason) => /evmVersion|30 gas/.exec(failureAdvice(reason, 30n))?.[0]),
  ).to.deep.equal(["evmVersion", "evmVersion", "evmVersion", "30 gas", undefined]);
});
