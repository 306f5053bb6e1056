import { expect } from "chai";

import type { DaoChange } from "../../../src/operations/change/change.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import {
  CHANGING_DAO,
  changed,
  openDao,
  openDaoBesideBase,
  planned,
  sharedDao,
} from "./change-dao.js";
import { closing } from "../../closing.js";

const NEWCOMER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const [FROM, TO] = ["rc.33", "rc.57"];
const OF_TO = { ...CHANGING_DAO, arcVersion: TO };
const newController = true;

const kindsOf = ({ proposals }: DaoChange) => proposals.map(({ requests }) => requests.kind);

describe("a DAO that gets a new controller", () => {
  const made = sharedDao(async () => await openDaoBesideBase(CHANGING_DAO, FROM, TO));

  it("pays later what no current scheme can pay", async () => {
    const schemes = { SchemeRegistrar: true, UpgradeScheme: true };
    await using poor = closing(await openDaoBesideBase({ ...CHANGING_DAO, schemes }, FROM, TO));
    const founders = [...CHANGING_DAO.founders, { address: NEWCOMER, tokens: 5, reputation: 1 }];
    const change = await planned(poor, { ...OF_TO, founders }, { newController });
    expect(kindsOf(change)).to.deep.equal(["upgradeController", "reward"]);
    expect(change.proposals[1]).to.deep.include({ status: "waits", after: [1] });
    expect(change.proposals.map(({ does }) => does.verdict)).to.deep.equal(["yes", "yes"]);
  });

  it("leaves the DAO with the file's schemes only, and the DAO can still change itself", async () => {
    const steps = (await planned(made, OF_TO, { newController })).transactions.map(
      ({ step }) => step,
    );
    expect(steps.slice(-5)).to.deep.equal([
      "change/controller/deploy",
      "change/controller/registerScheme/0-SchemeRegistrar",
      "change/controller/registerScheme/1-ContributionReward",
      "change/controller/registerScheme/2-UpgradeScheme",
      "change/controller/unregisterOwner",
    ]);
    const change = await changed(made, OF_TO, { newController });
    expect(change.warnings).to.deep.equal([]);
    const { provider, dao } = made;
    const { controller, token, reputation, schemes } = await inspectDao(provider, dao.Avatar);
    expect(controller.address).to.not.equal(dao.Controller);
    expect(controller.releases).to.include(`0.0.1-${TO}`);
    expect([token.owner, reputation.owner]).to.deep.equal([controller.address, controller.address]);
    const registered = schemes.filter((each) => each.registered);
    expect(
      registered.map(({ contract, permissions }) => [contract.name, permissions.bytes]),
    ).to.have.deep.members([
      ["SchemeRegistrar", "0x0000001f"],
      ["ContributionReward", "0x00000001"],
      ["UpgradeScheme", "0x0000000b"],
    ]);
    expect((await planned(made, OF_TO, { newController })).proposals).to.deep.equal([]);
    // The schemes of the new release work with its controller and the old release's token.
    const founders = [...CHANGING_DAO.founders, { address: NEWCOMER, tokens: 5, reputation: 1 }];
    const next = { ...OF_TO, founders, ContributionReward: [{ voteParams: 1 }] };
    await changed(made, next);
    const { token: paid } = await inspectDao(provider, dao.Avatar);
    expect(paid.holders).to.deep.include({ account: NEWCOMER, amount: String(5n * 10n ** 18n) });
    expect((await planned(made, next)).proposals).to.deep.equal([]);
  });

  it("moves from a universal controller to its own", async () => {
    await using universal = closing(await openDao({ ...CHANGING_DAO, useUController: true }, FROM));
    const change = await planned(universal, CHANGING_DAO, { newController });
    expect(kindsOf(change)).to.deep.equal(["upgradeController"]);
    expect(change.proposals[0]!.does.verdict).to.equal("yes");
    expect(change.left).to.deep.equal([]);
  });
});
