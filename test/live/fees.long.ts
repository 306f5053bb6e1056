import { expect } from "chai";
import { Transaction } from "ethers";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { startAnvil, startGanache, withNode, type TestNode } from "./nodes.js";
import {
  before,
  deployerOf,
  expectAsInProcess,
  migrate,
  reference,
  transactionsOf,
  withOutput,
} from "./support.js";

const SEND = "eth_sendRawTransaction";
const GWEI = 1_000_000_000n;
const STUCK = { polling: 50, repeatAfter: 200, raiseAfter: 400, maxGasPrice: 30n * GWEI };

/** A provider that records sent transactions by nonce. */
function noting(node: TestNode): {
  readonly provider: Eip1193Provider;
  readonly sent: Map<number, Transaction[]>;
} {
  const sent = new Map<number, Transaction[]>();
  const provider = before(node.provider, async ({ method, params }) => {
    if (method !== SEND) return;
    const transaction = Transaction.from(params?.[0] as string);
    if (transaction.from !== deployerOf(node.mnemonic).address) return;
    sent.set(transaction.nonce, [...(sent.get(transaction.nonce) ?? []), transaction]);
  });
  return { provider, sent };
}

async function mineFromNowOn(node: TestNode): Promise<void> {
  await node.provider.request({ method: "evm_setAutomine", params: [true] });
  await node.provider.request({ method: "evm_mine" });
}

describe("transactions that are stuck", () => {
  it("are replaced under their nonces with raised fees, and happen once", async () => {
    await withNode(startAnvil(["--no-mining"]), async (node) => {
      await withOutput(async (output) => {
        const { provider, sent } = noting(node);
        const notes: string[] = [];
        await migrate(node, {
          output,
          provider,
          ...STUCK,
          onNote: (note) => {
            notes.push(note);
            if (notes.length === 48) void mineFromNowOn(node);
          },
        });
        expect(notes[0]).to.match(
          /^Raised the fee of step base\/DAOToken to at most \d[\d.]* gwei\.$/,
        );
        const first = sent.get(0) ?? [];
        const prices = [...new Set(first.map(({ maxFeePerGas }) => maxFeePerGas ?? 0n))];
        expect(prices).to.have.length.above(2);
        for (const [index, price] of prices.slice(1).entries()) {
          expect(price * 100n >= (prices[index] ?? 0n) * 110n, `${price}`).to.equal(true);
        }
        expect(new Set(first.map(({ data }) => data))).to.have.length(1);
        expect(new Set(first.map(({ gasLimit }) => gasLimit))).to.have.length(1);
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });
});

describe("fees of a migration", () => {
  const legacy: Readonly<Record<string, () => Promise<TestNode>>> = {
    // Before Istanbul, a byte of calldata costs four times as much gas.
    "anvil of Petersburg": async () => await startAnvil(["--hardfork", "petersburg"]),
    "ganache of Istanbul": async () => await startGanache({ chain: { hardfork: "istanbul" } }),
    "ganache of Berlin": async () => await startGanache({ chain: { hardfork: "berlin" } }),
  };
  for (const [name, start] of Object.entries(legacy)) {
    it(`on ${name} are legacy ones`, async () => {
      await withNode(start(), async (node) => {
        await withOutput(async (output) => {
          const { provider, sent } = noting(node);
          await migrate(node, { output, provider });
          expect([...sent.values()].flat().every(({ type }) => type === 0)).to.equal(true);
          await expectAsInProcess(node, output, await reference(node.mnemonic));
        });
      });
    });
  }

  for (const hardfork of ["london", "osaka"]) {
    it(`on anvil of ${hardfork} are those of EIP-1559`, async () => {
      await withNode(startAnvil(["--hardfork", hardfork]), async (node) => {
        await withOutput(async (output) => {
          const { provider, sent } = noting(node);
          await migrate(node, { output, provider });
          expect([...sent.values()].flat().every(({ type }) => type === 2)).to.equal(true);
          await expectAsInProcess(node, output, await reference(node.mnemonic));
        });
      });
    });
  }

  it("are a given price to the wei, and not another", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        await migrate(node, { output, gasPrice: 3_500_000_001n });
        const { address } = deployerOf(node.mnemonic);
        const mined = await transactionsOf(node.provider, address);
        expect(new Set(mined.map(({ gasPrice }) => BigInt(gasPrice)))).to.deep.equal(
          new Set([3_500_000_001n]),
        );
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });
});
