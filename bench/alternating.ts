import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { defineDaoFixture, exampleParameters } from "../fixtures/index.js";
import daoMigration from "../src/index.js";
import { median } from "./recorded.js";

/**
 * Tests that alternate between three fixtures on one connection, compared with the same tests on one fixture. With
 * connection.dao, alternating fixtures get a chain each; with loadFixture, two of three are created again. For
 * comparison, also with a connection for each fixture. First loads before the first test do not count, but those on a
 * fixture's own chain do.
 */
const TESTS = Number(process.argv[2] ?? 100);
const ROUNDS = Number(process.argv[3] ?? 3);
const GOAL = 1.2;

const fixtures = ["One", "Two", "Three"].map((orgName) =>
  defineDaoFixture({ params: exampleParameters({ orgName }) }),
);
const { network } = await createHardhatRuntimeEnvironment({
  plugins: [hardhatEthers, networkHelpers, daoMigration],
});

type Fixture = (typeof fixtures)[number];
type Load = (connection: NetworkConnection, fixture: Fixture) => ReturnType<Fixture>;

const byConnectionDao: Load = async ({ dao }, fixture) => await dao.load(fixture);
const byLoadFixture: Load = async ({ networkHelpers: helpers }, fixture) =>
  await helpers.loadFixture(fixture);

interface Times {
  readonly wall: number;
  /** Independent of other work on the machine. */
  readonly cpu: number;
}

/** Milliseconds per test. */
async function run(by: Load, used: readonly Fixture[], connections = 1): Promise<Times> {
  const opened: NetworkConnection[] = [];
  for (let index = 0; index < connections; index++) opened.push(await network.create());
  const load = async (index: number) =>
    await by(opened[index % connections]!, used[index % used.length]!);
  for (const index of used.keys()) await load(index);
  const start = performance.now();
  const before = process.cpuUsage();
  for (let index = 0; index < TESTS; index++) {
    const { governance, accounts } = await load(index);
    const proposal = await governance.proposeReward({ beneficiary: accounts[9], tokens: 1n });
    await governance.pass(proposal);
  }
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  for (const connection of opened) await connection.close();
  return { wall: wall / TESTS, cpu: (user + system) / 1000 / TESTS };
}

const first = fixtures.slice(0, 1);
const ways: readonly (readonly [string, () => Promise<Times>])[] = [
  ["one fixture", () => run(byLoadFixture, first)],
  ["three in turns, by connection.dao.load", () => run(byConnectionDao, fixtures)],
  ["three in turns, by loadFixture", () => run(byLoadFixture, fixtures)],
  ["three in turns, a connection for each", () => run(byLoadFixture, fixtures, 3)],
];
await run(byConnectionDao, fixtures);
const rounds: Times[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  const times: Times[] = [];
  for (const [, measure] of ways) times.push(await measure());
  rounds.push(times);
}
console.log(
  `${TESTS} tests, for each of them    (goal for connection.dao.load: ${GOAL} times one)`,
);
for (const [index, [what]] of ways.entries()) {
  const [wall, cpu] = (["wall", "cpu"] as const).map((kind) => {
    const each = median(rounds.map((times) => times[index]![kind]));
    const ratio = median(rounds.map((times) => times[index]![kind] / times[0]![kind]));
    return `${each.toFixed(1).padStart(6)} ms ${kind} ${ratio.toFixed(2)} times`;
  });
  console.log(`${what.padEnd(40)}${wall!}   ${cpu!}`);
}
