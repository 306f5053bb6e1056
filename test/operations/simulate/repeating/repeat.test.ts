import { expect } from "chai";
import { toBeHex, ZeroAddress } from "ethers";

import { problemIn, readSchema } from "../../../../src/foundation/support/json-schema.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { ANYBODY } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { openSession, type Session } from "../../../../src/operations/simulate/session.js";
import { simulateDraft } from "../../../../src/operations/simulate/simulate-proposal.js";
import {
  wouldFail,
  type Simulation,
  type TracedCall,
} from "../../../../src/operations/simulate/simulation.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { openTrapDao, type TrapDao } from "../trap-dao.js";

const FOUNDER = SMALL_DAO.founders[0].address;
const VICTIM = account(99);
const TARGET = account(77);
const SCHEMA = readSchema("simulations.schema.json");
const DAY = 86_400n;

const push = (value: bigint | string): string => {
  const bytes = (typeof value === "string" ? value : toBeHex(value)).slice(2);
  return (0x5f + bytes.length / 2).toString(16) + bytes;
};
/** Calls a victim, unless what is on the stack is not zero. */
function unless(tells: string): string {
  const harm = `5f5f5f5f5f${push(VICTIM)}5af150`;
  const end = (tells.length + harm.length) / 2 + 4;
  return `0x${tells}61${end.toString(16).padStart(4, "0")}57${harm}5b00`;
}
/** `a < b` of two pieces of code. */
const below = (a: string, b: string): string => `${b}${a}10`;
const is = (a: string, b: string): string => `${a}${b}14`;
const [ORIGIN, COINBASE, TIMESTAMP, NUMBER] = ["32", "41", "42", "43"];
const [RANDOM, GASLIMIT, BASEFEE, GASPRICE, GAS] = ["44", "45", "48", "3a", "5a"];
const BALANCE = `${ORIGIN}31`;

