import { expect } from "chai";
import { parseEther } from "ethers";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { randomNumbers } from "../../random-numbers.js";
import { itOnDao as it } from "./raw-dao.js";

/** How many readings have one answer changed; SEEDS runs more by hand. */
const SEEDS = Number(process.env["SEEDS"] ?? 24);
/** Words of our libraries or of JavaScript, which tell a user nothing. */
const RAW =
  /BUFFER_OVERRUN|operation=|version=|Cannot |is not (a function|iterable)|undefined|NaN|overflow|INVALID|SyntaxError/;

/** What a change may leave well-formed: only --block-hash finds out. */
const MAY_BE_TRUE = /eth_chainId|eth_getCode|eth_getBlockByNumber/;

type Answers = ReadonlyMap<string, unknown>;

/** Answers what was recorded; the chain, what was not: queries for logs are combined as the machine's speed allows. */
function replaying(answers: Answers, chain: Eip1193Provider): Eip1193Provider {
  return {
    request: async (asked) => {
      const key = JSON.stringify(asked);
      const answer = answers.get(key);
      if (answer instanceof Error) throw answer;
      if (answers.has(key)) return structuredClone(answer);
      return await chain.request(asked);
    },
  };
}

/** Something that no honest node answers, in place of a part of an answer or of all. */
function changed(answer: unknown, next: () => number): unknown {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(next() * from.length)]!;
  if (Array.isArray(answer) && answer.length > 0 && next() < 0.8) {
    const place = Math.floor(next() * answer.length);
    return answer.map((each: unknown, index) => (index === place ? changed(each, next) : each));
  }
  if (typeof answer === "object" && answer !== null && next() < 0.9) {
    const name = pick(Object.keys(answer));
    const { [name]: old, ...others } = answer as Record<string, unknown>;
    return next() < 0.3 ? others : { ...others, [name]: changed(old, next) };
  }
  const text = typeof answer === "string" ? answer : "0x";
  return pick<unknown>([
    ...[null, undefined, 7, true, {}, [], [null], "", "0x", "no hex", "-0x5", "0xzz"],
    ...[text.slice(0, -1), text.slice(0, 10), `${text}0`, `0x${"f".repeat(100_000)}`, [text]],
  ]);
}

/** Everything that could not be read, with the reasons. */
function notReadIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { notRead } = value as { readonly notRead?: unknown };
  return typeof notRead === "string" ? [notRead] : Object.values(value).flatMap(notReadIn);
}

describe(`a reading in which one answer is none that a node gives: ${SEEDS} (SEEDS)`, function () {
  this.timeout(600_000);

  it("is the same, says what is not known, or ends with an error that says what to do", async (raw) => {
    const { Avatar } = raw.dao;
    await raw.transact({ to: Avatar }, { value: parseEther("1") });
    await raw.vote(await raw.ask());
    const answers = new Map<string, unknown>();
    const { provider } = raw.chain.connection;
    const recording: Eip1193Provider = {
      request: async (asked) => {
        const key = JSON.stringify(asked);
        const answer = await provider.request(asked).catch((error: unknown) => error as Error);
        answers.set(key, answer);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    const right = JSON.stringify(await inspectDao(recording, Avatar));
    const known = new Set(notReadIn(JSON.parse(right)));
    expect(JSON.stringify(await inspectDao(replaying(answers, provider), Avatar))).to.equal(right);

    const failures: string[] = [];
    const outcomes = { same: 0, unknown: 0, error: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const next = randomNumbers(seed);
      const key = [...answers.keys()][Math.floor(next() * answers.size)]!;
      const answer = changed(answers.get(key), next);
      const node = replaying(new Map(answers).set(key, answer), provider);
      const found = await inspectDao(node, Avatar).catch((error: unknown) => error);
      const about = `seed ${seed}: ${key.slice(0, 200)} -> ${String(JSON.stringify(answer)).slice(0, 200)}`;
      if (found instanceof Error) {
        if (!(found instanceof MigrationError) || RAW.test(found.message)) {
          failures.push(`${about}: ${found.stack?.split("\n", 4).join(" ").slice(0, 400)}`);
        }
        outcomes.error++;
      } else if (JSON.stringify(found) === right) outcomes.same++;
      else {
        const reasons = notReadIn(found as Inspection).filter((each) => !known.has(each));
        const raw = reasons.find((each) => RAW.test(each));
        if (raw !== undefined) failures.push(`${about}: ${raw}`);
        if (reasons.length === 0 && !MAY_BE_TRUE.test(key))
          failures.push(`${about}: is silently wrong`);
        outcomes.unknown++;
      }
    }
    expect(failures.join("\n")).to.equal("");
    expect(outcomes.error, JSON.stringify(outcomes)).to.be.above(SEEDS / 20);
    expect(outcomes.unknown, JSON.stringify(outcomes)).to.be.above(0);
  });
});
