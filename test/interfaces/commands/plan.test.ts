import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import { TEST_MNEMONIC } from "../../../src/foundation/chain/test-mnemonic.js";
import { ipfsHashes } from "../../../src/operations/simulate/verdicts/ipfs-hash.js";
import type { DaoChange } from "../../../src/operations/change/change.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { CHANGING_DAO } from "../../operations/change/change-dao.js";
import { LOCKING, WITH_REGISTRAR } from "../../operations/change/locking-files.js";
import { inCliFolder, itInCliFolder as it } from "../cli/command.js";
import { ok } from "../../run-here.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { useOpened } from "../../use-opened.js";

describe("dao-migrate plan and propose", () => {
  const node = useOpened(openNodeWithBase);
  let dao: DaoResult;

  before(async () => {
    ({ dao } = await node.make(CHANGING_DAO));
  });

  async function plan(file: unknown, ...args: string[]) {
    return await inCliFolder(async ({ folder: cwd, cli }) => {
      await writeFile(join(cwd, "new.json"), JSON.stringify(file));
      const flags = ["plan", dao.Avatar, "-p", node.url, "--params", "new.json"];
      return await cli(...flags, ...args);
    });
  }

  it("exits with 0 if there is nothing to do, and with 3 if there is", async () => {
    const none = JSON.parse(ok(await plan(CHANGING_DAO, "--json")).stdout) as DaoChange;
    expect(none).to.include({ empty: true, matches: "yes" });
    expect(none.params).to.match(/new\.json$/);
    const raw = { ...CHANGING_DAO, orgName: "Other", tokenName: "A small DAO Token" };
    const some = await plan({ ...raw, tokenSymbol: "ASDT", UpgradeScheme: [{ voteParams: 1 }] });
    expect(some.code, some.stderr).to.equal(3);
    expect(some.stdout).to.match(/First, the proposer sends\n {2}UpgradeScheme\.setParameters/);
    expect(some.stdout).to.match(/Proposal 1: register UpgradeScheme 0x\w{40} with 0x0000000b/);
    expect(some.stdout).to.match(/to pass it at once: 1 account with 100\.00% of/);
    expect(some.stdout).to.match(/Differences that remain\n {2}orgName is "A small DAO"/);
  });

  it("exits with 4 if the DAO differs or may differ and nothing can be proposed", async () => {
    const mock = { name: "ActionMock", fromArc: true };
    for (const [changes, said] of [
      [{ orgName: "Other" }, /^Nothing left to propose\. The DAO still differs/],
      [{ StandAloneContracts: [mock] }, /^Nothing left to propose\. Not everything/],
    ] as const) {
      const file = { ...CHANGING_DAO, ...changes, unheard: 1 };
      const run = await inCliFolder(async ({ folder: cwd, cli }) => {
        await writeFile(join(cwd, "new.json"), JSON.stringify(file));
        const flags = ["-p", node.url, "--params", "new.json", "--mnemonic", TEST_MNEMONIC, "-d"];
        return await cli("propose", dao.Avatar, ...flags);
      });
      expect(run.code, run.stderr).to.equal(4);
      expect(run.stdout).to.match(said);
      expect(run.stderr).to.contain("Warning: unheard: unknown key, it has no effect");
    }
  });

  it("says what is wrong with the command or the file, and exits with 2 or 1", async () => {
    for (const [args, code, message] of [
      [["plan", dao.Avatar, "-p", node.url], 2, /--params/],
      [["plan", "0x12", "-p", node.url, "--params", "new.json"], 2, /address/],
      [["plan", dao.Avatar, "-p", node.url, "--params", "none.json"], 1, /none\.json/],
    ] as const) {
      const run = await inCliFolder(async ({ folder: cwd, cli }) => {
        await writeFile(join(cwd, "new.json"), JSON.stringify(CHANGING_DAO));
        return await cli(...args);
      });
      expect(run.code, run.stderr).to.equal(code);
      expect(run.stderr).to.match(message);
    }
    const locked = await plan({ ...CHANGING_DAO, schemes: { ContributionReward: true } });
    expect(locked.code).to.equal(1);
    expect(locked.stderr).to.contain("--allow-lockout");
  });

  it("does not propose what locks the DAO", async () => {
    const [changes, reason] = LOCKING["with a registrar that starts in 2100"]!;
    await inCliFolder(async ({ folder: cwd, cli }) => {
      await writeFile(join(cwd, "new.json"), JSON.stringify({ ...WITH_REGISTRAR, ...changes }));
      const flags = ["-p", node.url, "--params", "new.json", "--mnemonic", TEST_MNEMONIC, "-d"];
      const run = await cli("propose", dao.Avatar, ...flags);
      expect(run.code, run.stderr).to.equal(1);
      expect(run.stderr).to.match(reason).and.contain("Nothing was sent");
    });
  });

  it("proposes what it planned, or writes it for others instead", async ({ folder: cwd, cli }) => {
    const file = { ...CHANGING_DAO, UpgradeScheme: [{ voteParams: 1 }] };
    await writeFile(join(cwd, "new.json"), JSON.stringify(file));
    await writeFile(join(cwd, "why.md"), "Sixty is *safer*.\n");
    const flags = [dao.Avatar, "-p", node.url, "--params", "new.json"];
    const text = await cli("plan", ...flags, "--markdown", "--description", "why.md");
    expect(text.code, text.stderr).to.equal(3);
    expect(text.stdout).to.match(/^Sixty is \*safer\*\.\n\n## What \S+ changes in /);
    const sending = ["propose", ...flags, "--description", "why.md", "--mnemonic", TEST_MNEMONIC];
    ok(await cli(...sending, "--safe", "safe.json"));
    const safe = JSON.parse(await readFile(join(cwd, "safe.json"), "utf8")) as {
      readonly transactions: readonly { readonly to: string; readonly data: string }[];
    };
    const at = (name: string) => dao.Schemes.find((each) => each.name === name)!.address;
    expect(safe.transactions.map(({ to }) => to)).to.deep.equal([
      at("UpgradeScheme"),
      at("SchemeRegistrar"),
    ]);
    // The hash that `ipfs add` computes for the text.
    const [, proposing] = safe.transactions;
    const parsed = knownAbi("SchemeRegistrar")!.parseTransaction(proposing!)!;
    expect(parsed.args.at(-1)).to.equal(ipfsHashes(Buffer.from("Sixty is *safer*.\n"))![0]);
    const dry = ok(await cli(...sending, "--dry-run"));
    expect(dry.stdout).to.match(/Proposals +1\n +propose: UpgradeScheme gets other/);
    const unasked = await cli(...sending);
    expect(unasked.code).to.equal(2);
  });
});
