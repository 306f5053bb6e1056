import { expect } from "chai";
import { parseEther } from "ethers";

import type { Simulation } from "../../src/simulate/simulation.js";
import { TestChainServer } from "../../src/test-chain/server/server.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { daoMigrateHere } from "./command.js";

/** The DAO of the recording, served: it takes no time to make. */
describe("dao-migrate simulate", function () {
  this.timeout(120_000);
  let server: TestChainServer;
  let url: string;
  let avatar: string;
  let queued: string;

  before(async () => {
    server = new TestChainServer();
    const { port } = await server.listen(0);
    const { test } = await server.result();
    url = `http://127.0.0.1:${port}`;
    avatar = test!.Avatar;
    queued = test!.queuedProposalId;
  });
  after(async () => {
    await server.close();
  });

  const simulate = async (...args: string[]) =>
    await inTemporaryFolder(
      async (cwd) =>
        await daoMigrateHere(["simulate", "-p", url, "--avatar", avatar, ...args], { cwd }),
    );

  it("prints two verdicts, what they rest on, and ends with 0", async () => {
    const run = await simulate(queued.slice(0, 14));
    expect(run.code, run.stderr).to.equal(0);
    for (const line of [
      /^"A demo proposal: queued" 0x/,
      /\nDoes it pass\? {2}It can\.\n/,
      /reputation is missing for the majority that decides at once \(more than 3,000\)/,
      /\nDoes it do what it says\? {2}Yes\.\n {2}done {6}pay 10\.0 reputation to 0x/,
      /\nNo warnings\n/,
      /redeem reputation by 0x0{20,}.*: done, [\d,]+ gas\n/,
      /\nIf it does not pass\n {2}expiredInQueue, decided against it\n/,
    ]) {
      expect(run.stdout).to.match(line);
    }
  });

  it("prints JSON for programs, the same each time", async () => {
    const [first, second] = [await simulate(queued, "--json"), await simulate(queued, "--json")];
    expect(first.stdout).to.equal(second.stdout);
    const simulation = JSON.parse(first.stdout) as Simulation;
    expect(simulation).to.deep.include({ schemaVersion: 1, avatar });
    expect(simulation.passes.majority).to.equal(String(parseEther("3000")));
  });

  it("refuses a proposal that the DAO has not", async () => {
    const run = await simulate("0x123456");
    expect(run.code).to.equal(2);
    expect(run.stderr).to.match(/This DAO has no proposal 0x123456 among its \d+/);
  });
});
