import { writeFile } from "node:fs/promises";

import { expect } from "chai";

import { networkOf, type Network } from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { Target } from "../../../src/foundation/chain/target.js";
import type { LiveInputs } from "../../../src/operations/run/live-inputs.js";
import { awaitOwnProposals } from "../../../src/operations/run/await-own-proposals.js";
import { rejection } from "../../rejection.js";
import { withOutput } from "../../live/support.js";

const ACCOUNT = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

describe("awaitOwnProposals", () => {
  /** Returns how often it asked for pending transactions, of which two are there at first. */
  async function polls(output: string, inputs: Partial<LiveInputs>): Promise<number> {
    let asked = 0;
    const request = async ({ params }: { readonly params?: readonly unknown[] | object }) => {
      const isPending = (params as readonly unknown[])[1] === "pending";
      if (isPending) asked += 1;
      return await Promise.resolve(isPending && asked < 3 ? "0x7" : "0x5");
    };
    const chain = { ...networkOf(1337), genesis: `0x${"0".repeat(64)}`, inProcess: false };
    const terms = { target: new Target({ request }, chain), fees: { raiseAfter: 1e6 } as never };
    await awaitOwnProposals({ output, polling: 1, ...inputs } as LiveInputs, terms, ACCOUNT);
    return asked;
  }

  it("reads a DAO again until its block has what the account sent before, but not indefinitely", async () => {
    const counts: Readonly<Record<string, string>> = { "0x7": "0x4", "0x9": "0x5" };
    const request = async ({ params }: { readonly params?: readonly unknown[] | object }) =>
      await Promise.resolve(counts[String((params as readonly unknown[])[1])] ?? "0x4");
    let now = 0;
    const clock = {
      now: () => now,
      sleep: async (ms: number) => void (await Promise.resolve((now += ms))),
    };
    const read = async (chain: Network, blocks: readonly number[]) => {
      const network = { ...chain, genesis: `0x${"0".repeat(64)}`, inProcess: false };
      const target = new Target({ request }, network, clock);
      const terms = { target, fees: { raiseAfter: 1e6 } as never };
      const inputs = { output: "none.json", polling: 1, change: {} } as LiveInputs;
      await awaitOwnProposals(inputs, terms, ACCOUNT, 5);
      let asked = 0;
      const found = await target.readAfterSent(ACCOUNT, async () => {
        const number = blocks[Math.min(asked++, blocks.length - 1)]!;
        return await Promise.resolve({ block: { number } });
      });
      return [found.block.number, asked];
    };
    expect(await read(networkOf(1), [7, 7, 9])).to.deep.equal([9, 3]);
    expect((await rejection(read(networkOf(1), [7]))).message).to.equal(
      `The account ${ACCOUNT} has sent 5 transactions, and the node does not have all of them at block 7. It is behind, ` +
        "or its chain lost some. Nothing was sent. Run the same command again later, or use another node.",
    );
    // A development chain may have been set back.
    expect(await read(privateNetwork(1), [7, 9])).to.deep.equal([7, 1]);
  });

  it("waits for what an account has sent, unless a journal has it or nothing is proposed", async () => {
    await withOutput(async (output) => {
      expect(await polls(output, { change: {} })).to.equal(3);
      expect(await polls(output, {})).to.equal(0);
      await writeFile(`${output}.journal`, "");
      expect(await polls(output, { change: {} })).to.equal(0);
    });
  });
});
