import { expect } from "chai";
import { concat, toBeHex } from "ethers";

import { problemIn, readSchema } from "../../../../src/foundation/support/json-schema.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
import { openSession, type Session } from "../../../../src/operations/simulate/session.js";
import { simulateDraft } from "../../../../src/operations/simulate/simulate-proposal.js";
import type { Simulation, TracedCall } from "../../../../src/operations/simulate/simulation.js";
import { wouldFail } from "../../../../src/operations/simulate/verdicts/verdicts.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { openTrapDao, type TrapDao } from "../trap-dao.js";

const FOUNDER = SMALL_DAO.founders[0].address;
const VICTIM = account(99);
const SCHEMA = readSchema("simulations.schema.json");
const DAY = 86_400n;

const push = (value: bigint | string): string => {
  const bytes = (typeof value === "string" ? value : toBeHex(value)).slice(2);
  return (0x5f + bytes.length / 2).toString(16) + bytes;
};
/** Calls a victim, or does something else, unless what is on the stack is not zero. */
function unless(tells: string, harm = `5f5f5f5f5f${push(VICTIM)}5af150`): string {
  const end = (tells.length + harm.length) / 2 + 4;
  return `0x${tells}61${end.toString(16).padStart(4, "0")}57${harm}5b00`;
}
/** Stores facts, and does nothing else. */
const noting = (...facts: readonly string[]): string =>
  `0x${facts.map((fact, slot) => `${fact}60${toBeHex(slot).slice(2)}55`).join("")}00`;
/** `a < b` of two pieces of code. */
const below = (a: string, b: string): string => `${b}${a}10`;
const [TIMESTAMP, NUMBER, GAS] = ["42", "43", "5a"];
const BALANCE = `${push(FOUNDER)}31`;
/** Uses up whatever gas it gets. */
const ENDLESS = "0x5b600056";

/** How targets tell a fork, after this block number and time, and on what it depends what they do. */
function tells(number: bigint, timestamp: bigint) {
  return [
    ["the time", below(TIMESTAMP, push(timestamp + 10n * DAY)), "the time"],
    ["the block number", below(NUMBER, push(number + 50n)), "the block number"],
    ["a block months later", below(NUMBER, push(number + 80_000n)), "several of these together"],
    ["a voter's balance", below(BALANCE, push(3n * 10n ** 17n)), "the sender's balance"],
    ["gas left", below(GAS, push(5_000_000n)), "the gas left"],
  ] as const;
}
const WAYS = tells(0n, 0n).map(([what]) => what);
/** An address without code, and one of an account that has sent something. */
const [NOBODY, SENDER] = [account(90), account(91)];
/** Looks at its first slot, which costs 2100 gas, or 100 if it is in the transaction's access list. */
const LOOKS = account(92);
/** Counts leading zeros, as code can since Osaka. */
const LATER = account(94);
/** An account with a key that runs the code which notes what is rare (EIP-7702). */
const DELEGATED = account(93);
/** Calls an address with a number, if its size is not 0. */
const calling = (to: string, step: "f1" | "f4" | "fa", value = "", size = "6020"): string =>
  `60015f525f5f${size}5f${value}${push(to)}${GAS}${step}50`;
/** More addresses without code than anybody would look at. */
const DECOYS = Array.from({ length: 40 }, (_, at) => `${push(account(1000 + at))}3b50`).join("");
/** Harmless as long as an address has no code. */
const UNTIL = {
  "an account has a delegate": `${push(SENDER)}3b15`,
  "one of many addresses has code": `${DECOYS}${push(NOBODY)}3b15`,
};
const NOT_YET = `what a contract at ${NOBODY} does, where there is no code yet`;
/** What calls something that a fork does not have as its chain will, and what that is; undefined if nothing is. */
const CALLING: Readonly<Record<string, readonly [code: string, looksAt?: string]>> = {
  "the history of blocks": [
    calling("0x0000F90827F1C53a10cb7A02335B175320002935", "fa"),
    "the hash of a block",
  ],
  "the roots of the beacon chain": [
    calling("0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02", "fa"),
    "the hash of a block",
  ],
  "what only Arbitrum has": [
    calling(`0x${"64".padStart(40, "0")}`, "fa"),
    `what this chain has at 0x${"64".padStart(40, "0")}, and forks do not`,
  ],
  "what every chain has": [calling(`0x${"04".padStart(40, "0")}`, "fa")],
  "code that is not there yet": [calling(NOBODY, "f1", "5f"), NOT_YET],
  "a library that is not there yet": [calling(NOBODY, "f4"), NOT_YET],
  "what needs more gas": [
    `5f5f5f5f${push(LOOKS)}6105dcfa50`,
    `what a call of ${LOOKS} does that runs out of gas`,
  ],
  "what runs by later rules only": [
    `5f5f5f5f${push(LATER)}6105dcfa50`,
    `what ${LATER} does by later rules than a fork's`,
  ],
  "somebody who gets ether": [calling(NOBODY, "f1", "6001", "5f")],
};
/** Calls a victim in a call of itself that takes some 750,000 gas, and ignores whether that fails, or fails, too. */
const INNER = `5b60016209280053${"5f".repeat(5)}${push(VICTIM)}5af15000`;
const IGNORING = `0x3615600f57${"5f".repeat(5)}305af15000${INNER}`;
const PASSING_ON = `0x3615601657${"5f".repeat(5)}305af115601257005b5f5ffd${INNER}`;
/** What has too many values to try: sender, gas price, coinbase, random value, gas limit, base fee. */
const RARE = ["32", "3a", "41", "44", "45", "48"];

