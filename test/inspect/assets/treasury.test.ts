import { expect } from "chai";
import { parseEther } from "ethers";

import { encodeCall, functionEntry } from "../../../src/arc/abi.js";
import { inspectDao } from "../../../src/inspect/inspect-dao.js";
import { SMALL_DAO, withBase } from "../../migration/with-base.js";

describe("treasury and global constraints", function () {
  this.timeout(60_000);

  it("reads what the avatar owns, and which contracts may refuse its actions", async () => {
    await withBase("rc.57", async (chain) => {
      const { connection, deployer, base, release } = chain;
      const { dao } = await chain.make({
        ...SMALL_DAO,
        useDaoCreator: false,
        unregisterOwner: false,
      });
      const send = async (to: string, name: string, contract: string, args: unknown[]) => {
        const data = encodeCall(functionEntry(release.artifact(contract), name), args);
        const params = [{ from: deployer.account, to, data }];
        await connection.provider.request({ method: "eth_sendTransaction", params });
      };
      const before = await inspectDao(connection.provider, dao.Avatar);
      expect(before.treasury).to.deep.equal({ ether: "0", tokens: [] });
      expect(before.globalConstraints).to.deep.equal([]);
      await connection.provider.request({
        method: "eth_sendTransaction",
        params: [{ from: deployer.account, to: dao.Avatar, value: "0x7" }],
      });
      await send(base.DAOToken, "mint", "DAOToken", [dao.Avatar, 8n]);
      await send(dao.Controller, "mintTokens", "Controller", [9n, dao.Avatar, dao.Avatar]);
      const cap = [dao.NativeToken, parseEther("2000")];
      const hash = await chain.read("TokenCapGC", base.TokenCapGC, "getParametersHash", ...cap);
      await send(base.TokenCapGC, "setParameters", "TokenCapGC", cap);
      const added = [base.TokenCapGC, hash, dao.Avatar];
      await send(dao.Controller, "addGlobalConstraint", "Controller", added);
      const { treasury, globalConstraints } = await inspectDao(connection.provider, dao.Avatar);
      if ("notRead" in treasury || "notRead" in globalConstraints) throw new Error("not read");
      expect(treasury.ether).to.equal("7");
      expect(treasury.tokens.map(({ address, amount }) => [address, amount])).to.have.deep.members([
        [base.DAOToken, "8"],
        [dao.NativeToken, "9"],
      ]);
      expect(globalConstraints).to.have.length(1);
      expect(globalConstraints[0]).to.deep.include({
        looks: "after",
        paramsHash: hash,
        parameters: { token: dao.NativeToken, cap: String(parseEther("2000")) },
      });
      expect(globalConstraints[0]?.contract).to.deep.include({ name: "TokenCapGC" });
      await send(dao.Controller, "removeGlobalConstraint", "Controller", [
        base.TokenCapGC,
        dao.Avatar,
      ]);
      const { globalConstraints: left } = await inspectDao(connection.provider, dao.Avatar);
      expect(left).to.deep.equal([]);
    });
  });
});
