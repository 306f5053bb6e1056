import { expect } from "chai";
import { toBeHex, toQuantity } from "ethers";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { itOnDao as it } from "./raw-dao.js";

const MOST_BLOCKS = 1000;
/** More than a third search would be made for. */
const BLOCKS = process.env.ALL_CASES === undefined ? 1_200_000 : 5_000_000;

interface Filter {
  readonly blockNumber?: string;
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

/** The same chain, which returns events of 1,000 blocks at a time and counts requests. */
function counting(chain: Eip1193Provider, blocks: ReadonlySet<number>) {
  const requests: Record<string, number> = {};
  const provider: Eip1193Provider = {
    request: async (call) => {
      requests[call.method] = (requests[call.method] ?? 0) + 1;
      const [filter] = (call.params ?? []) as [Filter | undefined];
      if (call.method !== "eth_getLogs" || filter?.fromBlock === undefined) {
        return await chain.request(call);
      }
      const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
      if (to - from >= MOST_BLOCKS) throw new Error(`exceed maximum block range: ${MOST_BLOCKS}`);
      const isEmpty = [...blocks].every((block) => block < from || block > to);
      return isEmpty ? [] : await chain.request(call);
    },
  };
  return { provider, requests };
}

describe("inspectDao on a long chain", () => {
  it("asks for the times of all registrations at once", async (raw) => {
    const { Avatar } = raw.dao;
    for (let index = 0; index < 10; index++) {
      const account = toBeHex(0xabc000 + index, 20);
      await raw.register(account, "0x00000001");
      await raw.control("unregisterScheme", account);
    }
    let [underway, most] = [0, 0];
    const provider: Eip1193Provider = {
      request: async (call) => {
        if (call.method !== "eth_getBlockByNumber")
          return await raw.chain.connection.provider.request(call);
        most = Math.max(most, ++underway);
        // Those asked at the same time are under way together.
        await new Promise(setImmediate);
        underway--;
        return await raw.chain.connection.provider.request(call);
      },
    };
    const { schemes } = await inspectDao(provider, Avatar);
    const histories = schemes.map(({ history }) =>
      history.map(({ event, how }) => `${event} ${how}`),
    );
    const both = ["registered scheme", "unregistered scheme"];
    expect(histories.filter((each) => each.join() === both.join())).to.have.length(10);
    expect(most).to.be.at.least(20);
  });

  it("reads millions of blocks, 1,000 at a time, in at most 2.4 requests for each 1,000, and finds the same", async (raw) => {
    const { provider } = raw.chain.connection;
    const { Avatar, NativeToken } = raw.dao;
    const speaking = new Set<number>();
    let noted = 0;
    const pass = async (count: number) => {
      const range = { fromBlock: toQuantity(noted) };
      const logs = await provider.request({ method: "eth_getLogs", params: [range] });
      for (const log of logs as Filter[]) speaking.add(Number(log.blockNumber));
      await provider.request({ method: "hardhat_mine", params: [toQuantity(count)] });
      noted = Number(await provider.request({ method: "eth_blockNumber" }));
    };
    await raw.vote(await raw.ask());
    await pass(BLOCKS / 2);
    const scheme = await raw.deploy("ContributionReward");
    const votes = [await raw.voteParams(), raw.chain.base.GenesisProtocol];
    const hash = await raw.stored("ContributionReward", scheme, votes);
    await pass(BLOCKS / 4);
    await raw.register(scheme, "0x00000001", hash);
    await raw.vote(await raw.ask([2n, 0n, 0n, 0n, 1n], { scheme }));
    const spender = raw.accounts[3];
    await raw.control("externalTokenApproval", NativeToken, spender, 5n);
    await pass(BLOCKS / 4);
    await raw.ask();
    await pass(10);

    const wanted = await raw.inspect(Avatar);
    expect(wanted.proposals).to.have.length(3);
    expect(wanted.allowances).to.have.length(1);
    await inTemporaryFolder(async (cacheDir) => {
      for (const most of [2.4 * (BLOCKS / MOST_BLOCKS), 200]) {
        const node = counting(provider, speaking);
        const found = await inspectDao(node.provider, Avatar, { cacheDir });
        // Who else lists the DAO would take as many requests again.
        expect(found.listings).to.have.property("notRead").that.includes("--from-block");
        expect({ ...found, listings: wanted.listings }).to.deep.equal(wanted);
        const all = Object.values(node.requests).reduce((sum, each) => sum + each, 0);
        expect(all).to.be.at.most(most);
      }
    });
  });
});
