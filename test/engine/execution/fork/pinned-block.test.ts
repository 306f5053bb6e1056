import { expect } from "chai";

import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
import { pinnedAt } from "../../../../src/engine/execution/fork/pinned-block.js";

const hash = (digit: string) => `0x${digit.repeat(64)}`;

/** Every field of a block that a fork reads, in the right format. */
const BLOCK = {
  hash: hash("1"),
  parentHash: hash("2"),
  sha3Uncles: hash("3"),
  stateRoot: hash("4"),
  transactionsRoot: hash("5"),
  receiptsRoot: hash("6"),
  mixHash: hash("7"),
  logsBloom: `0x${"8".repeat(512)}`,
  nonce: `0x${"9".repeat(16)}`,
  miner: `0x${"Aa".repeat(20)}`,
  extraData: "0xABcd",
  difficulty: "0x12",
  totalDifficulty: "0x34",
  gasUsed: "0x56",
  size: "0x78",
  number: "0x3e8",
  gasLimit: "0x1c9c380",
  timestamp: "0x65000000",
  baseFeePerGas: "0x3b9aca00",
};
/** The replacements of fields that are missing or have another format. */
const FALLBACKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "hash",
      "parentHash",
      "sha3Uncles",
      "stateRoot",
      "transactionsRoot",
      "receiptsRoot",
      "mixHash",
    ].map((name) => [name, hash("0")]),
  ),
  logsBloom: `0x${"0".repeat(512)}`,
  nonce: `0x${"0".repeat(16)}`,
  miner: `0x${"0".repeat(40)}`,
  extraData: "0x",
  difficulty: "0x0",
  totalDifficulty: "0x0",
  gasUsed: "0x0",
  size: "0x0",
};

function pinned(block: object) {
  const asked: unknown[] = [];
  const provider = pinnedAt(
    {
      request: async (request) => {
        asked.push(request);
        return await Promise.resolve("the node's answer");
      },
    },
    1337,
    block as RpcBlock,
  );
  return { provider, asked };
}

/** Returns the block as a fork reads it. */
async function read(block: object): Promise<unknown> {
  const params = ["0x3e8", true];
  return await pinned(block).provider.request({ method: "eth_getBlockByNumber", params });
}

describe("pinnedAt", () => {
  it("answers for the chain and the block itself", async () => {
    const { provider, asked } = pinned(BLOCK);
    const ask = async (method: string, ...params: unknown[]) =>
      await provider.request({ method, params });
    expect(await ask("eth_chainId")).to.equal("0x539");
    expect(await ask("net_version")).to.equal("1337");
    expect(await ask("eth_getBlockByNumber", "0x3e8", false)).to.deep.equal({
      ...BLOCK,
      transactions: [],
      uncles: [],
    });
    expect(asked).to.deep.equal([]);
  });

  it("says that its chain is so long that the block is final", async () => {
    const { provider } = pinned(BLOCK);
    expect(await provider.request({ method: "eth_blockNumber" })).to.equal("0x2af8");
  });

  it("asks the node for everything else", async () => {
    const { provider, asked } = pinned(BLOCK);
    const others = [
      { method: "eth_getBlockByNumber", params: ["0x3e7", false] },
      { method: "eth_getBlockByHash", params: ["0x3e8", false] },
      { method: "eth_getCode", params: ["0x3e8", "0x3e8"] },
    ];
    for (const other of others) expect(await provider.request(other)).to.equal("the node's answer");
    await provider.request({ method: "eth_gasPrice" });
    expect(asked).to.deep.equal([...others, { method: "eth_gasPrice", params: [] }]);
  });

  it("leaves out transactions, uncles and fields that only this chain has", async () => {
    const own = { transactions: [{ type: "0x7e" }], uncles: ["0x"], l1BlockNumber: "0x1" };
    expect(await read({ ...BLOCK, ...own })).to.deep.equal(await read(BLOCK));
  });

  it("finds the block by its number in the usual spelling", async () => {
    expect(await read({ ...BLOCK, number: "0x003E8" })).to.deep.equal(await read(BLOCK));
  });

  for (const [name, fallback] of Object.entries(FALLBACKS)) {
    it(`replaces a ${name} that is missing or has another format`, async () => {
      const right = (BLOCK as Record<string, string>)[name]!;
      const { length } = right;
      const most = { difficulty: 64, totalDifficulty: 64, gasUsed: 16, size: 16 };
      const digits = Object.entries(most).find(([each]) => each === name)?.[1] ?? length - 2;
      const tooLong = `${right}0`.padEnd(2 + digits + 1, "0");
      for (const wrong of [
        undefined,
        null,
        7,
        "",
        "0x0g",
        right.slice(1),
        ` ${right}`,
        tooLong,
        `${right}g`,
      ]) {
        const block = (await read({ ...BLOCK, [name]: wrong })) as Record<string, unknown>;
        expect(block[name], `${String(wrong)}`).to.equal(fallback);
      }
    });
  }

  for (const name of ["gasLimit", "timestamp", "baseFeePerGas"]) {
    it(`leaves out a ${name} that is missing or has another format`, async () => {
      for (const wrong of [undefined, 7, "0x", "1", `0x${"1".repeat(33)}`, "-0x1", "0x1n"]) {
        expect(await read({ ...BLOCK, [name]: wrong }), String(wrong)).to.not.have.property(name);
      }
    });
  }
});