describe("repeatUnderOthers", () => {
  let trap: TrapDao;
  let session: Session;
  let now: { readonly number: bigint; readonly timestamp: bigint; readonly coinbase: string };

  before(async () => {
    trap = await openTrapDao();
    session = await openSession(trap.provider, trap.dao.Avatar);
    const { number, timestamp, miner = "" } = session.chain.origin;
    now = { number: BigInt(number), timestamp: BigInt(timestamp), coinbase: miner };
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  async function simulate(code: string): Promise<Simulation> {
    const params = [TARGET, code];
    await trap.provider.request({ method: "hardhat_setCode", params });
    await trap.provider.request({ method: "evm_mine" });
    const own = await openSession(trap.provider, trap.dao.Avatar);
    const calls = [{ to: TARGET, data: "0xb11bead4" }];
    const draft = parseDraft({ kind: "calls", through: trap.multiCall.address, calls }, "it");
    try {
      return await simulateDraft(own, draft, { alone: true });
    } finally {
      await own.chain.close();
    }
  }

  const calls = (call: TracedCall): boolean => call.to.address === VICTIM || call.calls.some(calls);
  const isShown = ({ passed }: Simulation): boolean =>
    passed.stages.some((each) => calls(each.calls));

  const tells: readonly (readonly [string, () => string, string])[] = [
    ["the time", () => below(TIMESTAMP, push(now.timestamp + 10n * DAY)), "the time"],
    ["the block number", () => below(NUMBER, push(now.number + 50n)), "the block number"],
    [
      "a block months later",
      () => below(NUMBER, push(now.number + 80_000n)),
      "several of these together",
    ],
    ["the sender", () => is(ORIGIN, push(FOUNDER)), "the sender"],
    ["the sender's balance", () => below(BALANCE, push(3n * 10n ** 17n)), "the sender's balance"],
    ["gas left", () => below(GAS, push(5_000_000n)), "the gas left"],
    ["the coinbase", () => is(COINBASE, push(now.coinbase)), "the coinbase"],
    [
      "the gas limit",
      () => is(GASLIMIT, push(BigInt(session.chain.origin.gasLimit))),
      "the block's gas limit",
    ],
    ["the tip", () => is(push(10n ** 9n), `${BASEFEE}${GASPRICE}03`), "the gas price"],
    ["the random value's last bit", () => `${RANDOM}600116`, "the block's random value"],
  ];
  for (const [what, code, name] of tells) {
    it(`catches a target that tells a fork by ${what}`, async () => {
      const simulation = await simulate(unless(code()));
      expect(isShown(simulation)).to.equal(false);
      const json: unknown = JSON.parse(JSON.stringify([simulation]));
      expect(problemIn(json, SCHEMA)).to.equal(undefined);
      expect(simulation.unproven?.dependsOn).to.include(name);
      expect(simulation.does).to.include({ verdict: "inconclusive" });
      expect(wouldFail(simulation)).to.equal(true);
      expect(simulation.warnings[0]).to.include({ id: "behaves-differently" });
    });
  }

  it("catches a target that wants several of them at once", async () => {
    const several = `${is(ORIGIN, push(FOUNDER))}${is(COINBASE, push(now.coinbase))}17`;
    const { unproven, does } = await simulate(unless(several));
    expect(does.verdict).to.equal("inconclusive");
    expect(unproven?.dependsOn).to.deep.equal(["several of these together"]);
  });

  it("does not know what code does that runs until its gas is used up, and does not try all of it", async () => {
    // 24,000 of the cheapest steps, again and again.
    const simulation = await simulate(`0x${"5b".repeat(24_000)}600056`);
    expect(simulation.does.verdict).to.equal("inconclusive");
    expect(simulation.unproven?.contracts).to.deep.equal([TARGET]);
    expect(simulation.unproven?.difference).to.match(/ got 1200000 gas and uses more the more/);
    expect(simulation.warnings[0]).to.include({ id: "behaves-differently" });
    expect(simulation.effectHash?.hash).to.match(/^effects-1-partly:/);
    expect(simulation.passed.stages.every(({ gas }) => Number(gas) <= 1_200_000)).to.equal(true);
  });

  it("shows what a target does that waits for a sender who exists, or for an ordinary balance", async () => {
    for (const code of [`${BALANCE}15`, `${is(ORIGIN, push(ANYBODY))}`]) {
      const simulation = await simulate(unless(code));
      expect(isShown(simulation)).to.equal(true);
      expect(simulation.does.verdict).to.equal("inconclusive");
      const looksAt = ["who sent the transaction"];
      expect(simulation.unproven).to.deep.include({ looksAt });
    }
  });

  it("finds nothing in a target that only notes time and block, and does not know what others wait for", async () => {
    const noting = async (...notes: readonly string[]) => {
      const code = notes.map((fact, slot) => `${fact}60${toBeHex(slot).slice(2)}55`).join("");
      return await simulate(`0x${code}00`);
    };
    const common = await noting(TIMESTAMP, NUMBER);
    expect(common.unproven?.difference).to.equal(undefined);
    expect(wouldFail(common)).to.equal(false);
    const rare = [ORIGIN, COINBASE, GASPRICE, RANDOM, BASEFEE];
    const { unproven, does } = await noting(...rare);
    expect(unproven?.looksAt).to.have.lengthOf(rare.length);
    expect(unproven?.difference).to.equal(undefined);
    expect(does.verdict).to.equal("inconclusive");
  });

  it("finds nothing in a target that writes a number, where blocks have no coinbase, as anvil's", async () => {
    const of = async (coinbase: string) =>
      await trap.provider.request({ method: "hardhat_setCoinbase", params: [coinbase] });
    await of(ZeroAddress);
    try {
      const { unproven } = await simulate("0x60015f5500");
      expect(unproven).to.deep.equal({ contracts: [TARGET], runs: 3, dependsOn: [] });
    } finally {
      await of(now.coinbase);
    }
  });

  it("carries out only once what runs nothing but Arc's code", async () => {
    const data = trap.encode("ActionMock", "test2", [trap.dao.Avatar]);
    const draft = parseDraft({ kind: "calls", calls: [{ to: trap.mock.address, data }] }, "it");
    const simulation = await simulateDraft(session, draft, { alone: true });
    expect(simulation.does.verdict).to.equal("yes");
    expect(simulation.unproven).to.equal(undefined);
  });
});
