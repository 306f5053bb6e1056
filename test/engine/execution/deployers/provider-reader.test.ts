import { expect } from "chai";
import { toBeHex } from "ethers";

import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { ProviderReader } from "../../../../src/engine/execution/deployers/provider-reader.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { rejection } from "../../../rejection.js";
import { ACCOUNT, type Answers, CHAIN, CONTRACT, COUNTER, scripted, VOTER } from "./scripted.js";
import { expectRecorded } from "../../../recorded.js";

const counter = { artifact: COUNTER, address: CONTRACT };

function reading(answers: Answers) {
  const { provider, asked } = scripted(answers);
  return { reader: new ProviderReader(provider, CHAIN), asked };
}

describe("ProviderReader", () => {
  it("calls a function at the latest block, as the deploying account or another, and decodes the result", async () => {
    const { reader, asked } = reading({ eth_call: () => toBeHex(42n, 32) });
    expect([...(await reader.read(counter, "count", [7n]))]).to.deep.equal([42n]);
    await reader.read(counter, COUNTER.abi[0]!, [7n], { from: VOTER });
    expectRecorded(asked);
  });

  it("says which call failed and why", async () => {
    const cause = new Error("out of gas");
    const { reader } = reading({ eth_call: () => Promise.reject(cause) });
    const error = await rejection(reader.read(counter, "count", [7n]));
    const message = `Calling Counter.count at ${CONTRACT} failed: out of gas`;
    expect(error).to.be.instanceOf(MigrationError).and.include({ message, cause });
  });

  it("refuses an answer that does not decode", async () => {
    const { reader } = reading({ eth_call: () => "0x12" });
    const { message } = await rejection(reader.read(counter, "count", [7n]));
    expect(message).to.include(`Calling Counter.count at ${CONTRACT} failed: `);
  });

  it("asks again where a node has no contract yet, and then says so in words", async () => {
    const answers = ["0x", "0x", toBeHex(42n, 32)];
    const late = scripted({ eth_call: () => answers.shift() });
    const of = (provider: Eip1193Provider) =>
      new ProviderReader(provider, { ...CHAIN, network: { name: "private", chainId: 31337 } });
    expect([...(await of(late.provider).read(counter, "count", [7n]))]).to.deep.equal([42n]);
    const never = scripted({ eth_call: () => "0x" });
    const { message } = await rejection(of(never.provider).read(counter, "count", [7n]));
    expect(message)
      .to.include("the node has no contract there")
      .and.include("use another node")
      .and.not.include("BUFFER_OVERRUN");
    expect(never.asked.length).to.equal(4);
  });

  it("knows its network and the deploying account", () => {
    const { reader } = reading({});
    expect([reader.network, reader.account]).to.deep.equal([CHAIN.network, ACCOUNT]);
  });

  it("reads code, storage and nonce at the latest block", async () => {
    const { reader, asked } = reading({
      eth_getCode: () => "0x60",
      eth_getStorageAt: () => "0x2a",
      eth_getTransactionCount: () => "0x11",
    });
    const found = [await reader.code(CONTRACT), await reader.storage(CONTRACT, 16n)];
    expectRecorded({ found: [...found, await reader.nonce(ACCOUNT)], asked });
  });

  it("takes an empty answer for a slot that was never written", async () => {
    const { reader } = reading({ eth_getStorageAt: () => "0x" });
    expect(await reader.storage(CONTRACT, 0n)).to.equal(0n);
  });
});
