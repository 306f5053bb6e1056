import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { LIVE_STAKING_TOKEN } from "../../../src/foundation/chain/networks.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import type { ChainReader } from "../../../src/engine/migration/deployer.js";
import { at } from "../../../src/engine/migration/materials.js";
import { chooseReusable, findReusable } from "../../../src/engine/migration/reuse-contracts.js";
import { withDeployer } from "../../simulated-chain.js";
import { listed } from "./tampered.js";
import { sharedBase } from "./with-base.js";

const NOBODY = "0x1111111111111111111111111111111111111111";

describe("findReusable", () => {
  const shared = sharedBase("rc.57");

  it("leaves out a contract with other code, and contracts constructed with it", async () => {
    const { deployer, release, base } = shared();
    const wrong = { ...listed(base), DAOToken: base.SchemeRegistrar };
    const reusable = await findReusable(deployer, release, wrong);
    const { DAOToken: _token, GenesisProtocol: _machine, ...others } = listed(base);
    expect(reusable).to.deep.equal(others);
  });

  it("leaves out what another account owns", async () => {
    const { deployer, release, base } = shared();
    for (const name of ["DAORegistry", "DAOTracker", "DAOToken"] as const) {
      const contract = at(release, name, base[name]);
      await deployer.send(`away/${name}`, contract, "transferOwnership", [NOBODY]);
    }
    const reusable = await findReusable(deployer, release, listed(base));
    expect(reusable).to.include.keys("ControllerCreator", "ContributionReward");
    expect(reusable).to.not.have.any.keys("DAORegistry", "DAOTracker", "DAOToken");
    // They were constructed with the contracts that are left out.
    expect(reusable).to.not.have.any.keys("DaoCreator", "GenesisProtocol");
  });

  it("leaves out what was constructed with such a contract, also if a node provides no storage", async () => {
    const { deployer, release, base } = shared();
    const reader: ChainReader = {
      network: deployer.network,
      account: deployer.account,
      code: async (address) => await deployer.code(address),
      read: async (...args) => await deployer.read(...args),
      nonce: async (account) => await deployer.nonce(account),
      storage: async () => await Promise.reject(new Error("no such method")),
    };
    const { ControllerCreator: _controller, DaoCreator: _dao, ...others } = listed(base);
    const known = { ...listed(base), ControllerCreator: NOBODY };
    const found = await findReusable(reader, release, known);
    expect(found).to.deep.equal(others);
  });

  it("requires DAOstack's account as the owner on a live network", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const base = await migrateBase(deployer, release);
        const artifact = release.artifact("DAORegistry");
        const own = await deployer.deploy("own", artifact, [deployer.account]);
        const known = { ...listed(base), DAORegistry: own.address, DAOToken: own.address };
        const reusable = await findReusable(deployer, release, known);
        expect(reusable).to.not.have.property("DAORegistry");
        expect(reusable.DAOToken).to.equal(LIVE_STAKING_TOKEN);
      },
      { chainId: 1 },
    );
  });

  it("ignores invalid addresses and contracts that are not in the release", async () => {
    const { deployer, release } = shared();
    const known = {
      arcVersion: "0.0.1-rc.57",
      DaoCreator: "0x1",
      UController: NOBODY,
      X: NOBODY,
    };
    expect(await findReusable(deployer, release, known)).to.deep.equal({});
  });
});

describe("chooseReusable", () => {
  const shared = sharedBase("rc.57");
  const choose = async (terms: Parameters<typeof chooseReusable>[3], hasBase = true) => {
    const { deployer, release, base } = shared();
    return await chooseReusable(
      () => Promise.resolve(deployer),
      release,
      hasBase ? base : undefined,
      terms,
    );
  };

  it("reuses what there is, unless the user redeploys it or says no", async () => {
    const asked: string[] = [];
    const answer = (yes: boolean) => (names: readonly string[]) => {
      asked.push(...names);
      return Promise.resolve(yes);
    };
    const all = listed(shared().base);
    expect(await choose({})).to.deep.equal(all);
    expect(await choose({ confirmReuse: answer(true) })).to.deep.equal(all);
    expect(asked).to.have.members(Object.keys(all));
    expect(await choose({ confirmReuse: answer(false) })).to.deep.equal({});
    expect(await choose({ force: true })).to.deep.equal({});
    expect(await choose({}, false)).to.deep.equal({});
  });

  it("does not ask about a live network's staking token alone", async () => {
    const release = await openArcRelease();
    await withDeployer(
      async (deployer) => {
        const reader = () => Promise.resolve(deployer);
        const nothing = { arcVersion: release.version } as Parameters<typeof chooseReusable>[2];
        const confirmReuse = () => Promise.reject(new Error("asked"));
        expect(await chooseReusable(reader, release, nothing, { confirmReuse })).to.deep.equal({});
      },
      { chainId: 1 },
    );
  });
});
