import { expect } from "chai";

import { wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

const ETHER = 10n ** 18n;

describe("readUnvotedMints", () => {
  for (const version of ["rc.57", "rc.28", "alpha.58"]) {
    it(`finds what was minted and burned without a vote after the first scheme, and no founding, of ${version}`, async () => {
      await onDao(
        async (raw) => {
          const { Avatar } = raw.dao;
          const [founder, , other, helper, late] = raw.accounts as [
            string,
            string,
            string,
            string,
            string,
          ];
          await raw.control("mintReputation", 9n, other);
          await raw.control("mintTokens", 7n, other);
          await raw.control("burnReputation", 400n * ETHER, founder);
          // An account that is a scheme only while the DAO is set up.
          await raw.register(helper, "0x00000001");
          const { Controller } = raw.dao;
          const mint = raw.encode("Controller", "mintReputation", [5n, late, Avatar]);
          await raw.transact({ to: Controller, data: mint }, { from: 3 });
          await raw.control("unregisterScheme", helper);
          await raw.control("unregisterSelf");

          const { founders, unvotedMints } = await raw.inspect(Avatar);
          const whole = { tokens: String(10n * ETHER), reputation: String(1000n * ETHER) };
          expect(wasRead(founders)).to.deep.equal([{ account: founder, ...whole }]);
          const burnt = String(400n * ETHER);
          expect(wasRead(unvotedMints)).to.deep.equal([
            { account: other, by: founder, tokens: "7", reputation: "9", burnt: "0" },
            { account: founder, by: founder, tokens: "0", reputation: "0", burnt },
            { account: late, by: helper, tokens: "0", reputation: "5", burnt: "0" },
          ]);
        },
        { version },
      );
    });
  }

  it("finds what earlier owners of a ReputationAdmin minted and burned through it, not its present one", async () => {
    await onDao(async (raw) => {
      const { Avatar } = raw.dao;
      const [founder, owner, other] = raw.accounts as [string, string, string];
      const admin = await raw.setUp("ReputationAdmin", [0, 2_000_000_000, 0n]);
      const act = async (name: string, args: readonly unknown[], from = 0) =>
        await raw.send("ReputationAdmin", admin, name, args, { from });
      await act("reputationMint", [
        [other, founder],
        [9n, 5n],
      ]);
      await act("reputationBurn", [[other], [2n]]);
      await act("transferOwnership", [owner]);
      await act("reputationMint", [[other], [100n]], 1);

      const { unvotedMints } = await raw.inspect(Avatar);
      expect(wasRead(unvotedMints)).to.deep.equal([
        { account: other, by: admin, tokens: "0", reputation: "9", burnt: "2" },
        { account: founder, by: admin, tokens: "0", reputation: "5", burnt: "0" },
      ]);
    });
  });
});
