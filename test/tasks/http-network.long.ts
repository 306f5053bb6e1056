import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { JsonRpcProvider } from "ethers";

import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { freePort } from "../free-port.js";
import { inProject, withNode, type Outcome, type Project } from "./project.js";

const FOUNDER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const DAO = { orgName: "Served", useDaoCreator: true, founders: [{ address: FOUNDER, tokens: 3 }] };

async function resultOf({ folder }: Project): Promise<MigrationResult> {
  return JSON.parse(await readFile(join(folder, "migration.json"), "utf8")) as MigrationResult;
}

function expectDone({ code, stderr }: Outcome): void {
  expect(code, stderr).to.equal(0);
}

describe("dao tasks on a chain in another process", () => {
  let port: number;
  before(async () => {
    port = await freePort();
  });
  const withServedNode = async (run: (project: Project) => Promise<void>) =>
    await inProject(
      `networks: { served: { type: "http", url: "http://127.0.0.1:${port}" } }`,
      async (project) => await withNode(project, port, async () => await run(project)),
    );

  it("build on the file's base, one after the other, and keep each other's sections", async () => {
    await withServedNode(async (project) => {
      const on = async (task: string, ...args: string[]) =>
        await project.hardhatHere(task, "--network", "served", ...args);
      await writeFile(join(project.folder, "migration-params.json"), JSON.stringify(DAO));

      const early = await on("dao:migrate-dao");
      expect(early.code).to.equal(1);
      expect(early.stderr)
        .to.include("hardhat dao:migrate-base")
        .and.not.match(/^\s+at /m);
      expect(await readdir(project.folder)).to.not.include("migration.json");

      expectDone(await on("dao:migrate-base", "--arc-version", "rc.55"));
      const { base } = await resultOf(project);
      // Uses the base and the release of the result file.
      const made = await on("dao:migrate-dao");
      expectDone(made);
      expect(made.stdout).to.match(
        /The DAO 0x\w+ was checked on the chain, at block \d+: it is as requested \(\d+ rules\)\.\n$/,
      );
      expectDone(await on("dao:check"));
      await writeFile(join(project.folder, "other.json"), JSON.stringify({ ...DAO, orgName: "X" }));
      const checked = await on("dao:check", "--params", "other.json");
      expect(checked.code, checked.stderr).to.equal(1);
      expect(checked.stdout).to.match(/FAILED +names /);
      const inspected = await on("dao:inspect", "--json");
      expectDone(inspected);
      await writeFile(join(project.folder, "before.json"), inspected.stdout);
      expectDone(await on("dao:export", "--output", "exported.json"));
      expectDone(await on("dao:check", "--params", "exported.json"));
      const kept = await on("dao:export", "--output", "exported.json");
      expect(kept.code, kept.stderr).to.equal(1);
      expect(kept.stderr).to.include("--overwrite");
      expectDone(await on("dao:demo", "--quiet"));
      const simulated = await on("dao:simulate", "--section", "test", "--quiet");
      expectDone(simulated);
      expect(simulated.stdout).to.match(
        /^proposal .*\n(0x\w{64} +Nobody\. +(can pass|passed) +yes +(none|owes-more-than-it-has)\n){4}/,
      );
      const result = await resultOf(project);
      // The demo test is another DAO, so this one is unchanged.
      const compared = await on("dao:inspect", "--since", "before.json", "--fail-on-change");
      expectDone(compared);
      expect(compared.stdout).to.match(/^Served\n.*\n.*\n\nNothing changed\.\n$/);
      const demo = await on("dao:inspect", "--section", "test", "--since", "before.json");
      expect(demo.code).to.equal(1);
      expect(demo.stderr).to.match(/are of different DAOs/);
      expectDone(await on("dao:check", "--section", "test"));
      expect(result).to.not.have.property("inProcess");
      expect(result.base).to.deep.equal(base);
      expect(result.dao).to.include({ name: "Served", arcVersion: "0.0.1-rc.55" });
      expect(result.test).to.include.keys("proposalId", "executedProposalId");

      const provider = new JsonRpcProvider(`http://127.0.0.1:${port}`, undefined, {
        staticNetwork: true,
        cacheTimeout: -1,
      });
      try {
        const release = await openArcRelease("rc.55");
        const codes: [string | undefined, string][] = [
          [result.base?.GenesisProtocol, "GenesisProtocol"],
          [result.dao?.Avatar, "Avatar"],
          [result.test?.ActionMock, "ActionMock"],
        ];
        for (const [address, name] of codes) {
          expect(await provider.getCode(address ?? ""), name).to.equal(
            release.artifact(name).deployedBytecode,
          );
        }

        // dao:migrate reuses the base and creates another DAO; --force redeploys everything.
        const count = await provider.getTransactionCount(result.base?.DaoCreator ?? "");
        const second = await on("dao:migrate", "--no-check");
        expectDone(second);
        expect(second.stdout).not.to.include("checked");
        expect(second.stderr).to.include(`on this chain (Avatar ${result.dao?.Avatar})`);
        const again = await resultOf(project);
        expect(again.base).to.deep.equal(base);
        expect(again.dao?.Avatar).to.not.equal(result.dao?.Avatar);
        expect(again.test).to.deep.equal(result.test);
        expect(await provider.getTransactionCount(result.base?.DaoCreator ?? "")).to.be.greaterThan(
          count,
        );
        expectDone(await on("dao:migrate", "--force", "--arc-version", "rc.57"));
        const redeployed = await resultOf(project);
        expect(redeployed.base?.arcVersion).to.equal("0.0.1-rc.57");
        expect(redeployed.dao?.arcVersion).to.equal("0.0.1-rc.57");
      } finally {
        provider.destroy();
      }

      const other = await on("dao:migrate-dao", "--arc-version", "rc.40");
      expect(other.code).to.equal(1);
      expect(other.stderr).to.include("is from Arc 0.0.1-rc.57, but Arc 0.0.1-rc.40 was requested");

      const before = await resultOf(project);
      expectDone(await project.hardhatHere("dao:demo"));
      const { others, inProcess } = await resultOf(project);
      expect(inProcess).to.equal(true);
      expect(others?.at(-1)).to.deep.include({
        base: before.base,
        dao: before.dao,
        genesis: before.genesis,
      });
    });
  });

  it("refuse --dry-run if the node signs, and send nothing", async () => {
    await withServedNode(async (project) => {
      const outcome = await project.hardhatHere(
        "dao:migrate-base",
        ...["--network", "served", "--dry-run"],
      );
      expect(outcome.code, outcome.stderr).to.not.equal(0);
      expect(outcome.stderr).to.include("--dry-run cannot rehearse anything");
      expect(await readdir(project.folder)).to.not.include("migration.json");
    });
  });

  it("notice that a chain was restarted, and say so if nobody answers", async () => {
    const files: string[] = [];
    await withServedNode(async (project) => {
      expectDone(await project.hardhat("dao:migrate-base", "--network", "served", "-q"));
      files.push(await readFile(join(project.folder, "migration.json"), "utf8"));
    });
    await withServedNode(async (project) => {
      const path = join(project.folder, "migration.json");
      await writeFile(path, files[0] ?? "");
      const outcome = await project.hardhatHere("dao:demo", "--network", "served");
      expect(outcome.code).to.equal(1);
      expect(outcome.stderr).to.match(/no base on this chain|no contract at that address/i);
      expect(await readFile(path, "utf8")).to.equal(files[0]);
    });
    await inProject(
      `networks: { served: { type: "http", url: "http://127.0.0.1:${port}" } }`,
      async ({ hardhatHere }) => {
        const outcome = await hardhatHere("dao:migrate-base", "--network", "served");
        expect(outcome.code).to.equal(1);
        expect(outcome.stderr)
          .to.include('network "served"')
          .and.not.match(/^\s+at /m);
      },
    );
  });
});
