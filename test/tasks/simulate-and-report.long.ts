import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { ZeroAddress } from "ethers";

import { sealed } from "../../src/operations/simulate/report/seal.js";
import type { Simulation } from "../../src/operations/simulate/simulation.js";
import { useDemo } from "../operations/simulate/served-demo.js";
import { ok } from "../run-here.js";
import { inProject } from "./project.js";

describe("dao:simulate and dao:report", function () {
  this.timeout(120_000);
  const demo = useDemo();
  const config = () => `networks: { served: { type: "http", url: "${demo.url}" } }`;

  it("say what proposals would do, as text, as JSON that is verified, and on the page", async () => {
    await inProject(config(), async (project) => {
      const on = async (task: string, ...args: string[]) =>
        await project.hardhatHere(task, ...args, "--network", "served", "--quiet");
      const page = async () => await readFile(join(project.folder, "dao-report.html"), "utf8");

      const text = ok(await on("dao:simulate", demo.avatar, demo.queued, "--alone"));
      expect(text.stdout).to.match(/\n {2}Does it do what it says\? Yes\.\n/);

      const json = await on("dao:simulate", demo.avatar, demo.queued, "--json", "--alone");
      const [one] = JSON.parse(json.stdout) as [Simulation];
      expect(one.proposal.id).to.equal(demo.queued);
      await writeFile(join(project.folder, "one.json"), json.stdout);

      const verified = ok(await on("dao:simulate", "--verify", "one.json"));
      expect(verified.stdout).to.include(`hash ${one.hash}`);

      ok(await on("dao:report", demo.avatar));
      expect(await page()).to.include("were not simulated");
      ok(await on("dao:report", demo.avatar, "--simulations", "one.json"));
      const told = await page();
      expect(told).to.include(one.hash);
      expect(told.replaceAll("\n", " ")).to.match(/\b1 of \d+ pending proposals was passed/);
    });
  });

  it("refuse simulations of another DAO, changed ones, and both ways at once", async () => {
    await inProject(config(), async (project) => {
      const on = async (...args: string[]) =>
        await project.hardhatHere(...args, "--network", "served", "--quiet");
      const { stdout } = await on("dao:simulate", demo.avatar, demo.queued, "--json", "--alone");
      await writeFile(join(project.folder, "one.json"), stdout);
      await writeFile(
        join(project.folder, "changed.json"),
        stdout.replace('"can pass"', '"passed"'),
      );
      await writeFile(join(project.folder, "later.json"), '[{ "schemaVersion": 2 }]');
      const [{ hash: _hash, ...rest }] = JSON.parse(stdout) as [Simulation];
      const other = sealed({ ...rest, avatar: ZeroAddress });
      await writeFile(join(project.folder, "other.json"), JSON.stringify([other]));
      for (const [expected, args, message] of [
        [2, ["--simulate", "--simulations", "one.json"], /both say what proposals do/],
        [1, ["--simulations", "changed.json"], /"changed\.json" has a simulation that was changed/],
        [2, ["--simulations", "other.json"], /A simulation is of the DAO 0x0{40} on chain/],
        [2, ["--simulations", "later.json"], /"later\.json" does not contain simulations/],
        [1, ["--simulations", "none.json"], /"none\.json", cannot be read/],
      ] as const) {
        const { code, stderr } = await on("dao:report", demo.avatar, ...args);

        expect(stderr.replaceAll(/\s+/g, " ")).to.match(message);
        expect(code, stderr).to.equal(expected);
      }
    });
  });
});
