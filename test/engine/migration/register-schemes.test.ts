import { expect } from "chai";
import { ZeroHash } from "ethers";

import type { Organization } from "../../../src/engine/migration/organization.js";
import {
  registerSchemes,
  unregisterOwner,
} from "../../../src/engine/migration/register-schemes.js";
import { rejection } from "../../rejection.js";
import { assembled } from "./assembled.js";
import { expectDao } from "./expect-dao.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

const STRANGER = "0x3333333333333333333333333333333333333333";

async function permissionsOf(
  { read }: ChainWithBase,
  { controller, avatar }: Organization,
  account: string,
): Promise<unknown> {
  return await read(
    "Controller",
    controller.address,
    "getSchemePermissions",
    account,
    avatar.address,
  );
}

describe("unregisterOwner", () => {
  for (const version of ["alpha.53", "rc.3", "rc.16", "rc.33", "rc.40", "rc.57"]) {
    it(`of ${version} takes away what the deploying account held, and nothing works for it afterwards`, async () => {
      await withBase(version, async (chain) => {
        const { deployer } = chain;
        const organization = await assembled(chain);
        expect(await permissionsOf(chain, organization, deployer.account)).to.equal("0x0000001f");
        await unregisterOwner(deployer, "dao", organization);
        expect(await permissionsOf(chain, organization, deployer.account)).to.equal("0x00000000");
        const scheme = {
          name: "Stranger",
          address: STRANGER,
          arcVersion: version,
          permissions: "0x0000001f",
          paramsHash: ZeroHash,
        };
        await rejection(registerSchemes(deployer, "late", organization, [scheme]));
        expect(await permissionsOf(chain, organization, STRANGER)).to.equal("0x00000000");
      });
    });
  }

  it("is done only if the file asks for it", async () => {
    await withBase("rc.57", async (chain) => {
      for (const unregister of [true, false]) {
        const { dao, parameters } = await chain.make({
          ...SMALL_DAO,
          useDaoCreator: false,
          unregisterOwner: unregister,
        });
        const { connection, release, base, deployer } = chain;
        await expectDao(connection, release, base, parameters, dao, deployer.account);
      }
    });
  });
});
