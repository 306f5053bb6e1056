import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import { problemIn, readSchema } from "../../../src/foundation/support/json-schema.js";
import { sealed } from "../../../src/operations/simulate/report/seal.js";
import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import { useDemo } from "../../operations/simulate/served-demo.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { ok } from "../../run-here.js";
import { daoMigrateHere, itInCliFolder as it } from "../cli/command.js";

describe("dao-migrate simulate", () => {
  const demo = useDemo();

  const simulate = async (...args: string[]) =>
    await inTemporaryFolder(
      async (cwd) =>
        await daoMigrateHere(["simulate", "-p", demo.url, demo.avatar, ...args], { cwd }),
    );

  it("prints two verdicts with their reasons, and a hash of what it does, which it compares with the expected one", async () => {
    const claimed = `effects-2:${"0".repeat(64)}`;
    const asked = ["--alone", "--hash", "--markdown", "--expect-hash", claimed];
    const other = await simulate(demo.queued, ...asked);
    expect(other.code).to.equal(1);
    expect(other.stdout).to.match(/^effects-2:[0-9a-f]{64}\n$/);
    const hash = other.stdout.trim();
    expect(other.stderr).to.include(`expected ${claimed}, found ${hash}`);
    const run = ok(await simulate(demo.queued.slice(0, 14), "--alone", "--expect-hash", hash));
    expect(run.stdout).to.include(`wherever and whenever it is simulated: ${hash}`);
    for (const line of [
      /^"A demo proposal: queued" 0x/,
      /\n {2}Does it pass\? It can\.\n/,
      /reputation more is needed for the majority that decides at once \(more than 3,000\)/,
      /\n {2}Does it do what it says\? Yes\.\n {4}done: pay 10\.0 reputation to 0x/,
      /\n {2}No warnings\n/,
      /redeem reputation by 0x[1-9a-fA-F].*: done, [\d,]+ gas\n/,
      /\n {2}If it does not pass\n {4}it expired in the queue\n/,
    ]) {
      expect(run.stdout).to.match(line);
    }
    for (const args of [
      [demo.queued, "--expect-hash", "0x12"],
      ["--expect-hash", claimed],
    ]) {
      const refused = await simulate(...args);
      expect(refused.code, refused.stderr).to.equal(2);
    }
  });

  it("prints JSON that can be verified", async ({ folder: cwd, cli }) => {
    const own = async (...args: string[]) => await cli("simulate", "-p", demo.url, ...args);
    const run = await own(demo.avatar, demo.queued, "--json", "--alone", "--safe", "safe.json");
    const [simulation] = JSON.parse(run.stdout) as [Simulation];
    expect(problemIn([simulation], readSchema("simulations.schema.json"))).to.equal(undefined);
    expect(simulation).to.deep.include({ schemaVersion: 1, avatar: demo.avatar });
    expect(simulation.passes.majority).to.equal(String(parseEther("3000")));
    const safe = await readFile(join(cwd, "safe.json"), "utf8");
    expect(safe).to.include(simulation.passed.stages.at(-1)!.data);
    await writeFile(join(cwd, "it.json"), run.stdout);
    const effects = simulation.effectHash!.hash;
    const again = ok(await own("--verify", "it.json", "--expect-hash", effects));
    expect(again.stdout).to.include(`Same outcome as before: block ${simulation.block.number}`);
    const { hash: _hash, ...rest } = simulation;
    const files = {
      "changed.json": run.stdout.replace('"can pass"', '"passed"'),
      "other.json": JSON.stringify([sealed({ ...rest, avatar: ZeroAddress })]),
      "later.json": '[{ "schemaVersion": 2 }]',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    const changed = await own("--verify", "changed.json");
    expect(changed.code).to.equal(1);
    expect(changed.stderr).to.match(/was changed after it was created/);
    const report = async (...args: string[]) =>
      await cli("report", demo.avatar, "-p", demo.url, "-q", ...args);
    for (const [code, args, message] of [
      [2, ["--simulate", "--simulations", "it.json"], /both say what proposals do/],
      [1, ["--simulations", "changed.json"], /"changed\.json" has a simulation that was changed/],
      [2, ["--simulations", "other.json"], /A simulation is of the DAO 0x0{40} on chain/],
      [2, ["--simulations", "later.json"], /"later\.json" does not contain simulations/],
    ] as const) {
      const refused = await report(...args);
      expect(refused.stderr.replaceAll(/\s+/g, " ")).to.match(message);
      expect(refused.code).to.equal(code);
    }
    ok(await report("--simulations", "it.json"));
    expect(await readFile(join(cwd, "dao-report.html"), "utf8")).to.include(simulation.hash);
  });

  it("finds the DAO from the proposal's whole id, where no result file has one", async ({
    cli,
  }) => {
    const alone = async (id: string) =>
      await cli("simulate", "-p", demo.url, id, "--json", "--alone");
    const run = ok(await alone(demo.queued));
    const [simulation] = JSON.parse(run.stdout) as [Simulation];
    expect([simulation.avatar, simulation.proposal.id]).to.deep.equal([demo.avatar, demo.queued]);
    const short = await alone(demo.queued.slice(0, 14));
    expect(short.code).to.equal(2);
    expect(short.stdout).to.include("Pass the whole id");
    // 40 digits are an avatar's, even without 0x.
    const early = await cli("simulate", "-p", demo.url, demo.avatar.slice(2), "--block", "99999");
    expect(early.stderr).to.include("no block 99999");
  });

  it("refuses a proposal that the DAO does not have", async () => {
    const run = await simulate("0x123456");
    expect(run.code).to.equal(2);
    expect(run.stderr).to.match(/This DAO has no proposal 0x123456 among its \d+/);
  });
});
