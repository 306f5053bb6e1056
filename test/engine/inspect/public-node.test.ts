import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";
import { id } from "ethers";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { rejection } from "../../rejection.js";
import { onDemo } from "./raw-dao.js";
import { limited, MOST_BLOCKS, pruned, silent, withNode, type Change } from "./public-node.js";

describe("inspectDao on public nodes", () => {
  let cacheDir: string;

  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), "logs-"));
  });
  afterEach(async () => {
    await rm(cacheDir, { recursive: true });
  });

  it("returns the same result on a node that limits ranges and sometimes fails", async () => {
    await onDemo("rc.57", async ({ connection: { provider } }, { Avatar }) => {
      const wanted = await inspectDao(provider, Avatar);
      const found = await withNode(provider, limited, (node) =>
        inspectDao(node, Avatar, { cacheDir }),
      );
      expect(wanted.block.number).to.be.greaterThan(MOST_BLOCKS);
      expect(JSON.stringify(found)).to.equal(JSON.stringify(wanted));
      expect(JSON.stringify(found)).to.not.include("notRead");
    });
  });

  it("reports pruned state as not read, without a substitute", async () => {
    await onDemo("rc.57", async ({ connection: { provider } }, { Avatar }) => {
      for (const [change, words] of [
        [pruned, /pruned.*archive node/s],
        [silent, /returns no logs for block.*archive node/s],
      ] as const) {
        const told = await withNode(provider, change, (node) =>
          inspectDao(node, Avatar, { cacheDir }).then(
            ({ reputation: { holders } }) => ("notRead" in holders ? holders.notRead : "holders"),
            (error: Error) => error.message,
          ),
        );
        expect(told).to.match(words);
      }
    });
  });

  it("does not keep events of which some are missing, nor believe such a file", async () => {
    await onDemo("rc.57", async ({ connection: { provider } }, { Avatar }) => {
      await provider.request({ method: "hardhat_mine", params: ["0x100"] });
      const wanted = await inspectDao(provider, Avatar);
      const minted = id("Mint(address,uint256)");
      let isLacking = true;
      const lacking: Change = async (call, count) => {
        limited(call, count);
        if (call.method !== "eth_getLogs" || !isLacking) return undefined;
        const logs = (await provider.request(call)) as { readonly topics: readonly string[] }[];
        return logs.filter(({ topics }) => topics[0] !== minted);
      };
      await withNode(provider, lacking, async (node) => {
        const read = () => inspectDao(node, Avatar, { cacheDir });
        expect((await read()).storage.reputation).to.have.property(
          "notRead",
          "its events burn more than they mint: the node did not return all events",
        );
        isLacking = false;
        expect(await read()).to.deep.equal(wanted);
        isLacking = true;
        // What was read and adds up is kept, so that this node is not asked for it.
        expect(await read()).to.deep.equal(wanted);
      });
    });
  });

  it("discards what it read if the block was replaced meanwhile", async () => {
    await onDemo("rc.57", async ({ connection: { provider } }, { Avatar }) => {
      const { block } = await inspectDao(provider, Avatar);
      let hasLogs = false;
      const replaced: Change = ({ method, params = [] }) => {
        hasLogs ||= method === "eth_getLogs";
        if (!hasLogs || method !== "eth_getBlockByNumber") return undefined;
        if (Number(params[0]) !== block.number) return undefined;
        const logsBloom = `0x${"00".repeat(256)}`;
        return { number: params[0], hash: `0x${"0b".repeat(32)}`, timestamp: "0x1", logsBloom };
      };
      const reading = withNode(provider, replaced, (node) =>
        inspectDao(node, Avatar, { cacheDir }),
      );
      expect((await rejection(reading)).message).to.include("was replaced while it was read");
    });
  });
});
