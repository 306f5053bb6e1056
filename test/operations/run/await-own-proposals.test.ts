import { writeFile } from "node:fs/promises";

import { expect } from "chai";

import { networkOf, type Network } from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { Target } from "../../../src/foundation/chain/target.js";
import type { LiveInputs } from "../../../src/operations/run/live-inputs.js";
import {
  awaitEarlier,
  awaitOwnProposals,
} from "../../../src/operations/run/await-own-proposals.js";
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

  it("waits for a node and a block that have what the account sent before, but not indefinitely", async () => {
    const read = async (chain: Network, latest: readonly string[], blocks: readonly number[]) => {
      let [now, counted, asked] = [0, 0, 0];
      const next = <Each>(all: readonly Each[], index: number) =>
        all[Math.min(index, all.length - 1)]!;
      const request = async ({ params }: { readonly params?: readonly unknown[] | object }) => {
        const [, tag] = params as readonly string[];
        if (tag === "latest") return await Promise.resolve(next(latest, counted++));
        return await Promise.resolve(tag === "0x7" ? "0x4" : "0x5");
      };
      const clock = {
        now: () => now,
        sleep: async (ms: number) => void (await Promise.resolve((now += ms))),
      };
      const network = { ...chain, genesis: `0x${"0".repeat(64)}`, inProcess: false };
      const target = new Target({ request }, network, clock);
      await awaitEarlier(target, ACCOUNT, 5);
      const found = await target.readAfterSent(
        ACCOUNT,
        async () => await Promise.resolve({ block: { number: next(blocks, asked++) } }),
      );
      return [counted, asked, found.block.number];
    };
    const mainnet = networkOf(1);
    expect(await read(mainnet, ["0x4", "0x4", "0x5"], [7, 7, 9])).to.deep.equal([3, 3, 9]);
    const lacks = (when: string) =>
      `The account ${ACCOUNT} has sent 5 transactions, and the node does not have all of them ${when}. It is behind, or ` +
      "its chain lost some. Nothing was sent. Run the same command again later, or use another node.";
    expect((await rejection(read(mainnet, ["0x4"], [9]))).message).to.equal(lacks("yet"));
    const atBlock = await rejection(read(mainnet, ["0x5"], [7]));
    expect(atBlock.message).to.equal(lacks("at block 7"));
    // A development chain may have been set back.
    expect(await read(privateNetwork(1), ["0x4"], [7, 9])).to.deep.equal([0, 1, 7]);
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
