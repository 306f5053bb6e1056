/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call -- facts are plain data, and each test changes one field of them */
import { expect } from "chai";

import type { CheckFinding } from "../../../../src/operations/check/report/report.js";
import { RULES } from "../../../../src/operations/check/rules/rules.js";
import { runRules } from "../../../../src/operations/check/run-rules.js";
import { LIVE_STAKING_TOKEN } from "../../../../src/foundation/chain/networks.js";
import { expectGoldenCases } from "../../../golden.js";
import { address, arc, changed, MACHINE, OTHER, REWARDS, scheme, TARGET } from "../sound-facts.js";
import { UNREAD, UNSHOWN, WRONG } from "../wrong-facts.js";

describe("rules", () => {
  it("find what is wrong, and nothing else", () => {
    const cases = Object.entries(WRONG).map(([what, change]) => {
      const { findings, passed } = runRules(changed(change));
      expect(findings, what).to.have.length(1);
      const [{ rule, severity, where, message, why, whatToDo }] = findings as [CheckFinding];
      expect(what.startsWith(`${rule}: `), what).to.equal(true);
      expect(passed, what).to.equal(severity === "note");
      return [what, `${where}: ${message}\n${why}\n${whatToDo}`] as const;
    });
    expectGoldenCases(import.meta.dirname, "findings.txt", Object.fromEntries(cases));
  });

  it("each have a test", () => {
    const tested = [
      ...Object.keys(WRONG).map((what) => what.split(":")[0]),
      ...UNSHOWN.map(([rule]) => rule),
    ];
    expect(new Set(tested)).to.have.all.keys(RULES.map(({ id }) => id));
  });

  for (const [rule, change, reason] of UNSHOWN) {
    it(`${rule}: is inconclusive where the chain does not show it: ${reason.source}`, () => {
      const { findings, passed, inconclusive } = runRules(changed(change));
      expect([findings, passed]).to.deep.equal([[], false]);
      expect(new Set(inconclusive.map((each) => each.rule))).to.deep.equal(new Set([rule]));
      for (const each of inconclusive) expect(each.reason).to.match(reason);
    });
  }

  for (const [rule, change] of UNREAD) {
    it(`${rule}: is inconclusive, which does not pass, if a fact could not be read`, () => {
      const verdict = runRules(changed(change));
      expect(verdict.passed).to.equal(false);
      expect(verdict.rules.find(({ id }) => id === rule)?.status).to.equal("inconclusive");
      expect(verdict.inconclusive.find((each) => each.rule === rule)?.reason).to.match(/pruned$/);
    });
  }

  it("accepts an owner that deployed some contracts, if it is not known who deployed the others", () => {
    const owner = `0x${"77".repeat(20)}`;
    const { passed } = runRules(
      changed((facts) => {
        facts.deployedSome = [facts.deployer, owner];
        delete facts.deployer;
        facts.inspection.schemes[1].parameters.owner = owner;
      }),
    );
    expect(passed).to.equal(true);
  });

  it("accepts GEN as staking token without a result file, on a network that has it", () => {
    const verdict = runRules(
      changed((facts) => {
        delete facts.recorded;
        facts.inspection.votingMachines[0].stakingToken.address = LIVE_STAKING_TOKEN;
      }),
    );
    expect(verdict).to.deep.include({ findings: [], inconclusive: [], passed: true });
  });

  it("refuses a voting machine with unknown code, whatever it returns", () => {
    const { findings } = runRules(
      changed(({ inspection }) => {
        inspection.votingMachines = [{ contract: { address: MACHINE, code: "unknown" } }];
      }),
    );
    expect(findings.map(({ rule, where }) => `${rule} ${where}`)).to.deep.equal([
      "voting-machine ContributionReward[0]",
      "voting-machine GenericScheme[0]",
    ]);
  });

  it("distinguishes schemes with the same code without a result file", () => {
    const facts = changed((each) => {
      delete each.recorded;
      const second = scheme(arc("GenericScheme", OTHER), "0x00000011") as any;
      second.parameters.values.contractToCall = address("78");
      each.inspection.schemes.unshift(second);
      const [, calls] = each.wanted.schemes;
      each.wanted.schemes.push({
        ...calls,
        index: 2,
        path: ["GenericScheme", 1],
        values: [{ ...calls.values[0], argument: address("78") }],
      });
    });
    expect(runRules(facts).findings).to.deep.equal([]);
  });

  it("is inconclusive if only a result file could resolve a reference in the file", () => {
    const verdict = runRules(
      changed((facts) => {
        delete facts.recorded;
        facts.wanted.schemes[1].values[0].argument = { standAloneContract: 0 };
      }),
    );
    expect(verdict.inconclusive).to.have.length(2);
    expect(verdict.inconclusive[0]).to.deep.include({
      rule: "scheme-parameters",
      where: "GenericScheme[0].targetContract",
    });
    expect(verdict.rules.find(({ id }) => id === "result-contracts")?.status).to.equal(
      "does not apply",
    );
  });

  it("finds an address that does not have the code of the stand-alone contract in the file", () => {
    const found = (places: readonly number[]) =>
      runRules(
        changed((facts) => {
          delete facts.recorded;
          facts.wanted.schemes[1].values[0].argument = { standAloneContract: 1 };
          facts.standAloneCode = { [TARGET]: places };
        }),
      );
    expect(found([1]).findings).to.deep.equal([]);
    expect(found([1]).inconclusive).to.have.length(2);
    expect(found([0]).inconclusive).to.have.length(1);
    expect(found([0]).findings.map(({ rule, message }) => `${rule}: ${message}`)).to.deep.equal([
      `scheme-parameters: contractToCall is ${TARGET} on the chain, which does not have the code of StandAloneContracts[1] in the file.`,
    ]);
  });

  it("compares a preset hash with the one on the chain", () => {
    const { findings } = runRules(
      changed(({ wanted }) => {
        wanted.schemes[0].votes["*"].set = { votingParamsHash: `0x${"34".repeat(32)}` };
      }),
    );
    expect(findings.map(({ where }) => where)).to.deep.equal([
      "VotingMachinesParams[0].votingParamsHash",
    ]);
  });

  it("does not pass a preset hash under which the voting machine has nothing", () => {
    const { inconclusive, passed } = runRules(
      changed(({ inspection, wanted }) => {
        const [votes]: any[] = Object.values(inspection.schemes[0].parameters.votes as object);
        votes.rules = { notRead: "nothing there" };
        wanted.schemes[0].votes["*"].set = { votingParamsHash: votes.paramsHash };
      }),
    );
    expect(inconclusive.map(({ rule }) => rule)).to.deep.equal(["vote-parameters"]);
    expect(passed).to.equal(false);
  });

  it("knows a scheme of custom-abis by its code", () => {
    const custom = (facts: any): void => {
      facts.inspection.schemes[0].contract = { address: REWARDS, code: "unknown" };
      Object.assign(facts.wanted.schemes[0], {
        contractNames: ["Own"],
        release: undefined,
        votes: {},
        votingMachine: undefined,
      });
      facts.inspection.schemes[0].parameters = { notRead: "not Arc's" };
    };
    const found = changed((facts) => {
      custom(facts);
      facts.customCode[REWARDS] = ["Own"];
    });
    expect(runRules(found)).to.deep.include({ findings: [], inconclusive: [], passed: true });
    expect(runRules(changed(custom)).findings.map(({ rule }) => rule)).to.deep.equal([
      "scheme-code",
    ]);
  });
});
