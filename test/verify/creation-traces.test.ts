import { expect } from "chai";

import type { Eip1193Provider } from "../../src/chain/provider.js";
import { findCreation } from "../../src/verify/creation.js";
import { plain } from "../plain.js";

const ADDRESS = `0x${"ab".repeat(20)}`;
const FACTORY = `0x${"cd".repeat(20)}`;
const CODE = "0x6080";
const ARGUMENT = "11".repeat(32);

/** A chain of 9 blocks, on which a factory creates the contract in block 5. */
function chainWith(answers: Readonly<Record<string, (...params: never[]) => unknown>>) {
  const all: typeof answers = {
    eth_blockNumber: () => "0x9",
    eth_getCode: (_address: string, block: string) => (Number(block) >= 5 ? "0x01" : "0x"),
    eth_getBlockByNumber: () => ({
      transactions: [
        { hash: "0x1", to: FACTORY, input: "0x" },
        { hash: "0x2", to: null, input: `${CODE}00` },
        { hash: "0x3", to: FACTORY, input: "0x" },
      ],
    }),
    eth_getTransactionReceipt: () => ({ contractAddress: FACTORY }),
    ...answers,
  };
  return {
    request: async ({ method, params }: { method: string; params: never[] }) => {
      const answer = all[method];
      if (answer === undefined) throw new Error(`${method} is not supported`);
      return answer(...params);
    },
  } as unknown as Eip1193Provider;
}

describe("findCreation by a factory", () => {
  it("finds the arguments in the traces of a block's transactions, at any depth", async () => {
    const creation = { type: "CREATE2", to: ADDRESS, input: CODE + ARGUMENT };
    const provider = chainWith({
      debug_traceTransaction: (hash: string) => ({
        type: "CALL",
        to: FACTORY,
        input: "0x",
        calls: hash === "0x3" ? [{ type: "CALL", to: FACTORY, input: "0x" }, creation] : [],
      }),
    });
    expect(await findCreation(ADDRESS, CODE, provider)).to.deep.equal({
      transaction: "0x3",
      arguments: ARGUMENT,
    });
  });

  it("ignores what a failed call would have created at the same address", async () => {
    const wrong = { type: "CREATE2", to: ADDRESS, input: `${CODE}${"22".repeat(32)}` };
    const calls = [
      { ...wrong, error: "out of gas" },
      { type: "CALL", to: FACTORY, input: "0x", error: "execution reverted", calls: [wrong] },
      { type: "CREATE2", to: ADDRESS, input: CODE + ARGUMENT },
    ];
    const provider = chainWith({
      debug_traceTransaction: () => ({ type: "CALL", to: FACTORY, input: "0x", calls }),
    });
    expect((await findCreation(ADDRESS, CODE, provider)).arguments).to.equal(ARGUMENT);
  });

  it("tells no arguments if the factory created other code, or the node has no traces", async () => {
    const other = { type: "CREATE", to: ADDRESS, input: `0x7090${ARGUMENT}` };
    const provider = chainWith({ debug_traceTransaction: () => other });
    expect(plain(await findCreation(ADDRESS, CODE, provider))).to.deep.equal({
      transaction: "0x1",
    });
    expect(await findCreation(ADDRESS, CODE, chainWith({}))).to.deep.equal({});
    const none = chainWith({ debug_traceTransaction: () => ({ type: "CALL", input: "0x" }) });
    expect(await findCreation(ADDRESS, CODE, none)).to.deep.equal({});
  });
});
