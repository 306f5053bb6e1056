import { expect } from "chai";
import { toBeHex, ZeroAddress, ZeroHash } from "ethers";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { headerHash, ProvenState } from "../../../../src/foundation/chain/proofs/proven-state.js";
import { EMPTY_ROOT } from "../../../../src/foundation/chain/proofs/trie.js";
import { rejected, rejection } from "../../../rejection.js";
import { withDeployer } from "../../../simulated-chain.js";

const CONTRACT = `0x${"c0".repeat(20)}`;
const SLOT = toBeHex(7, 32);

/** Ways to read, each with an answer that is another one. */
const LIES: Readonly<Record<string, readonly [method: string, params: unknown[], lie: object]>> = {
  "a balance": [
    "eth_getBalance",
    [CONTRACT],
    { accountProof: (proof: string[]) => proof.slice(1) },
  ],
  "an account": [
    "eth_getTransactionCount",
    [CONTRACT],
    { accountProof: (proof: string[]) => proof.map((node) => node.replace(/.$/, "e")) },
  ],
  code: ["eth_getCode", [CONTRACT], { code: "0x00" }],
  "a slot": ["eth_getStorageAt", [CONTRACT, SLOT], { storageProof: () => [{ proof: [] }] }],
  "a proof": ["eth_getProof", [CONTRACT, [SLOT]], { storageProof: () => [] }],
};

describe("ProvenState", () => {
  it("hashes a header of before London", () => {
    // Ethereum's first block.
    const block = {
      parentHash: ZeroHash,
      sha3Uncles: "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
      miner: ZeroAddress,
      stateRoot: "0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544",
      transactionsRoot: EMPTY_ROOT,
      receiptsRoot: EMPTY_ROOT,
      logsBloom: toBeHex(0, 256),
      difficulty: "0x400000000",
      number: "0x0",
      gasLimit: "0x1388",
      gasUsed: "0x0",
      timestamp: "0x0",
      extraData: "0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa",
      mixHash: ZeroHash,
      nonce: "0x0000000000000042",
    };
    expect(headerHash(block)).to.equal(
      "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
    );
  });

  it("answers from proofs, refuses every answer that is none, and then everything", async () => {
    await withDeployer(async (_, { provider }) => {
      const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
        await provider.request({ method, params });
      await request("hardhat_setCode", CONTRACT, "0x6001");
      await request("hardhat_setBalance", CONTRACT, "0x5");
      await request("hardhat_setStorageAt", CONTRACT, toBeHex(7), toBeHex(9, 32));
      await request("evm_mine");
      const block = (await request("eth_getBlockByNumber", "latest", false)) as Record<
        string,
        string
      >;
      const { hash, number } = block;
      for (const [what, [method, params, lie]] of Object.entries(LIES)) {
        const honest = await ProvenState.at(provider, hash!);
        const read = { method, params: [...params, number] };
        const answer = await honest.request(read);
        const real = await wanted(provider, read);
        if (typeof real === "object") expect(answer, what).to.deep.include(real);
        else expect(answer, what).to.equal(real);
        const lying = await ProvenState.at(telling(provider, lie), hash!);
        const { message } = await rejection(lying.request(read));
        expect(message, what).to.include("does not follow from the block's hash");
        const next = await rejection(lying.request({ method: "eth_chainId" }));
        expect(next.message, what).to.equal(message);
      }
      const nobody = { method: "eth_getBalance", params: [`0x${"12".repeat(20)}`, number] };
      const state = await ProvenState.at(provider, hash!);
      expect(await state.request(nobody)).to.equal("0x0");
      const earlier = state.request({ method: "eth_getBalance", params: [CONTRACT, "0x0"] });
      await rejected(earlier, "does not prove eth_getBalance at block");

      const asked = { method: "eth_getBlockByNumber", params: [number, false] };
      expect(await state.request(asked)).to.deep.include({ hash });
      const none = { method: "eth_getBlockByHash", params: [toBeHex(1, 32), false] };
      expect(await state.request(none)).to.equal(null);
      const lie: { block?: object } = {};
      const turning = await ProvenState.at(telling(provider, lie), hash!);
      lie.block = { ...block, gasUsed: "0x1" };
      expect((await rejection(turning.request(asked))).message).to.include("The header of block");

      const other = telling(provider, { block: { ...block, timestamp: "0x1" } });
      expect((await rejection(ProvenState.at(other, hash!))).message).to.include("The header of");
    });
  });
});

/** Of proofs, only their values; nodes add other things. */
async function wanted(provider: Eip1193Provider, read: { method: string; params: unknown[] }) {
  const answer = await provider.request(read);
  if (typeof answer !== "object") return answer;
  const { storageHash } = answer as { readonly storageHash: string };
  return { storageHash };
}

/** A node that says something else of proofs, code or a block. */
function telling(provider: Eip1193Provider, lie: object): Eip1193Provider {
  const of = lie as Readonly<Record<string, unknown>>;
  return {
    request: async (asked) => {
      const answer = await provider.request(asked);
      if (asked.method === "eth_getCode") return of.code ?? answer;
      if (asked.method.startsWith("eth_getBlockBy")) return of.block ?? answer;
      if (asked.method !== "eth_getProof") return answer;
      const proof = answer as Record<string, unknown>;
      const changes = Object.entries(of).filter(([name]) => name in proof);
      return {
        ...proof,
        ...Object.fromEntries(
          changes.map(([name, change]) => [
            name,
            (change as (was: unknown) => unknown)(proof[name]),
          ]),
        ),
      };
    },
  };
}
