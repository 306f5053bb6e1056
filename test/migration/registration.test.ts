import { expect } from "chai";
import { ZeroHash } from "ethers";

import { assembleOrganization, type Organization } from "../../src/migration/organization.js";
import {
  checkOwnership,
  registerSchemes,
  unregisterOwner,
} from "../../src/migration/registration.js";
import { rejection } from "../rejection.js";
import { expectDao } from "./expect-dao.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

const STRANGER = "0x3333333333333333333333333333333333333333";

/** A DAO that the deploying account still holds. */
async function assembled({ deployer, release, base }: ChainWithBase): Promise<Organization> {
  return await assembleOrganization(deployer, "dao", release, base, {
    orgName: "Held",
    tokenName: "Token",
    tokenSymbol: "TOK",
    founders: [],
    useUController: false,
    noTrack: true,
  });
}

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

  it("is done where the file asks for it, and left out where it does not", async () => {
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

describe("checkOwnership", () => {
  it("passes a DAO that is as it should be", async () => {
    await withBase("rc.57", async (chain) => {
      const organization = await assembled(chain);
      await unregisterOwner(chain.deployer, "dao", organization);
      await checkOwnership(chain.deployer, organization, { deployer: chain.deployer.account });
    });
  });

  it("fails where an account still holds permissions", async () => {
    await withBase("rc.57", async (chain) => {
      const organization = await assembled(chain);
      const formers = { "the deploying account": chain.deployer.account };
      const error = await rejection(checkOwnership(chain.deployer, organization, formers));
      expect(error.message)
        .to.include(
          `the deploying account (${chain.deployer.account}) still holds the permissions 0x0000001f`,
        )
        .and.include("Do not use this DAO");
    });
  });

  it("fails where a scheme was registered behind its back", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer } = chain;
      const organization = await assembled(chain);
      await deployer.send("behind", organization.controller, "registerScheme", [
        STRANGER,
        ZeroHash,
        "0x00000000",
        organization.avatar.address,
      ]);
      await unregisterOwner(deployer, "dao", organization);
      const error = await rejection(checkOwnership(deployer, organization, { Stranger: STRANGER }));
      expect(error.message).to.include(
        `Stranger (${STRANGER}) still holds the permissions 0x00000001`,
      );
    });
  });

  for (const [name, contractName, args] of [
    ["avatar", "Avatar", ["Held", STRANGER, STRANGER]],
    ["token", "DAOToken", ["Token", "TOK", 0n]],
    ["reputation", "Reputation", []],
  ] as const) {
    it(`fails where the ${name} belongs to another than the controller`, async () => {
      await withBase("rc.57", async (chain) => {
        const { deployer, release } = chain;
        const organization = await assembled(chain);
        const own = await deployer.deploy("other", release.artifact(contractName), args);
        const error = await rejection(
          checkOwnership(deployer, { ...organization, [name]: own }, {}),
        );
        expect(error.message)
          .to.include(`The ${name} ${own.address} belongs to ${deployer.account}`)
          .and.include(organization.controller.address);
      });
    });
  }
});
