import { expect } from "chai";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import type { HigherFee } from "../../src/engine/execution/sending/fee-limit.js";
import type { MigrationPreview } from "../../src/engine/execution/sending/preview.js";
import { rejection } from "../rejection.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import { deployerOf, migrate, nonceOf, transactionsOf, withOutput } from "./support.js";

const GWEI = 10n ** 9n;
const HIGH = `0x${(1_500n * GWEI).toString(16)}`;
const BASE = { sections: ["base"] } as const;

/** A node that suggests high fees after a call of `begin`. */
function greedy(node: TestNode) {
  let isGreedy = false;
  const provider: Eip1193Provider = {
    async request(request) {
      const answer = await node.provider.request(request);
      if (!isGreedy) return answer;
      if (/^eth_(gasPrice|maxPriorityFeePerGas)$/.test(request.method)) return HIGH;
      if (request.method !== "eth_getBlockByNumber" || answer === null) return answer;
      return { ...answer, baseFeePerGas: HIGH };
    },
  };
  return { provider, begin: () => void (isGreedy = true) };
}

describe("a node that names higher fees once the user has agreed", () => {
  it("gets nothing, not even a signature", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const { provider, begin } = greedy(node);
        const shown: MigrationPreview[] = [];
        const confirm = async (preview: MigrationPreview) => {
          shown.push(preview);
          begin();
          return true;
        };
        const error = await rejection(migrate(node, { output, provider, ...BASE, confirm }));
        expect(error).to.include({ name: "FeeCapError", cap: shown[0]?.feeCap });
        expect(error.message).to.include("--max-gas-price");
        expect(await nonceOf(node.provider, deployerOf(node.mnemonic).address)).to.equal(0);
        // The same command resumes with an honest node.
        await migrate(node, { output, ...BASE });
      });
    });
  });

  it("gets no more than was shown if it does so halfway", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const { provider, begin } = greedy(node);
        let feeCap = 0n;
        const stopped = migrate(node, {
          output,
          provider,
          ...BASE,
          confirm: async (preview) => (feeCap = preview.feeCap) > 0n,
          onMined: begin,
        });
        expect(await rejection(stopped)).to.have.property("name", "FeeCapError");
        const { address } = deployerOf(node.mnemonic);
        const paid = await transactionsOf(node.provider, address);
        expect(paid.length).to.be.within(1, 16);
        expect(paid.every(({ maxFeePerGas }) => BigInt(maxFeePerGas ?? 0) <= feeCap)).to.equal(
          true,
        );
        await migrate(node, { output, ...BASE });
      });
    });
  });

  it("leads to another question if somebody can answer", async () => {
    await withNode(startAnvil(["--block-base-fee-per-gas", "10000000000"]), async (node) => {
      await withOutput(async (output) => {
        const told: string[] = [];
        const inputs = { output, ...BASE, gasPrice: 5n * GWEI };
        const confirm = async ({ feeCap, gasPrice }: MigrationPreview) => {
          told.push(`preview ${gasPrice / GWEI} ${feeCap / GWEI}`);
          return false;
        };
        const confirmHigherFee = async ({ cap, price, wanted }: HigherFee) => {
          told.push(`higher ${[cap, price, wanted].map((wei) => wei / GWEI).join(" ")}`);
          return true;
        };
        const refused = await rejection(migrate(node, { ...inputs, confirm, confirmHigherFee }));
        expect(refused).to.have.property("name", "DeclinedError");
        expect(told).to.deep.equal(["higher 5 10 25", "preview 10 25"]);

        const stopped = await rejection(migrate(node, inputs));
        expect(stopped.message).to.match(
          /^The chain's base fee is 10 gwei, so nothing would be mined for the --gas-price of 5 gwei/,
        );
        const { address } = deployerOf(node.mnemonic);
        expect(await nonceOf(node.provider, address)).to.equal(0);

        await migrate(node, { ...inputs, maxGasPrice: 20n * GWEI });
        const paid = await transactionsOf(node.provider, address);
        expect(paid.every(({ gasPrice }) => BigInt(gasPrice) <= 20n * GWEI)).to.equal(true);
      });
    });
  });
});

describe("a node that suggests a tip of 1,500 gwei from the start", () => {
  it("is not believed, with empty blocks or full ones", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const provider: Eip1193Provider = {
          request: async (request) =>
            request.method === "eth_maxPriorityFeePerGas"
              ? HIGH
              : await node.provider.request(request),
        };
        const before = await balanceOf(node);
        await migrate(node, { output, provider, ...BASE });
        await migrate(node, { output, provider, ...BASE, force: true });
        const paid = await transactionsOf(node.provider, deployerOf(node.mnemonic).address);
        for (const { gasPrice } of paid) expect(BigInt(gasPrice) <= 3n * GWEI).to.equal(true);
        expect(before - (await balanceOf(node)) < 10n ** 18n).to.equal(true);
      });
    });
  });
});

async function balanceOf(node: TestNode): Promise<bigint> {
  const params = [deployerOf(node.mnemonic).address, "latest"];
  return BigInt((await node.provider.request({ method: "eth_getBalance", params })) as string);
}