describe("repeatUnderOthers", () => {
  let trap: TrapDao;
  let session: Session;
  let ways: ReturnType<typeof tells>;
  /** Looks at the sender only after some time. */
  let looksLater: string;
  /** The targets, by their code. */
  const targets = new Map<string, string>();

  before(async () => {
    trap = await openTrapDao();
    const latest = (await trap.ask("eth_getBlockByNumber", "latest", false)) as RpcBlock;
    const { number, timestamp } = latest;
    ways = tells(BigInt(number), BigInt(timestamp));
    looksLater = unless(ways[0][1], "3250");
    const codes = [
      ...[...ways.map(([, code]) => code), ...Object.values(UNTIL)].map((code) => unless(code)),
      ...[noting(TIMESTAMP, NUMBER), noting(...RARE), ENDLESS, IGNORING, PASSING_ON, looksLater],
      ...Object.values(CALLING).map(([code]) => `0x${code}00`),
    ];
    for (const [index, code] of codes.entries()) {
      targets.set(code, account(200 + index));
      await trap.ask("hardhat_setCode", account(200 + index), code);
      await trap.ask("hardhat_setBalance", account(200 + index), "0x10");
    }
    await trap.ask("hardhat_setCode", VICTIM, "0x00");
    await trap.ask("hardhat_setNonce", SENDER, "0x1");
    await trap.ask("hardhat_setCode", LOOKS, "0x5f5400");
    await trap.ask("hardhat_setCode", LATER, "0x5f1e00");
    const delegate = targets.get(noting(...RARE))!;
    await trap.ask("hardhat_setCode", DELEGATED, concat(["0xef0100", delegate]));
    targets.set(DELEGATED, DELEGATED);
    await trap.ask("evm_mine");
    session = await openSession(trap.provider, trap.dao.Avatar);
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  const simulate = async (...codes: readonly string[]) => await simulateOn(session, ...codes);

  async function simulateOn(on: Session, ...codes: readonly string[]): Promise<Simulation> {
    const calls = codes.map((code) => ({ to: targets.get(code)!, data: "0xb11bead4" }));
    const draft = parseDraft({ kind: "calls", through: trap.multiCall, calls }, "it");
    return await simulateDraft(on, draft, { alone: true });
  }

  const calls = (call: TracedCall): boolean => call.to.address === VICTIM || call.calls.some(calls);
  const isShown = ({ passed }: Simulation): boolean =>
    passed.stages.some((each) => calls(each.calls));

  for (const [index, what] of WAYS.entries()) {
    it(`catches a target that tells a fork by ${what}`, async () => {
      const [, code, name] = ways[index]!;
      const simulation = await simulate(unless(code));
      expect(isShown(simulation)).to.equal(false);
      const json: unknown = JSON.parse(JSON.stringify([simulation]));
      expect(problemIn(json, SCHEMA)).to.equal(undefined);
      expect(simulation.unproven?.dependsOn).to.include(name);
      expect(simulation.does).to.include({ verdict: "inconclusive" });
      expect(wouldFail(simulation)).to.equal(true);
      expect(simulation.warnings[0]).to.include({ id: "behaves-differently" });
    });
  }

  it("does not know what code does that runs until its gas is used up, and does not try all of it", async () => {
    const simulation = await simulate(ENDLESS);
    expect(simulation.does.verdict).to.equal("inconclusive");
    expect(simulation.unproven?.contracts).to.deep.equal([targets.get(ENDLESS)]);
    expect(simulation.unproven?.difference).to.match(/ got 1200000 gas and uses more the more/);
    expect(simulation.warnings[0]).to.include({ id: "behaves-differently" });
    expect(simulation.effectHash?.hash).to.match(/^effects-2-partly:/);
    expect(simulation.passed.stages.every(({ gas }) => Number(gas) <= 1_200_000)).to.equal(true);
  });

  it("catches a target of which somebody can cut off a part with little gas, unless it fails then", async () => {
    const cut = await simulate(IGNORING);
    expect(isShown(cut)).to.equal(true);
    expect(cut.unproven).to.deep.include({ dependsOn: ["the gas left"] });
    expect(wouldFail(cut)).to.equal(true);
    const whole = await simulate(PASSING_ON);
    expect(whole.unproven?.dependsOn).to.deep.equal([]);
    expect(wouldFail(whole)).to.equal(false);
  });

  it("does not know what a target does that looks at the sender only at another time", async () => {
    const simulation = await simulate(looksLater);
    expect(simulation.unproven).to.deep.include({ runs: 3, looksAt: ["who sent the transaction"] });
    expect(simulation.does.verdict).to.equal("inconclusive");
    expect(wouldFail(simulation)).to.equal(true);
  });

  it("finds nothing in a target that only notes time and block, and does not know what others wait for", async () => {
    const common = await simulate(noting(TIMESTAMP, NUMBER));
    expect(common.unproven?.difference).to.equal(undefined);
    expect(wouldFail(common)).to.equal(false);
    const { unproven, does } = await simulate(noting(...RARE));
    expect(unproven?.looksAt).to.have.lengthOf(RARE.length);
    expect(unproven?.runs).to.equal(1);
    expect(does.verdict).to.equal("inconclusive");
    const delegated = await simulate(DELEGATED);
    expect(delegated.unproven?.looksAt).to.have.members([...unproven!.looksAt!]);
  });

  for (const [what, code] of Object.entries(UNTIL)) {
    it(`catches a target that waits until ${what}`, async () => {
      const simulation = await simulate(unless(code));
      expect(isShown(simulation)).to.equal(false);
      const dependsOn = ["the code at addresses that have none now"];
      expect(simulation.unproven).to.deep.include({ dependsOn });
      expect(wouldFail(simulation)).to.equal(true);
    });
  }

  it("does not know the answers to targets that call what a fork has otherwise, or not yet", async () => {
    const unknown = Object.values(CALLING).filter(([, looksAt]) => looksAt !== undefined);
    const simulation = await simulate(...unknown.map(([code]) => `0x${code}00`));
    expect(simulation.unproven?.dependsOn).to.deep.equal([]);
    const told = new Set(unknown.map(([, looksAt]) => looksAt!));
    expect(simulation.unproven?.looksAt).to.have.members([...told]);
    expect(wouldFail(simulation)).to.equal(true);
  });

  it("trusts the answers to targets that call what every chain has, or somebody who gets ether", async () => {
    const known = Object.values(CALLING).filter(([, looksAt]) => looksAt === undefined);
    const simulation = await simulate(...known.map(([code]) => `0x${code}00`));
    expect(simulation.unproven?.dependsOn).to.deep.equal([]);
    expect(simulation.unproven?.looksAt).to.equal(undefined);
    expect(wouldFail(simulation)).to.equal(false);
  });

  it("does not know what a target does with a block's number where forks have another one, as of Arbitrum", async () => {
    const rollup = {
      request: async (asked: { method: string; params?: unknown[] }): Promise<unknown> => {
        const answer = await trap.provider.request(asked);
        const isBlock = asked.method === "eth_getBlockByNumber" && answer !== null;
        return isBlock ? { ...(answer as object), l1BlockNumber: "0x1" } : answer;
      },
    };
    await using own = await openSession(rollup, trap.dao.Avatar);
    const { unproven } = await simulateOn(own, noting(TIMESTAMP, NUMBER));
    expect(unproven?.looksAt).to.deep.equal(["the number of another chain's block"]);
  });

  it("carries out only once what runs nothing but Arc's code", async () => {
    const data = trap.encode("ActionMock", "test2", [trap.dao.Avatar]);
    const draft = parseDraft({ kind: "calls", calls: [{ to: trap.mock, data }] }, "it");
    const simulation = await simulateDraft(session, draft, { alone: true });
    expect(simulation.does.verdict).to.equal("yes");
    expect(simulation.unproven).to.equal(undefined);
  });
});
