import { expect } from "chai";
import { toBeHex, ZeroAddress } from "ethers";

import { problemIn, readSchema } from "../../../../src/foundation/support/json-schema.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { ANYBODY } from "../../../../src/operations/simulate/chain/forked-chain.js";
import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
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
/** Stores facts, and does nothing else. */
const noting = (...facts: readonly string[]): string =>
  `0x${facts.map((fact, slot) => `${fact}60${toBeHex(slot).slice(2)}55`).join("")}00`;
/** `a < b` of two pieces of code. */
const below = (a: string, b: string): string => `${b}${a}10`;
const is = (a: string, b: string): string => `${a}${b}14`;
const [ORIGIN, COINBASE, TIMESTAMP, NUMBER] = ["32", "41", "42", "43"];
const [RANDOM, GASLIMIT, BASEFEE, GASPRICE, GAS] = ["44", "45", "48", "3a", "5a"];
const BALANCE = `${ORIGIN}31`;
/** Uses up whatever gas it gets. */
const ENDLESS = "0x5b600056";

/** How targets tell a fork: at a block with this coinbase and gas limit, and after this number and time. */
function tells(number: bigint, timestamp: bigint, coinbase: string, limit: bigint) {
  const several = `${is(ORIGIN, push(FOUNDER))}${is(COINBASE, push(coinbase))}17`;
  return [
    ["the time", below(TIMESTAMP, push(timestamp + 10n * DAY)), "the time"],
    ["the block number", below(NUMBER, push(number + 50n)), "the block number"],
    ["a block months later", below(NUMBER, push(number + 80_000n)), "several of these together"],
    ["the sender", is(ORIGIN, push(FOUNDER)), "the sender"],
    ["the sender's balance", below(BALANCE, push(3n * 10n ** 17n)), "the sender's balance"],
    ["gas left", below(GAS, push(5_000_000n)), "the gas left"],
    ["the coinbase", is(COINBASE, push(coinbase)), "the coinbase"],
    ["the gas limit", is(GASLIMIT, push(limit)), "the block's gas limit"],
    ["the tip", is(push(10n ** 9n), `${BASEFEE}${GASPRICE}03`), "the gas price"],
    ["the random value's last bit", `${RANDOM}600116`, "the block's random value"],
    ["several of them at once", several, "several of these together"],
  ] as const;
}
const WAYS = tells(0n, 0n, ZeroAddress, 0n).map(([what]) => what);
/** Wait for a sender who exists, or for an ordinary balance. */
const WAITING = [`${BALANCE}15`, is(ORIGIN, push(ANYBODY))];
const RARE = [ORIGIN, COINBASE, GASPRICE, RANDOM, BASEFEE];

describe("repeatUnderOthers", () => {
  let trap: TrapDao;
  let session: Session;
  let ways: ReturnType<typeof tells>;
  /** The targets, by their code. */
  const targets = new Map<string, string>();

  before(async () => {
    trap = await openTrapDao();
    const latest = (await trap.ask("eth_getBlockByNumber", "latest", false)) as RpcBlock;
    const { number, timestamp, miner = "", gasLimit } = latest;
    ways = tells(BigInt(number), BigInt(timestamp), miner, BigInt(gasLimit));
    const codes = [
      ...[...ways.map(([, code]) => code), ...WAITING].map(unless),
      ...[noting(TIMESTAMP, NUMBER), noting(...RARE), ENDLESS],
    ];
    for (const [index, code] of codes.entries()) {
      targets.set(code, account(200 + index));
      await trap.ask("hardhat_setCode", account(200 + index), code);
    }
    await trap.ask("evm_mine");
    session = await openSession(trap.provider, trap.dao.Avatar);
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  async function simulate(code: string, on = session): Promise<Simulation> {
    const calls = [{ to: targets.get(code)!, data: "0xb11bead4" }];
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

  it("shows what a target does that waits for a sender who exists, or for an ordinary balance", async () => {
    for (const code of WAITING) {
      const simulation = await simulate(unless(code));
      expect(isShown(simulation)).to.equal(true);
      expect(simulation.does.verdict).to.equal("inconclusive");
      const looksAt = ["who sent the transaction"];
      expect(simulation.unproven).to.deep.include({ looksAt });
    }
  });

  it("finds nothing in a target that only notes time and block, and does not know what others wait for", async () => {
    const common = await simulate(noting(TIMESTAMP, NUMBER));
    expect(common.unproven?.difference).to.equal(undefined);
    expect(wouldFail(common)).to.equal(false);
    const { unproven, does } = await simulate(noting(...RARE));
    expect(unproven?.looksAt).to.have.lengthOf(RARE.length);
    expect(unproven?.difference).to.equal(undefined);
    expect(does.verdict).to.equal("inconclusive");
  });

  it("carries out only once what runs nothing but Arc's code", async () => {
    const data = trap.encode("ActionMock", "test2", [trap.dao.Avatar]);
    const draft = parseDraft({ kind: "calls", calls: [{ to: trap.mock, data }] }, "it");
    const simulation = await simulateDraft(session, draft, { alone: true });
    expect(simulation.does.verdict).to.equal("yes");
    expect(simulation.unproven).to.equal(undefined);
  });

  it("finds nothing in a target that writes a number, where blocks have no coinbase, as anvil's", async () => {
    const [code, target] = [noting("6001"), account(199)];
    targets.set(code, target);
    await trap.ask("hardhat_setCode", target, code);
    await trap.ask("hardhat_setCoinbase", ZeroAddress);
    await trap.ask("evm_mine");
    await using own = await openSession(trap.provider, trap.dao.Avatar);
    const { unproven } = await simulate(code, own);
    expect(unproven).to.deep.equal({ contracts: [target], runs: 3, dependsOn: [] });
  });
});
