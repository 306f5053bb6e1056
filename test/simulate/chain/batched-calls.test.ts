import { expect } from "chai";

import type { Eip1193Provider } from "../../../src/chain/provider.js";
import { batchingCalls } from "../../../src/simulate/chain/batched-calls.js";
import { rejection } from "../../rejection.js";
import { openChain } from "../../simulated-chain.js";

const ECHO = `0x${"ec".repeat(20)}`;
const COUNTER = `0x${"c0".repeat(20)}`;
const REFUSES = `0x${"de".repeat(20)}`;
const ACCOUNT = `0x${"aa".repeat(20)}`;
/** Contracts that echo their call data, count their calls in storage, and revert with one word. */
const CODES = {
  [ECHO]: "0x366000600037366000f3",
  [COUNTER]: "0x6000546001018060005560005260206000f3",
  [REFUSES]: "0x602a60005260206000fd",
};
const word = (digits: string) => `0x${digits.padStart(64, "0")}`;

describe("batchingCalls", () => {
  let chain: Awaited<ReturnType<typeof openChain>>;
  let asked: { method: string; params: unknown[] }[];
  let provider: Eip1193Provider;

  before(async () => {
    chain = await openChain();
    for (const [address, code] of Object.entries(CODES)) {
      await chain.provider.request({ method: "hardhat_setCode", params: [address, code] });
    }
  });
  after(async () => {
    await chain.close();
  });
  beforeEach(() => {
    asked = [];
    provider = batchingCalls({
      request: async ({ method, params = [] }) => {
        asked.push({ method, params });
        return (await chain.provider.request({ method, params })) as unknown;
      },
    });
  });

  async function call(to: string, data: string, block = "latest"): Promise<unknown> {
    return await provider.request({ method: "eth_call", params: [{ to, data }, block] });
  }

  it("sends simultaneous calls as one request, each seeing the state of the block", async () => {
    const long = `0x${"ab".repeat(1000)}`;
    const answers = await Promise.all([
      call(ECHO, "0x"),
      call(COUNTER, "0x"),
      call(ECHO, long),
      call(COUNTER, "0x1234"),
      call(ACCOUNT, "0x01"),
    ]);
    expect(answers).to.deep.equal(["0x", word("1"), long, word("1"), "0x"]);
    expect(asked).to.have.length(1);
    // The batch leaves no state behind.
    expect(await call(COUNTER, "0x")).to.equal(word("1"));
    for (const digit of ["5", "6"]) {
      const params = [`0x00000000000000000000000000000000a9b0d7f${digit}`, "latest"];
      expect(await provider.request({ method: "eth_getCode", params })).to.equal("0x");
    }
  });

  it("fails one call with the chain's own error, and answers the others", async () => {
    const alone = await rejection(
      chain.provider.request({ method: "eth_call", params: [{ to: REFUSES, data: "0x" }] }),
    );
    const [failed, answer] = await Promise.all([
      rejection(call(REFUSES, "0x")),
      call(ECHO, "0x77"),
    ]);
    expect(failed.message).to.equal(alone.message);
    expect(answer).to.equal("0x77");
    expect(asked).to.have.length(2);
  });

  it("keeps blocks apart, and splits batches that are too large for one call", async () => {
    const number = String(await chain.provider.request({ method: "eth_blockNumber" }));
    await Promise.all([call(ECHO, "0x01"), call(ECHO, "0x02"), call(ECHO, "0x03", number)]);
    expect(asked).to.have.length(2);
    asked.length = 0;
    const many = Array.from({ length: 300 }, (_, index) => word(index.toString(16)));
    expect(await Promise.all(many.map((data) => call(ECHO, data)))).to.deep.equal(many);
    expect(asked).to.have.length(2);
    asked.length = 0;
    const large = Array.from({ length: 3 }, (_, index) => `0x${`0${index}`.repeat(60_000)}`);
    expect(await Promise.all(large.map((data) => call(ECHO, data)))).to.deep.equal(large);
    expect(asked).to.have.length(3);
  });

  it("passes on calls with a sender, a value or overrides unchanged, and everything else", async () => {
    const params = [{ from: ACCOUNT, to: ECHO, data: "0x05" }, "latest"];
    const [answer, chainId] = await Promise.all([
      provider.request({ method: "eth_call", params }),
      provider.request({ method: "eth_chainId" }),
      call(ECHO, "0x06"),
    ]);
    expect(answer).to.equal("0x05");
    expect(Number(chainId)).to.equal(31_337);
    const data = asked.map(({ params: [sent] }) => (sent as { data?: string } | undefined)?.data);
    expect(data).to.deep.equal(["0x05", undefined, "0x06"]);
  });
});
