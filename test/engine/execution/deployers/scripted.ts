import { toQuantity } from "ethers";

import type { Artifact } from "../../../../src/foundation/arc/artifact.js";
import { networkOf } from "../../../../src/foundation/chain/networks.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";

export const ACCOUNT = `0x${"a0".repeat(20)}`;
export const VOTER = `0x${"b1".repeat(20)}`;
export const CONTRACT = `0x${"c0".repeat(20)}`;

/** A contract with a getter, a function without arguments, and one that takes a number. */
export const COUNTER: Artifact = {
  contractName: "Counter",
  abi: [
    {
      type: "function",
      name: "count",
      inputs: [{ name: "of", type: "uint256" }],
      outputs: [{ name: "", type: "uint256" }],
    },
    { type: "function", name: "reset", inputs: [], outputs: [] },
    { type: "function", name: "add", inputs: [{ name: "amount", type: "uint256" }], outputs: [] },
  ],
  bytecode: "0x6001",
  deployedBytecode: "0x",
};

export const CHAIN = {
  network: networkOf(4),
  account: ACCOUNT,
  testAccounts: [ACCOUNT, VOTER],
  transactionGasLimit: 5_000_000n,
};

interface Asked {
  readonly method: string;
  readonly params: unknown[];
}

export type Answers = Readonly<Record<string, (...params: never[]) => unknown>>;

/** Returns a node with these answers, and the list of requests that it received. */
export function scripted(answers: Answers): { provider: Eip1193Provider; asked: Asked[] } {
  const asked: Asked[] = [];
  const provider: Eip1193Provider = {
    request: async ({ method, params = [] }) => {
      asked.push({ method, params: [...params] });
      await Promise.resolve();
      const answer = answers[method];
      if (answer === undefined) throw new Error(`${method} was not expected`);
      return answer(...(params as never[]));
    },
  };
  return { provider, asked };
}

/** Returns the receipt of a transaction in a block; its hash is the block number. */
export function receiptAt(block: number, more: object = {}) {
  return {
    transactionHash: toQuantity(block),
    blockNumber: toQuantity(block),
    gasUsed: "0x5208",
    status: "0x1",
    logs: [],
    ...more,
  };
}
