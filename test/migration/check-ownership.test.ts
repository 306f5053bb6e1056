import { expect } from "chai";
import { ZeroHash } from "ethers";

import { checkOwnership } from "../../src/migration/check-ownership.js";
import { unregisterOwner } from "../../src/migration/register-schemes.js";
import { rejection } from "../rejection.js";
import { assembled } from "./assembled.js";
import { withBase } from "./with-base.js";

const STRANGER = "0x3333333333333333333333333333333333333333";

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
