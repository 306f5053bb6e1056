import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";

import { expect } from "chai";

import { Fork } from "../../../../src/engine/execution/fork/fork.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
import { packageFile } from "../../../../src/foundation/support/package.js";
import { openConnection } from "../../../../src/test-chain/connection.js";
import { rejection } from "../../../rejection.js";
import { itInFolder as it } from "../../../temporary-folder.js";
import { closing } from "../../../closing.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

/** Returns how many HTTP requests servers in this process receive during a run. */
async function requestsOf(run: () => Promise<void>): Promise<number> {
  let requests = 0;
  const count = () => void requests++;
  subscribe("http.server.request.start", count);
  try {
    await run();
  } finally {
    unsubscribe("http.server.request.start", count);
  }
  return requests;
}

/** Where Hardhat's forks of this package keep what they read. */
const HARDHATS = "cache/edr-fork-cache";

describe("Fork", () => {
  let before: string | undefined;

  /** Returns this process's fork folders, if the system has a file system in memory. */
  async function forkFolders(): Promise<string[]> {
    const names = await readdir("/dev/shm").catch(() => []);
    return names.filter((name) => name.startsWith(`dao-migration-fork-${process.pid}-`));
  }

  beforeEach(() => {
    before = process.env["DAO_MIGRATION_CACHE"];
  });

  afterEach(() => {
    if (before === undefined) delete process.env["DAO_MIGRATION_CACHE"];
    else process.env["DAO_MIGRATION_CACHE"] = before;
  });

  it("caches what it reads in its own temporary folder, and nothing in this package or the cache folder", async (folder) => {
    const earlier = await forkFolders();
    const inPackage = await readdir(packageFile(HARDHATS)).catch(() => []);
    await using chain = closing(await openConnection({ chainId: 77_123 }));
    process.env["DAO_MIGRATION_CACHE"] = folder;
    for (let block = 0; block < 200; block++) {
      await chain.provider.request({ method: "evm_mine", params: [] });
    }
    const latest = (await chain.provider.request({
      method: "eth_getBlockByNumber",
      params: ["latest", false],
    })) as RpcBlock;
    const fork = await Fork.open(chain.provider, 77_123, latest, { account: ACCOUNT });
    const open = [...(await forkFolders()), ...(await readdir(folder))];
    await fork.close();
    expect(open.filter((name) => !earlier.includes(name))).to.have.length(1);
    expect(await readdir(folder)).to.deep.equal([]);
    expect(await forkFolders()).to.deep.equal(earlier);
    expect(await readdir(packageFile(HARDHATS)).catch(() => [])).to.deep.equal(inPackage);
  });

  for (const chainId of [1, 10, 42161]) {
    it(`reads contracts of chain ${chainId}, whatever chain type Hardhat takes it for`, async () => {
      await using chain = closing(await openConnection({ chainId }));
      const place = `0x${"c0".repeat(20)}`;
      // A contract that returns 7.
      const params = [place, "0x600760005260206000f3"];
      await chain.provider.request({ method: "hardhat_setCode", params });
      await chain.provider.request({ method: "evm_mine", params: [] });
      const latest = (await chain.provider.request({
        method: "eth_getBlockByNumber",
        params: ["latest", false],
      })) as RpcBlock;
      await using fork = closing(
        await Fork.open(chain.provider, chainId, latest, { account: ACCOUNT }),
      );
      const call = { method: "eth_call", params: [{ to: place, data: "0x" }, "latest"] };
      const seven = async () => BigInt(String(await fork.provider.request(call)));
      expect(await seven()).to.equal(7n);
      // EDR caches what it read: another call requests no accounts from the gateway.
      const asked = await requestsOf(async () => {
        for (let time = 0; time < 5; time++) expect(await seven()).to.equal(7n);
      });
      expect(asked).to.equal(0);
    });
  }

  it("starts after the fork block, and moves its clock by exactly what is requested", async () => {
    await using chain = closing(await openConnection({ chainId: 77_124 }));
    const latestOf = async ({ provider }: Pick<Fork, "provider">): Promise<RpcBlock> => {
      const request = { method: "eth_getBlockByNumber", params: ["latest", false] };
      return (await provider.request(request)) as RpcBlock;
    };
    // The chain is ahead of this machine's clock.
    await chain.provider.request({ method: "evm_increaseTime", params: [1_000] });
    await chain.provider.request({ method: "evm_mine", params: [] });
    const block = await latestOf(chain);
    for (const seconds of [0, 600]) {
      await using fork = closing(await Fork.open(chain.provider, 77_124, block));
      await fork.provider.request({ method: "evm_increaseTime", params: [seconds] });
      await fork.provider.request({ method: "evm_mine", params: [] });
      const later = Number((await latestOf(fork)).timestamp) - Number(block.timestamp);
      expect(later).to.be.within(seconds + 1, seconds + 60);
    }
  });

  it("ends what is asked of it when it is closed", async () => {
    await using chain = closing(await openConnection({ chainId: 77_124 }));
    let isSilent = false;
    const target: Eip1193Provider = {
      request: async (asked): Promise<unknown> =>
        isSilent ? await new Promise(() => {}) : await chain.provider.request(asked),
    };
    const params = ["latest", false];
    const latest = await target.request({ method: "eth_getBlockByNumber", params });
    const fork = await Fork.open(target, 77_124, latest as RpcBlock);
    isSilent = true;
    let ended = 0;
    const calls = Array.from({ length: 30 }, async (_, place) => {
      const call = { to: `0x${"aa".repeat(19)}${place + 10}`, data: "0x" };
      await rejection(fork.provider.request({ method: "eth_call", params: [call, "latest"] }));
      ended++;
    });
    await fork.close();
    // Otherwise EDR tries for seconds to reach a gateway that is gone.
    expect(ended).to.equal(30);
    await Promise.all(calls);
  });
});
