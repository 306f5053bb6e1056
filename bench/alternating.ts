import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import { defineDaoFixture, exampleParameters } from "../fixtures/index.js";
import daoMigration from "../src/index.js";

/** Tests that alternate between three fixtures on one connection, against the same tests on one. */
const TESTS = Number(process.argv[2] ?? 100);
const GOAL = 1.2;

const fixtures = ["One", "Two", "Three"].map((orgName) =>
  defineDaoFixture({ params: exampleParameters({ orgName }) }),
);

async function run(used: typeof fixtures): Promise<number> {
  const { network } = await createHardhatRuntimeEnvironment({
    plugins: [hardhatEthers, networkHelpers, daoMigration],
  });
  const connection = await network.create();
  const load = async (index: number) =>
    await connection.networkHelpers.loadFixture(used[index % used.length]!);
  for (const index of used.keys()) await load(index);
  const start = performance.now();
  for (let index = 0; index < TESTS; index++) {
    const { governance, accounts } = await load(index);
    const proposal = await governance.proposeReward({ beneficiary: accounts[9], tokens: 1n });
    await governance.pass(proposal);
  }
  const time = performance.now() - start;
  await connection.close();
  return time;
}

await run(fixtures.slice(0, 1));
const one = await run(fixtures.slice(0, 1));
const three = await run(fixtures);
console.log(`${TESTS} tests on one fixture       ${(one / TESTS).toFixed(1)} ms each`);
console.log(`${TESTS} tests, three alternating   ${(three / TESTS).toFixed(1)} ms each`);
console.log(`${(three / one).toFixed(2)} times. Goal: at most ${GOAL} times.`);
