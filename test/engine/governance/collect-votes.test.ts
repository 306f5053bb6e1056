import { expect } from "chai";

import type { Standing } from "../../../src/engine/governance/ballot.js";
import { collectVotes, largestFirst } from "../../../src/engine/governance/collect-votes.js";
import type { ProposalSide, ProposalState } from "../../../src/engine/governance/proposal-state.js";
import type { VotingMachineName } from "../../../src/foundation/arc/voting-machines.js";
import { expectRecorded } from "../../recorded.js";

interface Model {
  readonly machine?: VotingMachineName;
  readonly state?: ProposalState;
  readonly against?: bigint;
  readonly for?: bigint;
  /** Absent for none; else each state ends 100 s after the last. */
  readonly deadline?: number | undefined;
  readonly refused?: readonly string[];
  readonly stays?: boolean;
}

/** Holders of 30, 15 and 10 decide with more than 50. Returns what was done. */
async function collect(side: ProposalSide, model: Model = {}): Promise<readonly string[]> {
  const done: string[] = [];
  const votes = { for: model.for ?? 0n, against: model.against ?? 0n };
  let state: ProposalState = model.state ?? "queued";
  let time = 1000;
  let deadline = "deadline" in model ? model.deadline : 1100;
  const holders = [15n, 30n, 10n].map((reputation) => ({ account: `${reputation}`, reputation }));
  let left = largestFirst(holders);
  const standing = (): Standing => {
    const isOver = deadline !== undefined && time >= deadline && state !== "preBoosted";
    const now = isOver && model.stays !== true ? "executed" : state;
    return { recorded: state, now, votes: { ...votes }, bar: 50n, deadline };
  };
  const { obstacle } = await collectVotes(
    {
      ballot: {
        machine: model.machine ?? "GenesisProtocol",
        isGenesis: model.machine === undefined,
      },
      standing: async () => await Promise.resolve(standing()),
      async votersLeft(until) {
        const sums = left.map((_, at) =>
          left.slice(0, at).reduce((sum, each) => sum + each.reputation, 0n),
        );
        return await Promise.resolve(left.filter((_, at) => sums[at]! <= until));
      },
      async vote(voter) {
        left = left.filter((each) => each !== voter);
        if (model.refused?.includes(voter.account) === true) {
          return await Promise.resolve(`${voter.account} may not`);
        }
        done.push(voter.account);
        votes[side] += voter.reputation;
        const { for: yes, against: no } = votes;
        const counted =
          model.machine === "QuorumVote" && votes[side] * 2n > yes + no ? yes + no : votes[side];
        if (counted > 50n) state = "executed";
        return undefined;
      },
      withTooFewVotes: async (few) => await Promise.resolve(`only ${few} left`),
      time: async () => await Promise.resolve(time),
      async moveTo(to) {
        await Promise.resolve((time = to));
        done.push(`until ${to}`);
      },
      async execute() {
        await Promise.resolve();
        done.push("execute");
        if (model.stays === true) return undefined;
        if (state === "preBoosted") [state, deadline] = ["boosted", time + 100];
        else state = "executed";
        return undefined;
      },
    },
    side,
  );
  return obstacle === undefined ? done : [...done, `! ${obstacle}`];
}

describe("collectVotes", () => {
  const boosted = { state: "boosted" } as const;
  for (const [what, side, model] of [
    ["decides at once with the fewest", "for", {}],
    ["needs fewer after others' votes", "for", { for: 21n }],
    ["needs more than the majority", "for", { for: 20n }],
    ["has too few in the queue", "for", { refused: ["15"] }],
    ["asks for stakes then", "for", { state: "queued", against: 60n, for: -6n }],
    ["has nothing else without stakes", "against", { machine: "AbsoluteVote", against: -5n }],
    ["counts both sides of a quorum", "for", { machine: "QuorumVote", against: 40n }],
    [
      "waits until it is boosted, and wins then",
      "for",
      { state: "preBoosted", for: -10n, against: 5n },
    ],
    ["breaks a tie in favour", "for", { ...boosted, for: -6n, against: -6n }],
    ["lets a tie fail", "against", { ...boosted, for: 5n, against: 5n }],
    ["votes down no more than needed", "against", { ...boosted, for: 31n }],
    ["cannot vote it down", "against", { ...boosted, for: 90n, against: -50n }],
    ["lets it expire", "against", {}],
    ["executes what has ended", "for", { deadline: 1000 }],
    ["never ends", "against", { deadline: undefined }],
  ] as const) {
    it(`${what} (${side})`, async () => {
      expectRecorded((await collect(side, model)).join("\n"));
    });
  }

  it("gives up after many rounds", async () => {
    const done = await collect("against", { stays: true });
    expect(done.at(-1)).to.equal("! it is never decided");
    expect(done).to.have.length(21);
  });
});
