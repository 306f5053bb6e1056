import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { findReusable } from "../../../src/engine/migration/reuse-contracts.js";
import { requireUsableBase } from "../../../src/engine/migration/trusted-base.js";
import { LIVE_STAKING_TOKEN } from "../../../src/foundation/chain/networks.js";
import { reader, withDeployer } from "../../simulated-chain.js";
import { someOf } from "../../some-of.js";

describe("migrateBase", () => {
  const LIVE = [
    [1, "0x85e7fa550b534656d04d143b9a23a11e05077da3"],
    [4, "0x73db6408abbea97c5db8a2234c4027c315094936"],
    [42, "0x73db6408abbea97c5db8a2234c4027c315094936"],
    [77, "0x73db6408abbea97c5db8a2234c4027c315094936"],
    [100, "0x73db6408abbea97c5db8a2234c4027c315094936"],
  ] as const;
  for (const [chainId, owner] of someOf(LIVE, 4)) {
    it(`uses the live staking token on chain ${chainId} and gives registry and tracker to their owner`, async () => {
      const release = await openArcRelease("rc.57");
      await withDeployer(
        async (deployer, connection) => {
          const base = await migrateBase(deployer, release);
          expect(base.DAOToken).to.equal(LIVE_STAKING_TOKEN);
          const read = reader(connection, release);
          for (const name of ["DAORegistry", "DAOTracker"] as const) {
            const found = await read(name, base[name] ?? "", "owner");
            expect(String(found).toLowerCase()).to.equal(owner);
          }
          await requireUsableBase(deployer, release, base);
          const reusable = await findReusable(deployer, release, { ...base });
          expect({ arcVersion: base.arcVersion, ...reusable }).to.deep.equal(base);
        },
        { chainId },
      );
    });
  }

  it("deploys a staking token on a public chain without one, and gives it to nobody", async () => {
    const release = await openArcRelease("rc.57");
    await withDeployer(
      async (deployer, connection) => {
        const base = await migrateBase(deployer, release);
        const read = reader(connection, release);
        expect(await read("DAOToken", base.DAOToken, "totalSupply")).to.equal(0n);
        for (const name of ["DAOToken", "DAORegistry", "DAOTracker"] as const) {
          expect(await read(name, base[name] ?? "", "owner"), name).to.equal(deployer.account);
        }
        expect(await read("GenesisProtocol", base.GenesisProtocol, "stakingToken")).to.equal(
          base.DAOToken,
        );
        await requireUsableBase(deployer, release, base);
        const reusable = await findReusable(deployer, release, { ...base });
        expect({ arcVersion: base.arcVersion, ...reusable }).to.deep.equal(base);
      },
      { chainId: 42161 },
    );
  });
});
