import { existsSync } from "node:fs";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { openCounter } from "../fixtures/existing/counter.js";
import { startAnvil, withNode } from "../live/nodes.js";
import { blocksOf } from "./blocks.js";
import { install, packedForSuite, place, run } from "./project.js";

const ROOT = join(import.meta.dirname, "../..");
/** A tenth of an ether, in wei, which the avatar owns. */
const TREASURY = "0x16345785d8a0000";
/** With this many blocks after it, a block is old enough for the fork's cache. */
const OLD = "0x100";

/** What each example has is run as its users would: with the packed package, and the others from the registry. */
describe("examples, in a copy outside this repository", function () {
  this.timeout(900_000);

  const workshop = packedForSuite();

  /** Returns a copy of an example, with its packages and the packed one, and beside it what it copies from. */
  async function installed(name: string, more = ""): Promise<string> {
    const root = join(workshop.folder, name);
    for (const folder of ["contracts", "custom-abis", "examples"]) {
      await cp(join(ROOT, folder), join(root, folder), {
        recursive: true,
        filter: (file) => !/[/\\](node_modules|artifacts|cache|types)$/.test(file),
      });
    }
    const project = join(root, "examples", name);
    await install(
      project,
      `npm install --no-audit --no-fund --save-dev ${workshop.tarball} ${more}`,
    );
    return project;
  }

  it("dao-project: tests in one process and in workers, node:test, types, and a migration", async () => {
    // Whoever starts from it may add Hardhat's toolbox, whose peers are older.
    const toolbox = "@nomicfoundation/hardhat-toolbox-mocha-ethers";
    const project = await installed("dao-project", toolbox);
    await run(project, "npm run contracts");
    for (const job of ["test", "test:parallel"]) {
      expect(await run(project, `npm run ${job}`), job).to.match(/[1-9]\d* passing/);
    }
    await run(project, "npm run test:node");

    await run(project, "npx hardhat dao:migrate --quiet");
    await run(project, "npx hardhat dao:typechain --arc-version rc.40");

    const tests = blocksOf("docs/fixtures.md").filter(({ file }) => file.startsWith("test/"));
    expect(tests).to.have.length.above(0);
    for (const { file, code } of tests) await place(project, file, code);
    // They are for the packaged example, not for this project's DAO.
    await rm(join(project, "migration-params.json"));
    const config = await readFile(join(project, "hardhat.config.ts"), "utf8");
    const without = config.replace(', params: "migration-params.json"', "");
    expect(without).to.not.equal(config);
    await place(project, "hardhat.config.ts", without);
    const files = tests.map(({ file }) => file).join(" ");
    expect(await run(project, `npx hardhat test mocha ${files}`)).to.match(/[1-9]\d* passing/);
    await run(project, "npm run types");
  });

  it("viem-project: ABIs, tests and types without hardhat-ethers", async () => {
    const project = await installed("viem-project");
    expect(existsSync(join(project, "node_modules/@nomicfoundation/hardhat-ethers"))).to.equal(
      false,
    );
    for (const job of ["contracts", "abis", "test", "types"]) {
      await run(project, `npm run ${job}`);
    }
  });

  it("existing-dao: on a fork of a chain with a DAO, then again from the cache that it filled", async () => {
    const project = await installed("existing-dao");
    await withNode(startAnvil(), async ({ url, provider }) => {
      const ask = async (method: string, ...params: unknown[]) =>
        await provider.request({ method, params });
      await run(project, `npx dao-migrate --provider ${url} --disable-confs`);
      const { dao } = JSON.parse(
        await readFile(join(project, "migration.json"), "utf8"),
      ) as MigrationResult;
      await ask("anvil_setBalance", dao!.Avatar, TREASURY);
      await ask("anvil_mine", "0x1");
      const block = Number(await ask("eth_blockNumber"));
      await ask("anvil_mine", OLD);
      const counter = await openCounter(url);
      try {
        const asked: number[] = [];
        const settings = `NODE_URL=${counter.url} AVATAR=${dao!.Avatar} BLOCK=${block}`;
        for (const job of ["test", "test", "types"]) {
          await run(project, `${settings} npm run ${job}`);
          asked.push(counter.requests());
        }
        const [first, both] = asked as [number, number];
        expect(both - first, asked.join()).to.be.below(first / 2);
      } finally {
        await counter.close();
      }
      expect(Number(await ask("eth_blockNumber"))).to.equal(block + Number(OLD));
    });
  });
});
