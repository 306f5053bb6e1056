import { expect } from "chai";
import { computeAddress, id, parseEther } from "ethers";

import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { forgeOrganization } from "../../../src/engine/migration/organization.js";
import type { DaoParameters, Founder } from "../../../src/foundation/params/parameters.js";
import { reader, withDeployer } from "../../simulated-chain.js";
import { someOf } from "../../some-of.js";
import { materialsOf } from "./with-base.js";

const FOUNDERS: readonly Founder[] = Array.from({ length: 180 }, (_, index) => ({
  address: computeAddress(id(`founder ${index}`)),
  // No zero bytes, so that the calldata costs the maximum.
  tokens: parseEther("123456789") + BigInt(index),
  reputation: parseEther("987654321") + BigInt(index),
}));

function plan(
  count: number,
  name = "A name that is longer than the thirty-two bytes of one word",
): Partial<DaoParameters> {
  return { orgName: name, tokenName: name, founders: FOUNDERS.slice(0, count) };
}

/** The code that makes a DAO and its founders, without the hashes of metadata, which differ between equal sources. */
function codeOf(release: ArcRelease): string {
  return ["DaoCreator", "ControllerCreator"]
    .filter((name) => release.has(name))
    .map((name) => release.artifact(name).bytecode.replace(/(?<=627a7a723[01]5820)\w{64}/g, ""))
    .join();
}

describe("founders through DaoCreator", () => {
  /** Releases by their code: what suits one suits all with this code. */
  const tested = new Map<string, string>();

  for (const version of someOf(ARC_VERSIONS, 10)) {
    it(`of ${version}: 20 fit a block of 8 million gas, and no batch takes more gas than calculated`, async function () {
      const release = await openArcRelease(version);
      const code = codeOf(release);
      if (tested.has(code)) return;
      tested.set(code, version);
      if (!hasFunction(release.artifact("DaoCreator"), "addFounders")) {
        // What these releases get instead of a DAO is tested in organization.test.ts.
        expect(version).to.match(/alpha\.(29|3\d|4\d|50|52)$/);
        return;
      }
      await withDeployer(
        async (deployer, connection) => {
          const base = await migrateBase(deployer, release);
          const before = deployer.stepCount;
          // The chain itself refuses transactions above the limit.
          const dao = await forgeOrganization(materialsOf({ deployer, release, base }, plan(180)));
          expect(deployer.stepCount - before).to.equal(3);

          const read = reader(connection, release);
          for (const { address, tokens, reputation } of someOf(FOUNDERS, 19)) {
            expect(await read("DAOToken", dao.token.address, "balanceOf", address)).to.equal(
              tokens,
            );
            expect(await read("Reputation", dao.reputation.address, "balanceOf", address)).to.equal(
              reputation,
            );
          }
        },
        { blockGasLimit: 8_000_000 },
      );
    });
  }

  it("come in smaller batches if the gas limit is lower", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer, connection) => {
        const base = await migrateBase(deployer, release);
        const before = deployer.stepCount;
        const dao = await forgeOrganization(materialsOf({ deployer, release, base }, plan(100)));
        expect(deployer.stepCount - before).to.equal(3);
        const read = reader(connection, release);
        expect(await read("DAOToken", dao.token.address, "totalSupply")).to.equal(
          FOUNDERS.slice(0, 100).reduce((sum, { tokens }) => sum + tokens, 0n),
        );
      },
      { blockGasLimit: 7_000_000 },
    );
  });

  it("leave room for long names in the same transaction", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer, connection) => {
        const base = await migrateBase(deployer, release);
        // 32 bytes per word, in characters of three bytes each.
        const name = "名".repeat(200);
        const dao = await forgeOrganization(
          materialsOf({ deployer, release, base }, plan(20, name)),
        );
        const read = reader(connection, release);
        expect(await read("Avatar", dao.avatar.address, "orgName")).to.equal(name);
        expect(await read("DAOToken", dao.token.address, "totalSupply")).to.equal(
          FOUNDERS.slice(0, 20).reduce((sum, { tokens }) => sum + tokens, 0n),
        );
      },
      { blockGasLimit: 8_000_000 },
    );
  });
});
