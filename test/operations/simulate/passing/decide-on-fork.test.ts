import { expect } from "chai";

import type { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import type { TriedTransaction } from "../../../../src/operations/simulate/chain/send-and-trace.js";
import type { Standing } from "../../../../src/engine/governance/ballot.js";
import type { BallotOnFork } from "../../../../src/operations/simulate/passing/ballot-on-fork.js";
import {
  decideOnFork,
  type Decided,
} from "../../../../src/operations/simulate/passing/decide-on-fork.js";
import { fakeToken } from "../fake-token.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const inspection = sampleInspection();
const ONE = 10n ** 18n;
const [TOKEN, RICH, POOR] = [account(10), account(20), account(21)];
const DONE = { success: true, trace: {} } as unknown as TriedTransaction;
const REVERTED = {
  success: false,
  trace: { error: "execution reverted", output: "0x" },
} as unknown as TriedTransaction;

/** What a voting machine answers. */
interface Rules {
  readonly isGenesis: boolean;
  /** The states one after the other; the last one stays. */
  readonly standings: readonly Partial<Standing>[];
  readonly missingStake: bigint;
  readonly stakes: TriedTransaction;
  readonly votes: TriedTransaction;
  readonly executes: TriedTransaction;
}

async function run(side: "for" | "against", rules: Partial<Rules>, tokens = 0n): Promise<Decided> {
  const left = [...(rules.standings ?? [{}])];
  const last = left.at(-1);
  const ballot = {
    isGenesis: rules.isGenesis ?? true,
    machine: (rules.isGenesis ?? true) ? "GenesisProtocol" : "AbsoluteVote",
    contract: { address: account(5) },
    standing: async (): Promise<Standing> => ({
      recorded: "queued",
      now: "queued",
      votes: { for: 0n, against: 0n },
      bar: 50n * ONE,
      ...(left.shift() ?? last),
    }),
    readAhead: async () => {},
    vote: async () => rules.votes ?? DONE,
    stake: async () => rules.stakes ?? DONE,
    execute: async () => rules.executes ?? DONE,
    stakingToken: async () => TOKEN,
    boostingStake: async () => rules.missingStake ?? 5n,
  } as unknown as BallotOnFork;
  const chain = {
    time: 1000,
    moveTo: async () => {},
    call: async () => DONE,
    token: () => fakeToken(() => tokens),
  } as unknown as ForkedChain;
  const voters = [
    { account: RICH, reputation: 30n * ONE },
    { account: POOR, reputation: 10n * ONE },
  ];
  return await decideOnFork({ chain, inspection, ballot, voters }, side);
}

describe("decideOnFork", () => {
  it("says in whole reputation that there are too few votes", async () => {
    for (const side of ["for", "against"] as const) {
      const { obstacle, acts } = await run(side, { isGenesis: false });
      expect(obstacle).to.equal(
        `those who have not voted have too little reputation: with them, 40.0 could vote ${side} it, but deciding takes more than 50.0`,
      );
      expect(acts).to.deep.equal([]);
    }
  });

  it("says that nobody can boost it", async () => {
    const { obstacle } = await run("for", { missingStake: 5n });
    expect(obstacle).to.equal(
      `votes alone do not reach the majority, and no account known to this DAO has the 5 wei of the staking token ${TOKEN} that would boost it`,
    );
  });

  it("says whose stake is refused, and that staking does not help", async () => {
    const refused = await run("for", { missingStake: 5n, stakes: REVERTED }, 10n);
    expect(refused.obstacle).to.match(/^the voting machine does not accept the stake of 0x\w{40}$/);
    expect(refused.stakes).to.deep.equal([]);
    const stays = await run("for", { missingStake: 5n }, 10n);
    expect(stays.obstacle).to.equal("it stays in the queue, however much is staked");
    expect(stays.stakes.map(({ tokens }) => tokens)).to.deep.equal([5n]);
    expect(stays.acts.map(({ stage }) => stage)).to.deep.equal(["stake", "stake"]);
  });

  it("splits the stake if nobody has enough alone", async () => {
    const { stakes } = await run("for", { missingStake: 5n }, 4n);
    expect(stakes.map(({ tokens }) => tokens)).to.deep.equal([4n, 1n]);
  });

  it("names the vote that reverts, with the reason", async () => {
    const votes = { for: 20n * ONE, against: 0n };
    const { obstacle } = await run("for", { standings: [{ votes }], votes: REVERTED });
    expect(obstacle).to.match(new RegExp(`^the vote of ${POOR} reverts: .*revert`));
  });

  it("says that execute reverts", async () => {
    const due = { recorded: "boosted", now: "executed" } as const;
    expect((await run("for", { standings: [due], executes: REVERTED })).obstacle).to.equal(
      "the voting machine's execute reverts",
    );
  });
});
