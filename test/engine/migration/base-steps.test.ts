import { expect } from "chai";
import { parseEther } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { networkOf } from "../../../src/foundation/chain/networks.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { rejection } from "../../rejection.js";
import { ACCOUNT, fakeDeployer } from "./fake-deployer.js";

const release = await openArcRelease("rc.57");
const ONE = `0x${"11".repeat(20)}`;
const TWO = `0x${"22".repeat(20)}`;

describe("migrateBase", () => {
  it("names each step after its contract, so that a journal is resumed by later versions", async () => {
    const { deployer, sent } = fakeDeployer({ testAccounts: [ONE, TWO] });
    const base = await migrateBase(deployer, release);
    const mint = (index: number, account: string) => ({
      step: `base/DAOToken/mint/${index}`,
      to: base.DAOToken,
      name: "mint",
      args: [account, parseEther("1000")],
    });
    expect(sent.slice(0, 4)).to.deep.equal([
      {
        step: "base/DAOToken",
        to: "new",
        name: "DAOToken",
        args: ["DAOstack", "GEN", parseEther("100000000")],
      },
      mint(0, ONE),
      mint(1, TWO),
      { step: "base/DAORegistry", to: "new", name: "DAORegistry", args: [ACCOUNT] },
    ]);
    const others = sent.slice(4);
    expect(others).to.have.length.greaterThan(10);
    for (const { step, to, name } of others)
      expect([step, to]).to.deep.equal([`base/${name}`, "new"]);
  });

  it("hands the registry and the tracker of a live network to their owner", async () => {
    const { deployer, sent } = fakeDeployer({ network: networkOf(1), testAccounts: [ONE] });
    const base = await migrateBase(deployer, release);
    const owner = sent.find(({ name }) => name === "DAORegistry")!.args[0];
    expect(owner).to.not.equal(ACCOUNT);
    expect(sent.filter(({ to }) => to !== "new")).to.deep.equal([
      {
        step: "base/DAOTracker/transferOwnership",
        to: base.DAOTracker,
        name: "transferOwnership",
        args: [owner],
      },
    ]);
  });

  it("sends nothing if a contract to reuse is not what it would deploy, and says which and what to do", async () => {
    const { deployer, sent } = fakeDeployer({});
    const reusable = { DAOToken: ONE, DAORegistry: TWO };
    const { name, message } = await rejection(migrateBase(deployer, release, reusable));
    expect(name).to.equal("MigrationError");
    expect(message).to.equal(
      `Contracts to reuse are not what Arc ${release.version} would deploy: DAOToken ${ONE}, DAORegistry ${TWO}. ` +
        "Start over with --restart, which looks for reusable contracts itself.",
    );
    expect(sent).to.deep.equal([]);
  });
});
