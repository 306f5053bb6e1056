import { expect } from "chai";
import { parseEther } from "ethers";

import { wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

describe("treasury and global constraints", function () {
  this.timeout(60_000);

  it("reads what the avatar owns, and which contracts may refuse its actions", async () => {
    await onDao(async (raw) => {
      const { dao } = raw;
      const { base, read } = raw.chain;
      const before = await raw.inspect(dao.Avatar);
      expect(before.treasury).to.deep.equal({ ether: "0", tokens: [] });
      expect(before.globalConstraints).to.deep.equal([]);
      await raw.transact({ to: dao.Avatar }, { value: 7n });
      await raw.send("DAOToken", base.DAOToken, "mint", [dao.Avatar, 8n]);
      await raw.control("mintTokens", 9n, dao.Avatar);
      const cap = [dao.NativeToken, parseEther("2000")];
      const hash = await read("TokenCapGC", base.TokenCapGC, "getParametersHash", ...cap);
      await raw.send("TokenCapGC", base.TokenCapGC, "setParameters", cap);
      await raw.control("addGlobalConstraint", base.TokenCapGC, hash);
      const found = await raw.inspect(dao.Avatar);
      const [treasury, globalConstraints] = [
        wasRead(found.treasury),
        wasRead(found.globalConstraints),
      ];
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
      await raw.control("removeGlobalConstraint", base.TokenCapGC);
      const { globalConstraints: left } = await raw.inspect(dao.Avatar);
      expect(left).to.deep.equal([]);
    });
  });
});
