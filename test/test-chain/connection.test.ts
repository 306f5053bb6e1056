import Module from "node:module";

import { expect } from "chai";

import { TEST_MNEMONIC } from "../../src/foundation/chain/test-mnemonic.js";
import { openConnection, openTestConnection } from "../../src/test-chain/connection.js";
import { openRpc } from "../open-server.js";
import { rejected } from "../rejection.js";
import { compareAnswers } from "./compared.js";

describe("a chain opened through EDR", () => {
  it("answers random requests as a chain of Hardhat's does", async () => {
    const accounts = { mnemonic: TEST_MNEMONIC, count: 11 };
    const { answers, events } = await compareAnswers(400, 1, { accounts });
    expect(answers).to.be.above(300);
    expect(events).to.be.above(200);
  });
});

describe("a fork", () => {
  it("is refused at a block that its chain has not reached", async () => {
    await using node = await openRpc(({ id }) => ({ jsonrpc: "2.0", id, result: "0x7" }));
    const { host } = new URL(node.url);
    await rejected(
      openConnection({ forking: { url: node.url, blockNumber: 8 } }),
      `The chain of ${host} ends at block 7, but the block to fork at is 8. Pass an existing block`,
    );
  });
});

describe("a chain for tests", () => {
  it("says which package it lacks, and how to get it", async () => {
    const modules = Module as unknown as Record<"_resolveFilename", (...given: string[]) => string>;
    const resolve = modules._resolveFilename;
    modules._resolveFilename = (name, ...others) => {
      if (name === "@nomicfoundation/hardhat-ethers") throw new Error("It is not there.");
      return resolve.call(Module, name, ...others);
    };
    try {
      await rejected(openTestConnection({}), "npm install --save-dev @nomicfoundation/hardhat-eth");
    } finally {
      modules._resolveFilename = resolve;
    }
  });
});
