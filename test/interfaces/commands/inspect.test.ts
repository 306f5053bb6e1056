import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { Comparison } from "../../../src/engine/inspect/compare/comparison.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { Threats } from "../../../src/operations/simulate/threats/threat.js";
import type { DemoTestResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { inCliFolder } from "../cli/command.js";
import { ok } from "../../run-here.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { useOpened } from "../../use-opened.js";

describe("dao-migrate inspect", () => {
  const node = useOpened(openNodeWithBase);
  let test: DemoTestResult;
  let result: string;

  before(async () => {
    test = await migrateDemoTest(node.deployer, node.release, node.base);
    result = node.resultWith({ test });
  });

  const inspect = async (...args: string[]) =>
    await inCliFolder(async ({ folder: cwd, cli }) => {
      await writeFile(join(cwd, "migration.json"), result);
      const from = args.includes("-p") ? [] : ["-p", node.url];
      return await cli("inspect", ...from, ...args);
    });

  it("says what a proposal did when it was carried out, and whether that is what was claimed", async () => {
    const executed = async (id: string, ...args: string[]) =>
      await inspect(test.Avatar, "--executed", id, ...args);
    const { stdout } = ok(await executed(test.executedProposalId));
    const hash = /What it did: (effects-2(?:-partly)?:[0-9a-f]{64})\n/.exec(stdout)?.[1] ?? "";
    ok(await executed(test.executedProposalId, "--expect-hash", hash));
    const claimed = `effects-2:${"0".repeat(64)}`;
    const other = await executed(test.executedProposalId, "--expect-hash", claimed);
    expect(other.code).to.equal(1);
    expect(other.stderr).to.include(
      `The effects are different: expected ${claimed}, found ${hash}.`,
    );
    const open = await executed(test.queuedProposalId);
    expect(open.code).to.equal(1);
    expect(open.stderr).to.match(/has not been carried out: it is open at block \d+/);
    expect((await inspect("--expect-hash", hash)).code).to.equal(2);
  });

  it("prints the inspection of any DAO by its avatar, without terminal control characters", async () => {
    const run = ok(await inspect(test.Avatar));
    for (const line of [
      /^Demo Test DAO\n {2}private \(chain ID 31337\), block \d+ of /,
      new RegExp(`avatar +${test.Avatar} +Arc's Avatar of rc.42 to rc.57`),
      /supply 6,000 DTT, 6 holders\n/,
      new RegExp(`SchemeRegistrar ${test.Schemes[0]?.address}\n`),
      /may +mint and burn .*; upgrade the controller; .* \(0x0000001f\)\n/,
      /queuedVotePeriodLimit +30 min \(1800 s\)\n/,
      /minimumDaoBounty +100 GEN\n/,
    ]) {
      expect(run.stdout).to.match(line);
    }
  });

  it("proves what it reads against a block hash that the user gives, and says so", async () => {
    const { block } = JSON.parse((await inspect(test.Avatar, "--json")).stdout) as Inspection;
    const run = ok(await inspect(test.Avatar, "--block-hash", block.hash));
    expect(run.stdout).to.include(`rest on the block hash ${block.hash} alone, which you gave`);
    const other = await inspect(test.Avatar, "--block-hash", block.hash, "--block", "1");
    expect(other.code).to.equal(2);
    expect(other.stderr).to.include(`is the hash of block ${block.number}, and --block says 1`);
  });

  it("finds the avatar in the result file, and prints JSON at the requested block", async () => {
    const found = JSON.parse((await inspect("--json")).stdout) as Inspection;
    expect(found.avatar.address).to.equal(test.Avatar);
    const named = await inspect("--section", "test", "--json");
    expect(JSON.parse(named.stdout)).to.deep.equal(found);
    const earlier = String(found.block.number - 1);
    const run = await inspect(test.Avatar, "--json", "--block", earlier);
    expect((JSON.parse(run.stdout) as Inspection).block.number).to.equal(Number(earlier));
    const before = await inspect(test.Avatar, "--block", "1");
    expect(before.code).to.equal(1);
    expect(before.stderr).to.match(/There is no contract at 0x\w+ in block 1/);
  });

  it("has the hash of its JSON in a report, which compares with a file, too, and replaces the last one", async () => {
    await inCliFolder(async ({ folder: cwd, cli }) => {
      await writeFile(join(cwd, "migration.json"), result);
      await writeFile(join(cwd, "small.json"), JSON.stringify(SMALL_DAO));
      const page = async (...args: string[]) => {
        const { stdout } = ok(await cli("report", "-p", node.url, ...args));
        expect(stdout).to.match(
          /^Wrote dao-report\.html \(\d+ kB\)\. Open it in a browser; it needs no network\.\n$/,
        );
        return await readFile(join(cwd, "dao-report.html"), "utf8");
      };
      const { stdout } = ok(await cli("inspect", "-p", node.url, "-q", "--json"));
      expect(await page())
        .to.include('<h1><bdi class="said">Demo Test DAO</bdi></h1>')
        .and.include(createHash("sha256").update(stdout).digest("hex"));
      expect(await page(test.Avatar, "--params", "small.json"))
        .to.include("small.json")
        .and.not.include("Not compared");
    });
  });

  it("shows who could take what the DAO owns, if asked", async () => {
    const run = ok(await inspect(test.Avatar, "--threats"));
    expect(run.stdout).to.match(/Who could take what this DAO owns: each .* fork\n {2}! through /);
    expect(run.stdout).to.match(/got \d+\.\d\d% of the reputation\n/);
    const json = ok(await inspect(test.Avatar, "--threats", "--json"));
    const { threats, ...rest } = JSON.parse(json.stdout) as Inspection & { threats: Threats };
    expect(threats.found[0]!.steps.length).to.be.above(2);
    expect(rest).to.deep.equal(JSON.parse((await inspect("--json")).stdout));
    expect((await inspect(test.Avatar, "--threats", "--since", "1")).code).to.equal(2);
  });

  it("refuses what it cannot read, and says what to do", async () => {
    for (const [args, code, message] of [
      [["--section", "dao"], 1, /migration\.json has no DAO on this chain\. Pass the address/],
      [["--section", "base"], 2, /--section is "base"\. It must be dao or test/],
      [[test.Avatar, "--section", "test"], 2, /Omit it or the address/],
      [["0x12"], 2, /Expected an avatar's address/],
      [["--block", "soon"], 2, /a block number/],
      [["--block-hash", "0x2ca4"], 2, /"0x2ca4"\. It must be a block's hash: 0x and 64 hex digits/],
      [[test.Avatar, "--block", "99999"], 1, /The node has no block 99999/],
      [["--chain-id", "5"], 2, /is on chain ID 31337/],
      [[test.Controller], 1, /is Arc's Controller; expected an avatar/],
    ] as const) {
      const run = await inspect(...args);
      expect(run.code, run.stderr).to.equal(code);
      expect(run.stderr).to.match(message);
      expect(run.stdout).to.equal("");
    }
  });

  describe("--since", () => {
    it("describes what changed since a block", async () => {
      const { proposals, block } = JSON.parse((await inspect("--json")).stdout) as Inspection;
      if ("notRead" in proposals) throw new Error(proposals.notRead);
      const since = String(proposals.at(-1)!.block);
      const run = ok(await inspect("--since", since));
      const proven = ok(await inspect("--since", since, "--block-hash", block.hash));
      expect(proven.stdout).to.equal(run.stdout);
      expect(proven.stderr).to.include(`at block ${since} is the node's word`);
      for (const line of [
        new RegExp(
          `^Demo Test DAO\n  ${test.Avatar} on private, chain ID 31337\n  from block ${since} of `,
        ),
        new RegExp(` to block ${block.number} of `),
        /\n\nReputation\n {2}supply shrank by 60 to 5,940\n {2}founder 0x\w+ now holds 990, 10 less\n/,
        /"A demo proposal: executed" 0x\w+\n {4}! passed but not carried out\. .*\n {4}before: queued, until /,
        / {4}0x\w+ voted for, 1,000 \(16\.67%\)\n/,
        / {4}0x\w+ staked 300 GEN for it\n {4}stakes now: 300 GEN for, 100 GEN against\n/,
      ]) {
        expect(run.stdout).to.match(line);
      }
      const failing = await inspect("--since", since, "--fail-on-change", "--json");
      expect(failing.code).to.equal(1);
      const { differences } = JSON.parse(failing.stdout) as Comparison;
      expect(differences.map(({ kind }) => kind)).to.include.members(["supply", "votesCast"]);
    });

    it("compares a file with the chain, or with another file without a chain", async (folder) => {
      const [old, now] = [join(folder, "old.json"), join(folder, "now.json")];
      const { stdout } = await inspect("--json");
      await writeFile(now, stdout);
      const { block } = JSON.parse(stdout) as Inspection;
      await writeFile(old, (await inspect("--json", "--block", String(block.number - 3))).stdout);
      const fromFile = await inspect("--since", old, "--json");
      const nowhere = ["-p", "http://127.0.0.1:1"];
      const fromFiles = await inspect("--since", old, "--until", now, "--json", ...nowhere);
      expect(fromFiles.stdout, fromFiles.stderr).to.equal(fromFile.stdout);
      const same = await inspect("--since", now, "--fail-on-change");
      expect(same.stdout).to.match(/\n\nNothing changed\.\n$/);
      expect(same.code).to.equal(0);
    });

    it("trusts no file, and says what is wrong with it", async (folder) => {
      const good = JSON.parse((await inspect("--json")).stdout) as Inspection;
      const file = async (name: string, content: unknown) => {
        const path = join(folder, `${name}.json`);
        await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
        return path;
      };
      const same = await file("same", good);
      const { block } = good;
      for (const [content, message] of [
        ["{", /is not JSON\. Pass a file/],
        [{}, /is not an inspection of a DAO: /],
        [{ ...good, schemaVersion: 99 }, /schema version 99, but this version .* 1\. Inspect/],
        [{ ...good, schemes: [{}] }, /\(schemes\.0\.contract\) is not an inspection/],
        [{ ...good, chainId: 5 }, /is of chain 5, but the node is on 31337/],
        [
          { ...good, block: { ...block, hash: `0x${"12".repeat(32)}` } },
          /has a different block there: it was restarted/,
        ],
        [{ ...good, block: { ...block, number: 9999 } }, /does not have it yet/],
        [{ ...good, avatar: good.controller }, /is Arc's Controller; expected an avatar/],
      ] as const) {
        const run = await inspect("--since", await file("wrong", content));
        expect(run.stderr).to.match(message);
        expect(run.code).to.equal(1);
      }
      for (const [args, code, message] of [
        [["--since", join(folder, "none.json")], 1, /there is no such file/],
        [["--fail-on-change"], 2, /--fail-on-change needs --since/],
        [["--until", same], 2, /--until needs --since/],
        [["--since", "1", "--until", same], 2, /--since is a block/],
        [["--since", same, "--until", same, "--block", "1"], 2, /Omit --block/],
        [["--since", same, "--section", "dao"], 1, /has no DAO on this chain/],
        [["--since", "99999"], 1, /The node has no block 99999/],
      ] as const) {
        const run = await inspect(...args);
        expect(run.stderr).to.match(message);
        expect(run.code).to.equal(code);
        expect(run.stdout).to.equal("");
      }
    });
  });
});
