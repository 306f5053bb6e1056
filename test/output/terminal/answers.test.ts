import { expect } from "chai";

import {
  hasQuestions,
  questions,
  requireAnswers,
  willAsk,
  type Answers,
} from "../../../src/output/terminal/answers.js";
import { UsageError } from "../../../src/foundation/support/errors.js";
import type { MigrationOutline } from "../../../src/operations/run/outline.js";
import type { Progress } from "../../../src/output/terminal/progress.js";
import { asked as pressing, withInput } from "./pressed-keys.js";

const CHAIN = { name: "mainnet", chainId: 1, genesis: "0x", inProcess: false } as const;
const NONE: Answers = { yes: false, dryRun: false };
const notes: string[] = [];
const progress: Progress = {
  onEvent() {},
  status() {},
  note: (text) => notes.push(text),
  end() {},
};

type Questions = ReturnType<typeof questions>;

/** Answers a question with yes; returns the answer and the question. */
async function asked(
  answers: Partial<Answers>,
  ask: (all: Questions) => Promise<boolean> | undefined,
): Promise<readonly [boolean | undefined, string]> {
  const { signal } = new AbortController();
  const { result, stderr } = await pressing(
    "y\r",
    async () => await ask(questions({ ...NONE, ...answers }, progress, signal)),
  );
  return [result, stderr];
}

describe("questions", () => {
  it("asks whether to trust what another account deployed", async () => {
    const [one, question] = await asked({}, async (all) => await all.confirmForeignBase!(["A"]));
    expect(one).to.equal(true);
    expect(question).to.match(
      /Another account deployed A\. The code is right, but .*cannot be read back\. Use it anyway\? \(y\/N\)/,
    );
    const [, many] = await asked({}, async (all) => await all.confirmForeignBase!(["A", "B"]));
    expect(many).to.match(/deployed A, B\. .* Use them anyway\?/);
  });

  it("asks whether to create another DAO, and whether to continue what no journal has", async () => {
    const [, another] = await asked({}, async (all) => await all.confirmAnother!());
    expect(another).to.include("Create another DAO? (y/N)");
    const found = { account: "0xaa", steps: ["base/A", "base/B"], blockNumber: 7 };
    const [, sent] = await asked({}, async (all) => await all.confirmSent!(found));
    expect(sent).to.match(
      /0xaa has already sent 2 steps \(base\/A to base\/B\) .* in block 7, .*\. --restart .*\(y\/N\)/,
    );
  });

  it("asks whether to continue without a rehearsal", async () => {
    const [, question] = await asked({}, async (all) => await all.confirmUnrehearsed!("no state"));
    expect(question).to.include(
      "Continue without a rehearsal, although the effects and cost are unknown? (y/N)",
    );
  });

  it("shows what is left to send before it asks about it, or about a difference", async () => {
    notes.length = 0;
    const preview = {
      ...{ account: `0x${"f".repeat(40)}`, balance: 9n, balanceNeeded: 5n, gasPrice: 1n, cost: 4n },
      ...{ dataFee: 0n, gasLimit: 5n, feeCap: 1n, maxCost: 5n, gasUsed: 4n, steps: [] },
      ...{ stepsDone: 0, confirmations: 1, rehearsed: true, estimated: false },
    };
    const outline = { arcVersion: "0.0.1-rc.57", output: "m.json" } as MigrationOutline;
    const [, question] = await asked(
      {},
      async (all) => await all.confirmDivergence!("a stranger came", preview, CHAIN, outline),
    );
    expect(question).to.include("a stranger came").and.include("(y/N)");
    const confirm = async (all: Questions) => await all.confirm!(preview, CHAIN, outline);
    expect((await asked({}, confirm))[1]).to.include("(y/N)");
    expect(await asked({ yes: true }, confirm)).to.deep.equal([true, ""]);
    expect(notes).to.have.length(3);
  });

  it("asks whether to pay more than was shown", async () => {
    const higher = { cap: 5n * 10n ** 9n, price: 10n ** 10n, wanted: 2n * 10n ** 10n };
    const [, question] = await asked(
      {},
      async (all) => await all.confirmHigherFee!(higher, CHAIN, { gas: undefined }),
    );
    expect(question).to.include("The total cost is unknown. Pay up to 20 gwei? (y/N)");
  });

  it("says which contracts are reused, and asks unless a flag has answered", async () => {
    notes.length = 0;
    const [, question] = await asked({}, async (all) => await all.confirmReuse!(["A", "B"]));
    expect(question).to.include("Reuse them? (y/N)");
    const [, one] = await asked({}, async (all) => await all.confirmReuse!(["A"]));
    expect(one).to.include("Reuse it? (y/N)");
    for (const flags of [{ yes: true }, { dryRun: true }]) {
      const [answer, none] = await asked(flags, async (all) => await all.confirmReuse!(["A"]));
      expect([answer, none]).to.deep.equal([true, ""]);
    }
    expect(notes).to.deep.equal([
      "Already deployed with the same code: A, B.",
      "Already deployed with the same code: A.",
      "Already deployed with the same code: A.",
      "Already deployed with the same code: A.",
    ]);
  });

  it("lets no flag agree to what nobody has seen", () => {
    const all = questions({ ...NONE, yes: true }, progress, new AbortController().signal);
    const others = Object.keys(all).filter((name) => !/^confirm(Another|Reuse)?$/.test(name));
    expect(others).to.deep.equal([]);
  });
});

describe("requireAnswers", () => {
  it("needs a terminal or a flag that answers, and only asks without a flag", () => {
    const terminal = [true, true] as const;
    for (const flags of [{ yes: true }, { dryRun: true }]) {
      const answers = { ...NONE, ...flags };
      expect(hasQuestions(answers)).to.equal(false);
      withInput(() => requireAnswers(answers));
      expect(withInput(() => willAsk(answers), terminal)).to.equal(false);
    }
    withInput(() => requireAnswers(NONE), terminal);
    expect(withInput(() => willAsk(NONE), terminal)).to.equal(true);
    withInput(() => {
      expect(willAsk(NONE)).to.equal(false);
      expect(() => requireAnswers(NONE)).to.throw(UsageError, "There is no terminal for prompts");
    });
  });
});
