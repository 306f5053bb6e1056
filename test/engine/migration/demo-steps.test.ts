import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { demoParameters, migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { Deployer, SendOptions } from "../../../src/engine/migration/deployer.js";
import { rejection } from "../../rejection.js";
import { addressOf, ScriptedDeployer } from "./scripted-deployer.js";
import { BASE } from "./step-values.js";
import { withBase } from "./with-base.js";

/** A deployer that also writes down each step: its name, sender among the test accounts, and group. */
function recorded(
  deployer: Deployer,
  lines: string[],
  argumentsOf = new Map<string, readonly unknown[]>(),
): Deployer {
  const line = (step: string, { from, group }: SendOptions = {}) =>
    [step, ...(from === undefined ? [] : [deployer.testAccounts.indexOf(from)]), group ?? []]
      .flat()
      .join(" ");
  return new Proxy(deployer, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        if (key === "send" || key === "sendForLogs") {
          lines.push(line(args[0] as string, args[4] as SendOptions));
          argumentsOf.set(args[0] as string, args[3] as readonly unknown[]);
        } else if (key === "deploy") {
          lines.push(line(args[0] as string));
        } else if (key === "increaseTime" || key === "fundTestAccounts") {
          lines.push(
            `${String(args[0])} ${JSON.stringify(args[1], (_, each: unknown) => (typeof each === "bigint" ? String(each) : each))}`,
          );
        }
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

describe("the steps of a demo test, by which a journal is resumed", () => {
  it("propose first, then vote and stake together, and wait only once", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const lines: string[] = [];
      await migrateDemoTest(recorded(deployer, lines), release, base);
      expect(lines).to.deep.equal([
        "test/forgeOrg",
        "test/registry/propose",
        "test/registry/register",
        "test/ActionMock",
        "test/voteParameters/0",
        "test/schemes/SchemeRegistrar/0",
        "test/schemes/ContributionReward/0",
        "test/schemes/GenericScheme/0/deploy",
        "test/schemes/GenericScheme/0/initialize",
        "test/setSchemes",
        `test/fund ${JSON.stringify([
          { gas: "5000000", transactions: 7 },
          ...Array.from({ length: 3 }, () => ({ gas: "2000000", transactions: 4 })),
          ...Array.from({ length: 6 }, () => ({ gas: "100000", transactions: 1 })),
        ])}`,
        "test/queued/propose 0",
        "test/boosted/propose 0",
        "test/preBoosted/propose 0",
        "test/executed/propose 0",
        "test/generic/propose 0",
        ...Array.from({ length: 10 }, (_, index) => `test/approve/${index} ${index} voting`),
        "test/queued/vote/1 1 voting",
        "test/queued/vote/2 2 voting",
        "test/executed/vote/0 0 voting",
        "test/executed/vote/1 1 voting",
        "test/executed/vote/2 2 voting",
        "test/executed/vote/3 3 voting",
        "test/boosted/stake/2 2 voting",
        "test/boosted/wait 601",
        "test/boosted/vote/1 1 waited",
        "test/preBoosted/stake/3 3 waited",
      ]);
    });
  });

  it("leave out what takes time where the clock cannot be moved", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const lines: string[] = [];
      const still = new Proxy(recorded(deployer, lines), {
        get: (target, key) =>
          key === "canMoveClock" ? false : (Reflect.get(target, key) as unknown),
      });
      const made = await migrateDemoTest(still, release, base);
      expect(lines.filter((line) => line.includes("oosted"))).to.deep.equal([
        "test/preBoosted/propose 0",
        "test/preBoosted/stake/3 3 waited",
      ]);
      expect(made).to.not.have.property("boostedProposalId");
    });
  });

  it("reward the second account, and vote with all reputation", async () => {
    await withBase("rc.57", async ({ deployer, release, base }) => {
      const argumentsOf = new Map<string, readonly unknown[]>();
      const made = await migrateDemoTest(recorded(deployer, [], argumentsOf), release, base);
      const [first, second] = deployer.testAccounts;
      const ten = parseEther("10");
      expect(argumentsOf.get("test/queued/propose")).to.deep.equal([
        made.Avatar,
        "A demo proposal: queued",
        ten,
        [ten, 0n, 0n, 1n, 1n],
        ZeroAddress,
        second,
      ]);
      expect(argumentsOf.get("test/generic/propose")?.slice(1)).to.deep.equal([
        0n,
        "A demo proposal: generic",
      ]);
      expect(argumentsOf.get("test/queued/vote/2")?.slice(0, 3)).to.deep.equal([
        made.queuedProposalId,
        2n,
        0n,
      ]);
      expect(argumentsOf.get("test/executed/vote/0")).to.deep.equal([
        made.executedProposalId,
        1n,
        0n,
        first,
      ]);
      expect(argumentsOf.get("test/boosted/stake/2")).to.deep.equal([
        made.boostedProposalId,
        1n,
        parseEther("300"),
      ]);
      expect(argumentsOf.get("test/approve/9")).to.deep.equal([
        base.GenesisProtocol,
        parseEther("1000"),
      ]);
    });
  });

  it("need six accounts, and a release that can create a DAO", async () => {
    const release = await openArcRelease("rc.57");
    const error = await rejection(migrateDemoTest(new ScriptedDeployer(), release, BASE));
    expect(error.message).to.equal(
      "A demo test needs 6 accounts to vote and stake; 0 can send transactions here. Add accounts to the network.",
    );
    const early = await openArcRelease("alpha.44");
    const refused = await rejection(migrateDemoTest(new ScriptedDeployer(), early, BASE));
    expect(refused.message).to.include("cannot create a DAO with Arc 0.0.0-alpha.44");
  });

  it("create the DAO that the demo test's parameters describe", () => {
    const accounts = Array.from({ length: 10 }, (_, index) => addressOf(index));
    const parameters = demoParameters(accounts, addressOf(20));
    const { founders, votingMachinesParams, schemes, ...others } = parameters;
    expect(others).to.deep.equal({
      orgName: "Demo Test DAO",
      tokenName: "Demo Test DAO Token",
      tokenSymbol: "DTT",
      useUController: false,
      useDaoCreator: true,
      unregisterOwner: true,
      noTrack: false,
      standAloneContracts: [],
      customSchemes: [],
    });
    const tokens = parseEther("1000");
    expect(founders).to.deep.equal(
      accounts.slice(0, 6).map((address) => ({ address, tokens, reputation: tokens })),
    );
    expect(votingMachinesParams).to.have.length(1);
    expect(schemes).to.deep.equal({
      SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0 }],
      ContributionReward: [{ voteParams: 0 }],
      GenericScheme: [{ voteParams: 0, targetContract: addressOf(20) }],
      GlobalConstraintRegistrar: [],
      UpgradeScheme: [],
    });
    expect(demoParameters(accounts).schemes.GenericScheme).to.deep.equal([]);
  });
});
