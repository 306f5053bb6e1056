import { expect } from "chai";
import { getAddress, id } from "ethers";

import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { changed, plant, unexplained } from "./hidden.js";
import { live, withAssembled } from "./lives.js";

describe("the storage of a DAO's token", () => {
  it("shows an end of minting that no event tells", async () => {
    await withAssembled("alpha.53", async (dao) => {
      const { NativeToken: token, Avatar: avatar } = dao.dao;
      const owner = await dao.request("eth_getStorageAt", [token, "0x3", "latest"]);
      await plant(dao, token, [[3n, BigInt(String(owner)) + (1n << 160n)]]);
      expect(unexplained(await dao.inspect(avatar))).to.deep.equal(["token: 1"]);
    });
  });

  it("shows an allowance that only the creation of its token tells of", async () => {
    await withAssembled("rc.57", async (dao) => {
      await live(dao);
      const { NativeToken: token, Avatar: avatar } = dao.dao;
      const ofToken = ({ address }: { address: string }) => getAddress(address) === token;
      const provider = changed(dao.chain.connection.provider, (method, answer) => {
        if (method !== "eth_getLogs") return answer;
        const logs = answer as { address: string; topics: string[]; transactionHash: string }[];
        const [first] = logs.filter(ofToken);
        const isApproval = (log: (typeof logs)[number]) =>
          ofToken(log) && log.topics[0] === id("Approval(address,address,uint256)");
        return logs.map((log) =>
          isApproval(log) ? { ...log, transactionHash: first!.transactionHash } : log,
        );
      });
      expect(unexplained(await inspectDao(provider, avatar))).to.deep.equal(["token: 1"]);
    });
  });
});
