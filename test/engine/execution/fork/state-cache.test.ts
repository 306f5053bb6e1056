import { expect } from "chai";
import { toQuantity } from "ethers";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { cachingState } from "../../../../src/engine/execution/fork/state-cache.js";
import { rejection } from "../../../rejection.js";

const ACCOUNT = "0x0000000000000000000000000000000000000001";
const CONTRACT = "0x0000000000000000000000000000000000000002";

/** A chain that records requests; only CONTRACT has code. */
function counting(neighbours?: (account: string) => readonly string[]) {
  const asked: string[] = [];
  const provider: Eip1193Provider = {
    async request({ method, params = [] }) {
      asked.push([method, ...params].join(" "));
      if (method === "eth_getCode") return params[0] === CONTRACT ? "0x6001" : "0x";
      return `answer ${asked.length}`;
    },
  };
  return { provider: cachingState(provider, neighbours), asked };
}

describe("cachingState", () => {
  for (const method of ["eth_getBalance", "eth_getTransactionCount", "eth_getCode"]) {
    it(`requests balance, nonce and code of an account at a block once, when asked for ${method}`, async () => {
      const { provider, asked } = counting();
      const request = { method, params: [ACCOUNT, "0x7"] };
      const [first, second] = await Promise.all([
        provider.request(request),
        provider.request(request),
      ]);
      expect(await provider.request(request))
        .to.equal(first)
        .and.equal(second);
      await provider.request({ method, params: [ACCOUNT, "0x8"] });
      await provider.request({ method, params: [CONTRACT, "0x7"] });
      expect(asked).to.have.length(9);
      expect(new Set(asked).size).to.equal(9);
    });
  }

  it("does not cache what changes: the latest state, calls, blocks", async () => {
    const { provider, asked } = counting();
    for (const request of [
      { method: "eth_getBalance", params: [ACCOUNT, "latest"] },
      { method: "eth_getTransactionCount", params: [ACCOUNT, "pending"] },
      { method: "eth_getBlockByNumber", params: ["0x7"] },
      { method: "eth_blockNumber" },
    ]) {
      const first = await provider.request(request);
      expect(await provider.request(request)).to.not.equal(first);
    }
    expect(asked).to.have.length(8);
  });

  it("knows that the storage of an account without code is empty", async () => {
    const { provider, asked } = counting();
    for (const slot of ["0x0", "0x1", "0x2"]) {
      const params = [ACCOUNT, slot, "0x7"];
      const word = await provider.request({ method: "eth_getStorageAt", params });
      expect(word).to.equal(`0x${"0".repeat(64)}`);
    }
    expect(asked.filter((one) => one.startsWith("eth_getStorageAt"))).to.deep.equal([]);
    expect(asked.filter((one) => one.startsWith("eth_getCode"))).to.have.length(1);
  });

  it("knows accounts in any spelling, and asks for their neighbours in lower case", async () => {
    const account = `0x${"Ab".repeat(20)}`;
    const sought: string[] = [];
    const { provider, asked } = counting((one) => {
      sought.push(one);
      return [];
    });
    for (const spelling of [account, account.toLowerCase(), account]) {
      await provider.request({ method: "eth_getBalance", params: [spelling, "0x7"] });
    }
    expect(asked).to.have.length(3);
    expect(new Set(sought)).to.deep.equal(new Set([account.toLowerCase()]));
  });

  it("refuses an answer that is no value, and requests it again", async () => {
    const answers = [null, undefined, { error: "busy" }, "0x1"];
    const provider = cachingState({
      request: async ({ method }) =>
        await Promise.resolve(method === "eth_getBalance" ? answers.shift() : "0x"),
    });
    const request = { method: "eth_getBalance", params: [ACCOUNT, "0x7"] };
    for (const time of [1, 2, 3]) {
      const { message } = await rejection(provider.request(request));
      expect(message, String(time)).to.equal("eth_getBalance: the node returned no value");
    }
    expect(await provider.request(request)).to.equal("0x1");
  });

  it("requests an account's neighbours at the same time, and only once", async () => {
    const { provider, asked } = counting((account) => (account === ACCOUNT ? [CONTRACT] : []));
    const of = (account: string) => [
      `eth_getBalance ${account} 0x7`,
      `eth_getCode ${account} 0x7`,
      `eth_getTransactionCount ${account} 0x7`,
    ];
    await provider.request({ method: "eth_getBalance", params: [ACCOUNT, "0x7"] });
    expect([...asked].sort()).to.deep.equal([...of(ACCOUNT), ...of(CONTRACT)].sort());
    await provider.request({ method: "eth_getCode", params: [CONTRACT, "0x7"] });
    expect(asked).to.have.length(6);
  });

  it("reads ahead in a struct, more the longer it is, and nothing twice", async () => {
    const { provider, asked } = counting();
    const first = 2n ** 255n + 5n;
    const read = async (index: number) => {
      const params = [CONTRACT, toQuantity(first + BigInt(index)), "0x7"];
      return await provider.request({ method: "eth_getStorageAt", params });
    };
    const indices = () =>
      asked
        .filter((one) => one.startsWith("eth_getStorageAt"))
        .map((one) => Number(BigInt(one.split(" ")[2]!) - first));
    const upTo = (length: number) => Array.from({ length }, (_, index) => index);
    for (const [index, known] of [1, 2, 7, 7, 7, 7, 7, 16, 16, 16, 16, 16, 16, 16, 16].entries()) {
      await read(index);
      expect(
        indices().sort((a, b) => a - b),
        `slot ${index}`,
      ).to.deep.equal(upTo(known));
    }
    expect(await read(3)).to.equal(await read(3));
    expect(indices()).to.have.length(16);
  });

  it("does not read ahead among other slots: of variables, out of order, of other contracts or blocks", async () => {
    const { provider, asked } = counting();
    const first = 2n ** 255n;
    const reads: [string, bigint, string][] = [
      ...[0n, 1n, 2n, 3n, 4n].map((slot): [string, bigint, string] => [CONTRACT, slot, "0x7"]),
      ...[3n, 2n, 4n, 8n, 9n].map((slot): [string, bigint, string] => [
        CONTRACT,
        first + slot,
        "0x7",
      ]),
      [CONTRACT, first + 10n, "0x8"],
      [ACCOUNT, first + 11n, "0x7"],
    ];
    for (const [account, slot, block] of reads) {
      const params = [account, toQuantity(slot), block];
      await provider.request({ method: "eth_getStorageAt", params });
    }
    expect(asked.filter((one) => one.startsWith("eth_getStorageAt"))).to.have.length(11);
  });
});
