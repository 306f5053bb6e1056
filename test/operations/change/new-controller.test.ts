import { expect } from "chai";
import { ZeroHash } from "ethers";

import type { DaoChange } from "../../../src/operations/change/change.js";
import { findUnregistered } from "../../../src/operations/change/decide/find-unregistered.js";
import {
  findNewControllers,
  hasExactly,
} from "../../../src/operations/change/decide/new-controller.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { readerAt } from "../../../src/engine/inspect/reading/block-reader.js";
import { CHANGING_DAO, openDao, openDaoBesideBase, planned, sharedDao } from "./change-dao.js";

const NEWCOMER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const [FROM, TO] = ["rc.33", "rc.57"];
const OF_TO = { ...CHANGING_DAO, arcVersion: TO };
const newController = true;

const kindsOf = ({ proposals }: DaoChange) => proposals.map(({ requests }) => requests.kind);
const leftOf = ({ left }: DaoChange) => left.map(({ rule, where }) => `${rule} ${where}`);

describe("a change to another controller", () => {
  const made = sharedDao(async () => await openDaoBesideBase(CHANGING_DAO, FROM, TO));

  it("is made only on request, and otherwise the remaining difference says how", async () => {
    const change = await planned(made, OF_TO);
    expect(kindsOf(change)).to.not.include("upgradeController");
    const { why } = change.left.find(({ where }) => where === "controller")!;
    expect(why).to.contain("--new-controller");
    // A DAO with the file's controller keeps it.
    const same = await planned({ ...made }, CHANGING_DAO, { newController });
    expect(same.empty).to.equal(true);
  });

  it("pays with the current schemes, and then hands over the DAO", async () => {
    const founders = [...CHANGING_DAO.founders, { address: NEWCOMER, tokens: 5, reputation: 1 }];
    const change = await planned(made, { ...OF_TO, founders }, { newController });
    expect(kindsOf(change)).to.deep.equal(["reward", "upgradeController"]);
    expect(change.proposals.map(({ after }) => after)).to.deep.equal([[], [1]]);
    expect(change.proposals.map(({ does }) => does.verdict)).to.deep.equal(["yes", "yes"]);
    expect(leftOf(change)).to.deep.equal([
      ...["contract-code avatar", "contract-code token", "contract-code reputation"],
    ]);
    const { warnings } = change.proposals[1]!;
    // Its schemes are decided by another voting machine.
    expect(warnings.map(({ id }) => id)).to.deep.equal([
      ...Array<string>(3).fill("controller-changes-hands"),
      ...Array<string>(3).fill("power-gained"),
      // Who voted for the reward has not redeemed what that earns.
      "unpaid-promises",
    ]);
  });
});

describe("controllers that were deployed for a DAO", () => {
  const STRANGER = "0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b";
  const made = sharedDao(openDao);

  it("are found if the account proposed them or its result file lists them", async () => {
    const { deployer, release, provider, dao } = made;
    const artifact = release.artifact("Controller");
    const { address } = await deployer.deploy("controller", artifact, [dao.Avatar]);
    const read = await inspectDao(provider, dao.Avatar);
    const requests = { kind: "upgradeController", controller: { address } };
    const inspection = {
      ...read,
      proposals: [{ proposer: STRANGER, requests }],
    } as never as Inspection;
    const reader = await readerAt(provider, { block: read.block.number });
    for (const [terms, source] of [
      [{ account: STRANGER.toLowerCase() }, "account"],
      [{ intendedController: address.toLowerCase() }, "result"],
    ] as const) {
      const [found, ...others] = await findNewControllers(reader, inspection, terms);
      expect(others).to.deep.equal([]);
      expect(found).to.deep.include({ address, source });
      expect(found!.registered.map((each) => each.address)).to.deep.equal([deployer.account]);
    }
    for (const terms of [{}, { account: deployer.account }]) {
      expect(await findNewControllers(reader, inspection, terms)).to.deep.equal([]);
    }
  });

  it("name schemes, of which the account's own registration counts", async () => {
    const { provider, dao, base, deployer } = made;
    const { block, ...read } = await inspectDao(provider, dao.Avatar);
    const reader = await readerAt(provider, { block: block.number });
    const [permissions, account] = ["0x0000000b", deployer.account];
    const proposed = (proposer: string, digit: string) => ({
      proposer,
      requests: {
        kind: "registerScheme",
        scheme: { address: base.UpgradeScheme },
        permissions: { bytes: permissions },
        paramsHash: `0x${digit.repeat(64)}`,
      },
    });
    const proposals = [proposed(account, "1"), proposed(account, "2"), proposed(STRANGER, "3")];
    const inspection = { ...read, block, schemes: [], proposals } as never as Inspection;
    const listed = [
      { address: base.UpgradeScheme, permissions, paramsHash: ZeroHash, source: "result" },
    ] as const;
    for (const [terms, paramsHash, source] of [
      [account, `0x${"2".repeat(64)}`, "account"],
      [undefined, ZeroHash, "result"],
    ] as const) {
      const found = await findUnregistered(reader, inspection, listed, terms);
      expect(
        found.map((each) => [each.contract.address, each.paramsHash, each.source]),
      ).to.deep.equal([[base.UpgradeScheme, paramsHash, source]]);
    }
    expect(await findUnregistered(reader, inspection, [], undefined)).to.deep.equal([]);
  });
});

describe("hasExactly", () => {
  const at = (digit: string) => `0x${digit.repeat(40)}`;
  const paramsHash = `0x${"0".repeat(64)}`;
  const one = { address: at("a"), permissions: "0x0000000b", paramsHash };
  const two = { address: at("b"), permissions: "0x00000001", paramsHash };
  const many = { ...one, permissions: "0x0000001f" };

  it("compares a controller's registrations, in any order and spelling", () => {
    for (const [registered, wanted, is] of [
      [[two, one], [one, two], true],
      // The controller adds the registered bit itself; if a scheme is registered twice, the last one counts.
      [[one, two], [many, two, { ...one, address: at("A"), permissions: "0x0000000a" }], true],
      [[one, two], [one], false],
      [[one], [one, two], false],
      [[one, one], [one, two], false],
      [[one], [many], false],
      [[one], [{ ...one, paramsHash: `0x${"1".repeat(64)}` }], false],
    ] as const) {
      expect(hasExactly({ registered }, wanted), JSON.stringify(wanted)).to.equal(is);
    }
  });
});
