import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { setVoteParameters } from "../../../src/engine/migration/set-vote-parameters.js";
import { requireStored } from "../../../src/engine/migration/stored-parameters.js";
import type { VoteParameters } from "../../../src/foundation/params/parameters.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { rejection } from "../../rejection.js";
import { fakeDeployer } from "./fake-deployer.js";

const HASH = `0x${"ab".repeat(32)}`;
const MACHINE = `0x${"11".repeat(20)}`;
const ABSOLUTE = `0x${"22".repeat(20)}`;
const SOMEBODY = `0x${"Cc".repeat(20)}`;
const ATTACKER = `0x${"66".repeat(20)}`;
const release = await openArcRelease("rc.57");
const machines = {
  genesisProtocol: { artifact: release.artifact("GenesisProtocol"), address: MACHINE },
  absoluteVote: { artifact: release.artifact("AbsoluteVote"), address: ABSOLUTE },
};

const base = { GenesisProtocol: MACHINE, AbsoluteVote: ABSOLUTE } as unknown as BaseResult;

const RULES = {
  queuedVoteRequiredPercentage: 50n,
  queuedVotePeriodLimit: 1800n,
  boostedVotePeriodLimit: 600n,
  preBoostedVotePeriodLimit: 601n,
  thresholdConst: 2000n,
  quietEndingPeriod: 300n,
  proposingRepReward: 5n,
  votersReputationLossRatio: 1n,
  minimumDaoBounty: 100n,
  daoBountyConst: 10n,
  activationTime: 7n,
  voteOnBehalf: SOMEBODY,
};
const MAJORITY = { absoluteVote: { votePerc: 60n, voteOnBehalf: SOMEBODY } };

/** Sets vote parameters on voting machines that store these values under the hash. */
async function set(entries: readonly VoteParameters[], stored: readonly unknown[]) {
  const { deployer, sent } = fakeDeployer({
    read: (name) => (name === "setParameters" ? [HASH] : [...stored]),
  });
  return {
    hashes: await setVoteParameters(deployer, "dao/votes", { release, base }, entries),
    sent,
  };
}

/** What GenesisProtocol stores of rules, in its order. */
function inGenesisProtocol(change: Partial<typeof RULES> = {}): unknown[] {
  const rules = { ...RULES, ...change };
  const stored = { ...rules, thresholdConst: (rules.thresholdConst * 2n ** 40n) / 1000n };
  const outputs = machines.genesisProtocol.artifact.abi.find(
    ({ type, name }) => type === "function" && name === "parameters",
  )?.outputs;
  return outputs!.map(({ name }) => stored[name as keyof typeof stored]);
}

describe("setVoteParameters of AbsoluteVote", () => {
  it("sends those that nobody has set, as a step of their place in the list", async () => {
    const preset = { votingParamsHash: `0x${"cd".repeat(32)}` };
    const { hashes, sent } = await set([preset, MAJORITY], [0n, `0x${"0".repeat(40)}`]);
    expect(hashes).to.deep.equal([preset.votingParamsHash, HASH]);
    expect(sent).to.deep.equal([
      { step: "dao/votes/1", to: ABSOLUTE, name: "setParameters", args: [60n, SOMEBODY] },
    ]);
  });

  it("does not send those that are set already", async () => {
    const { hashes, sent } = await set([MAJORITY], [60n, SOMEBODY.toLowerCase()]);
    expect([hashes, sent]).to.deep.equal([[HASH], []]);
  });

  for (const [stored, what] of [
    [[1n, SOMEBODY], "precReq is 1, not 60"],
    [[60n, ATTACKER], `voteOnBehalf is ${ATTACKER}, not ${SOMEBODY}`],
  ] as const) {
    it(`refuses a machine where ${what}`, async () => {
      const { message } = await rejection(set([MAJORITY], stored));
      expect(message).to.equal(
        `AbsoluteVote ${ABSOLUTE} stores parameters under the hash ${HASH} that do not match it: ` +
          `${what}. Do not use this base; deploy your own.`,
      );
    });
  }
});

describe("setVoteParameters of GenesisProtocol", () => {
  it("sends those that nobody has set, although the machine stores something of another hash", async () => {
    const { sent } = await set([RULES, RULES], [0n, ...inGenesisProtocol().slice(1)]);
    expect(sent.map(({ step, to, name }) => [step, to, name])).to.deep.equal([
      ["dao/votes/0", MACHINE, "setParameters"],
      ["dao/votes/1", MACHINE, "setParameters"],
    ]);
    expect(sent[0]!.args).to.deep.equal([
      Object.values(RULES).filter((value) => typeof value === "bigint"),
      SOMEBODY,
    ]);
  });

  it("does not send those that are set already", async () => {
    expect((await set([RULES], inGenesisProtocol())).sent).to.deep.equal([]);
  });

  for (const [name, value] of Object.entries(RULES)) {
    it(`refuses a machine that stores another ${name} under the hash`, async () => {
      const other = typeof value === "bigint" ? value + 1n : ATTACKER;
      const { message } = await rejection(set([RULES], inGenesisProtocol({ [name]: other })));
      expect(message).to.include(
        `GenesisProtocol ${MACHINE} stores parameters under the hash ${HASH} that do not match it: ${name} is `,
      );
    });
  }
});

describe("requireStored", () => {
  it("skips what is wanted and not stored, and what is stored and not wanted", () => {
    const wanted = { one: 1n, gone: 7n, unsaid: undefined };
    requireStored(machines.absoluteVote, HASH, { one: 1n, unsaid: 2n, more: 3n }, wanted);
    expect(() => {
      requireStored(machines.absoluteVote, HASH, { one: 0n }, wanted);
    }).to.throw("one is 0, not 1");
  });
});
