import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { baseFixture, defineDaoFixture, exampleParameters } from "../fixtures/index.js";
import daoMigration from "../src/index.js";
import { median, recording, replay, signed } from "./recorded.js";

/**
 * Tests that alternate between three fixtures on one connection, against the same tests on one. Beside it, what
 * bounds it: a connection for each fixture, where nothing is made again, and a fixture's own transactions, signed
 * before and sent raw, without which no fixture is made again.
 */
const TESTS = Number(process.argv[2] ?? 100);
const GOAL = 1.2;
const REPLAYS = 10;

const fixtures = ["One", "Two", "Three"].map((orgName) =>
  defineDaoFixture({ params: exampleParameters({ orgName }) }),
);
const { network } = await createHardhatRuntimeEnvironment({
  plugins: [hardhatEthers, networkHelpers, daoMigration],
});

/** Milliseconds for each test. */
async function run(used: typeof fixtures, connections: number): Promise<number> {
  const opened: NetworkConnection[] = [];
  for (let index = 0; index < connections; index++) opened.push(await network.create());
  const load = async (index: number) =>
    await opened[index % connections]!.networkHelpers.loadFixture(used[index % used.length]!);
  for (const index of used.keys()) await load(index);
  const start = performance.now();
  for (let index = 0; index < TESTS; index++) {
    const { governance, accounts } = await load(index);
    const proposal = await governance.proposeReward({ beneficiary: accounts[9], tokens: 1n });
    await governance.pass(proposal);
  }
  const time = performance.now() - start;
  for (const connection of opened) await connection.close();
  return time / TESTS;
}

/** Milliseconds to repeat what a fixture sends on the base that is there. */
async function replays(): Promise<{ readonly sent: number; readonly time: number }> {
  const connection = await network.create();
  const { provider } = connection;
  const { recorder, requests } = recording(provider);
  const watched = Object.create(connection, { provider: { value: recorder } }) as typeof connection;
  await baseFixture(watched);
  const base = requests.length;
  let snapshot: unknown = await provider.request({ method: "evm_snapshot" });
  await fixtures[0]!(watched);
  const recorded = await signed(connection, requests.slice(base));
  const times: number[] = [];
  for (let index = 0; index < REPLAYS; index++) {
    await provider.request({ method: "evm_revert", params: [snapshot] });
    snapshot = await provider.request({ method: "evm_snapshot" });
    times.push(await replay(provider, recorded));
  }
  await connection.close();
  return { sent: recorded.length, time: median(times) };
}

await run(fixtures.slice(0, 1), 1);
const one = await run(fixtures.slice(0, 1), 1);
const three = await run(fixtures, 1);
const apart = await run(fixtures, 3);
const { sent, time } = await replays();
const again = 2 / 3;
console.log(`${TESTS} tests on one fixture           ${one.toFixed(1)} ms each`);
console.log(`three that alternate               ${three.toFixed(1)} ms each, ${times(three)}`);
console.log(`three, a connection for each       ${apart.toFixed(1)} ms each, ${times(apart)}`);
console.log(`${sent} requests of a fixture, raw      ${time.toFixed(1)} ms`);
console.log(
  `the least, as two of three repeat  ${times(one + again * time)}. Goal: ${GOAL} times.`,
);

function times(each: number): string {
  return `${(each / one).toFixed(2)} times`;
}
