import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { TestChain, votePresets } from "../../fixtures/index.js";
import { findNpm } from "../../src/foundation/arc/source/npm-cli.js";
import type { CheckReport } from "../../src/operations/check/report/report.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { DaoMigration } from "../../src/interfaces/library/dao-migration.js";
import type { MigrationParameters } from "../../src/foundation/params/file/migration-parameters.js";
import { essence } from "../operations/export/round-trip.js";
import { someOf } from "../some-of.js";
import { startGanache, withNode } from "./nodes.js";
import { closing } from "../closing.js";

const PREDECESSOR = "@daostack/migration@0.0.1-rc.57-v1";
/** The first account of the test mnemonic, which deploys the DAO. */
const DEPLOYER = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
/** Timeouts in milliseconds. */
const INSTALLATION = 240_000;
const MIGRATION = 120_000;

const run = promisify(execFile);

const FILE: MigrationParameters = {
  orgName: "By Hand",
  tokenName: "Hand Token",
  tokenSymbol: "HND",
  VotingMachinesParams: [votePresets.fast],
  schemes: { ContributionReward: true, SchemeRegistrar: true },
  ContributionReward: [{ voteParams: 0 }],
  SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0 }],
  unregisterOwner: true,
  useUController: false,
  useDaoCreator: false,
  noTrack: false,
  founders: [{ address: DEPLOYER, tokens: 1000, reputation: 1000 }],
  StandAloneContracts: [],
  CustomSchemes: [],
};

describe("a DAO that the predecessor deployed", function () {
  this.timeout(INSTALLATION + 10_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "predecessor-"));
    await writeFile(join(folder, "package.json"), "{}");
    const { program, arguments: script } = findNpm()!;
    const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"];
    await run(program, [...script, "install", ...flags, PREDECESSOR], {
      cwd: folder,
      timeout: INSTALLATION,
    });
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Deploys a base and the DAO of the file; returns its avatar. */
  async function made(url: string, version: string): Promise<string> {
    const tool = join(folder, "node_modules/@daostack/migration");
    const [params, result] = [join(folder, "params.json"), join(tool, "migration.json")];
    await writeFile(params, JSON.stringify({ ...FILE, runFunctions: [] }));
    // The predecessor reuses an earlier result, whatever its options are.
    await writeFile(result, "{}");
    for (const command of ["base", "dao"]) {
      const args = ["migrate.js", command, "-p", url, "-f", "-q", "-a", version, "-i", params];
      await run(process.execPath, args, { cwd: tool, timeout: MIGRATION });
    }
    const { private: on } = JSON.parse(await readFile(result, "utf8")) as {
      private: { dao: Record<string, { Avatar: string }> };
    };
    return on.dao[version]!.Avatar;
  }

  for (const version of someOf(["0.0.1-rc.57", "0.0.1-rc.40", "0.0.1-rc.31", "0.0.1-rc.16"], 3)) {
    it(`of ${version} is named, found to be held by its deployer, and can be created again from its file`, async () => {
      const node = startGanache({
        chain: { hardfork: "petersburg" },
        miner: { blockGasLimit: 8_000_000 },
      });
      await withNode(node, async ({ url, provider }) => {
        const avatar = await made(url, version);
        const inspection = await inspectDao(provider, avatar);
        expect(JSON.stringify(inspection)).to.not.include("notRead");
        expect(inspection.releases).to.include(version);
        expect(inspection.name).to.equal("By Hand");
        const held = inspection.schemes.filter(({ contract }) => contract.code === "account");
        expect(
          held.map(({ contract, registered }) => [contract.address, registered]),
        ).to.deep.equal([[DEPLOYER, true]]);
        expect(held[0]?.permissions.bytes).to.equal("0x0000001f");

        const output = join(folder, "none.json");
        const of = { provider, avatar, arcVersion: version, result: output };
        expect(told(await DaoMigration.checkDao({ ...of, params: FILE }))).to.deep.equal([
          "account-with-permissions",
          "staking-token",
        ]);

        const report = await DaoMigration.exportDao({ provider, avatar, result: output });
        expect(report.missing).to.deep.equal([]);
        const { parameters } = report;
        expect(parameters.unregisterOwner).to.equal(false);
        expect((await DaoMigration.planChange({ ...of, params: parameters })).empty).to.equal(true);
        const sets = [...(parameters.VotingMachinesParams ?? [])];
        const other = { ...sets[0], queuedVoteRequiredPercentage: 61 } as (typeof sets)[0];
        const edited = {
          ...parameters,
          VotingMachinesParams: [...sets, other],
          ContributionReward: [{ voteParams: sets.length }],
        };
        const { proposals, left } = await DaoMigration.planChange({ ...of, params: edited });
        expect(proposals.map(({ key }) => key)).to.deep.equal(["register/ContributionReward[0]"]);
        expect(left).to.deep.equal([]);
        await using again = closing(
          TestChain.provider({ arcVersion: version, params: parameters, demo: false }),
        );
        const { dao } = await again.result();
        const second = { ...of, provider: again, avatar: dao!.Avatar };
        for (const which of [of, second]) {
          const { inconclusive, findings } = await DaoMigration.checkDao({
            ...which,
            params: parameters,
          });
          // Only a result file says which token to stake.
          expect(inconclusive.map(({ rule }) => rule)).to.deep.equal(["staking-token"]);
          // Only a note: the file asks for this.
          expect(findings.map(({ rule }) => rule)).to.deep.equal(["deployer-keeps-permissions"]);
        }
        const copy = await inspectDao(again, dao!.Avatar);
        expect(essence(copy, false)).to.deep.equal(essence(inspection, false));
      });
    });
  }
});

/** Returns the rules that found something or could not be checked. */
function told({ findings, inconclusive }: CheckReport): string[] {
  return [...findings, ...inconclusive].map(({ rule }) => rule);
}
