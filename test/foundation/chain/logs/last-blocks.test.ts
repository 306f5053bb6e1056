import { expect } from "chai";

import { LogSource } from "../../../../src/foundation/chain/logs/log-source.js";
import { rejection } from "../../../rejection.js";
import { EMITTER, FakeChain, FakeError, log, WORD } from "./fake-chain.js";

const HEAD = 10_000;
const FILTER = { address: EMITTER, topics: [WORD] };
const OLD = Array.from({ length: 500 }, (_, index) => log(10 * index + 3));

describe("LastBlocks", () => {
  it("finds what a node behind the others leaves out of the last blocks", async () => {
    const last = [log(HEAD - 7), log(HEAD - 2), log(HEAD - 2, 1), log(HEAD)];
    for (const asked of [1, 3]) {
      const chain = new FakeChain({ head: HEAD, logs: [...OLD, ...last] });
      chain.options = {
        ...chain.options,
        before: (_count, { from }) => (from === 0 ? OLD : undefined),
      };
      let failures = 0;
      const request = chain.request.bind(chain);
      chain.request = async (call) => {
        const isByHash = JSON.stringify(call.params ?? []).includes("blockHash");
        if (isByHash && ++failures < asked) throw new FakeError("unknown block");
        return await request(call);
      };
      const logs = await new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
      expect(logs.length).to.equal(OLD.length + last.length);
    }
  });

  it("reads a last block with more logs than the node returns at once from its receipts", async () => {
    const logs = [log(HEAD), log(HEAD, 1)];
    const chain = new FakeChain({ head: HEAD, logs });
    const request = chain.request.bind(chain);
    chain.request = async (call) => {
      if (!JSON.stringify(call.params ?? []).includes("blockHash")) return await request(call);
      throw new FakeError("query returned more than 1 results", -32005);
    };
    chain.options = { ...chain.options, before: () => [] };
    const found = await new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
    expect(found.length).to.equal(2);
  });

  it("says so if the node does not know one of the last blocks, or returns none of its logs", async () => {
    const logs = [...OLD, log(HEAD)];
    for (const [answer, words] of [
      [new FakeError("unknown block"), "(unknown block)"],
      [[], "(it returns no logs, although a receipt has some)"],
    ] as const) {
      const chain = new FakeChain({ head: HEAD, logs });
      const request = chain.request.bind(chain);
      chain.request = async (call) => {
        if (!JSON.stringify(call.params ?? []).includes("blockHash")) return await request(call);
        if (answer instanceof Error) throw answer;
        return answer;
      };
      const reading = new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
      const { message } = await rejection(reading);
      expect(message).to.include(`of block ${HEAD}, one of the last ${words}`);
      expect(message).not.to.include("archive");
    }
  });
});
