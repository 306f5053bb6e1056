import { expect } from "chai";
import { getCreateAddress } from "ethers";

import { encodeDeployment } from "../../../../src/foundation/arc/abi.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { deployCode, told } from "../control/told.js";
import { wasRead } from "../raw-calls.js";
import { onDao, type Dao } from "../raw-dao.js";

/** A contract that creates another one while it is created. */
async function deployThrough(raw: Dao, data: string): Promise<{ readonly factory: string }> {
  const size = (data.length / 2 - 1).toString(16).padStart(4, "0");
  // Copies what follows the first byte of the contract's code, and creates it.
  const creation = `61${size}61002260003961${size}60006000f050`;
  return { factory: await deployCode(raw, `00${data.slice(2)}`, creation) };
}

describe("who created a controller", () => {
  for (const version of ["rc.33", "rc.16", "alpha.58"]) {
    it(`keeps all permissions in ${version} without any event, and is found`, async () => {
      await onDao(
        async (raw) => {
          const { Avatar } = raw.dao;
          const creator = raw.accounts[5]!;
          const controller = await raw.deploy("Controller", [Avatar], { from: 5 });
          await raw.control("upgradeController", controller);
          const { read } = raw.chain;
          const has = (account: string, at = controller) =>
            read("Controller", at, "getSchemePermissions", account, Avatar);
          expect(await has(creator)).to.equal("0x0000001f");

          const said = await told(raw);
          expect(said.inspection.schemes.filter(({ registered }) => registered)).to.have.length(1);
          expect(said.card).to.match(/^danger.*1 account, without a vote It can do this/);
          expect(said.withoutVote).to.include(creator);
          expect(wasRead(said.inspection.storage.controller)).to.deep.equal({ explained: true });

          // A node that proves no storage.
          const { provider } = raw.chain.connection;
          const request: typeof provider.request = async (asked) => {
            if (asked.method === "eth_getProof") throw new Error("not supported");
            return await provider.request(asked);
          };
          const unproven = await inspectDao({ request }, Avatar);
          const accounts = unproven.schemes.filter(({ registered }) => registered);
          expect(accounts.map(({ contract }) => contract.address)).to.deep.equal([creator]);
        },
        { version },
      );
    });
  }

  it("may be a contract", async () => {
    await onDao(
      async (raw) => {
        const { Avatar } = raw.dao;
        const artifact = raw.chain.release.artifact("Controller");
        const { factory } = await deployThrough(raw, encodeDeployment(artifact, [Avatar]));
        const controller = getCreateAddress({ from: factory, nonce: 1 });
        await raw.control("upgradeController", controller);
        const said = await told(raw);
        const [scheme] = said.inspection.schemes.filter(({ registered }) => registered);
        expect(scheme?.contract).to.deep.include({ address: factory, code: "unknown" });
        expect(said.card).to.include("Not known");
      },
      { version: "rc.33" },
    );
  });
});
