import { expect } from "chai";

import { sequenceCode, sequenceOutcomes } from "../../../../src/engine/inspect/reading/sequence.js";
import { withCodes } from "../raw-calls.js";

const ECHO = `0x${"ec".repeat(20)}`;
const COUNTER = `0x${"c0".repeat(20)}`;
const REFUSES = `0x${"de".repeat(20)}`;
/** Contracts that echo their call data, count their calls in storage, and revert with one word. */
const CODES = {
  [ECHO]: "0x366000600037366000f3",
  [COUNTER]: "0x6000546001018060005560005260206000f3",
  [REFUSES]: "0x602a60005260206000fd",
};

describe("sequenceCode", () => {
  it("simulates calls in order, each on the state after the earlier ones, without changing the chain", async () => {
    await withCodes(CODES, async (provider) => {
      const long = `0x${"ab".repeat(1000)}`;
      const calls = [
        { to: ECHO, data: "0x" },
        { to: COUNTER, data: "0x" },
        { to: REFUSES, data: "0x01" },
        { to: ECHO, data: long },
        { to: COUNTER, data: "0x1234" },
        { to: `0x${"00".repeat(19)}99`, data: "0x" },
      ];
      const word = (value: string) => `0x${value.padStart(64, "0")}`;
      // Runs twice: if the first run had changed the chain, the counter would continue.
      for (let time = 0; time < 2; time++) {
        const params = [{ data: sequenceCode(calls) }, "latest"];
        const answer = String(await provider.request({ method: "eth_call", params }));
        expect(sequenceOutcomes(answer, calls.length)).to.deep.equal([
          { success: true, data: "0x" },
          { success: true, data: word("1") },
          { success: false, data: word("2a") },
          { success: true, data: long },
          { success: true, data: word("2") },
          { success: true, data: "0x" },
        ]);
      }
    });
  });
});
