import promises, { readFile, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import { expect } from "chai";

import { adapted } from "../../../src/interfaces/commands/flag.js";
import { flags } from "../../../src/interfaces/commands/flags.js";
import { report } from "../../../src/interfaces/commands/report.js";
import { openFiles } from "../../../src/interfaces/commands/written-files.js";
import { REPORT_BEGINS } from "../../../src/foundation/support/defaults.js";
import { rejection } from "../../rejection.js";
import { daoMigrateHere } from "../cli/command.js";
import { itInFolder as it } from "../../temporary-folder.js";

const LEDGERS = {
  ours: { network: "private", chainId: 31337, base: {} },
  damaged: { network: "private", chainId: 31337, dao: null },
  "the predecessor's": { mainnet: { base: { "0.0.1-rc.57": { GEN: "0x1" } } } },
};

describe("files that a command writes", () => {
  async function write(path: string, wanted: typeof flags.output, overwrite = false) {
    const writeFiles = await openFiles({ output: wanted }, { output: path, overwrite });
    await writeFiles({ output: () => "new" });
  }

  it("replace a report, an existing file or none, as the option says, unless --overwrite is passed", async (folder) => {
    const own = adapted(flags.output, { replaces: "nothing" });
    const path = join(folder, "file");
    for (const [content, flag, refusal] of [
      ["mine", flags.output, undefined],
      [`${REPORT_BEGINS}<p>`, report.flags.output, undefined],
      ["", report.flags.output, undefined],
      [
        "mine",
        report.flags.output,
        /already exists and was not written by this command.*--output.*--overwrite/,
      ],
      [REPORT_BEGINS.slice(1), report.flags.output, /was not changed/],
      ["mine", own, /file already exists, so it was not changed.*--overwrite/],
    ] as const) {
      await writeFile(path, content);
      if (refusal === undefined) await write(path, flag);
      else {
        expect((await rejection(write(path, flag))).message).to.match(refusal);
        expect(await readFile(path, "utf8")).to.equal(content);
        await write(path, flag, true);
      }
      expect(await readFile(path, "utf8")).to.equal("new");
    }
    // A file that cannot be opened: nobody knows whose it is.
    const unread = async () =>
      await Promise.reject(Object.assign(new Error("x"), { code: "EACCES" }));
    const files = promises as { open: (...given: unknown[]) => unknown };
    const { open } = files;
    // Without flags: to read.
    files.open = async (...given) => await (given.length === 1 ? unread() : open(...given));
    syncBuiltinESMExports();
    const denied = await rejection(write(path, report.flags.output)).finally(() => {
      files.open = open;
      syncBuiltinESMExports();
    });
    expect(denied.message).to.match(/no permission to read it.*was not changed\. Pass .*--output/);
    // Before the command runs.
    const early = openFiles({ output: own }, { output: folder, overwrite: true });
    expect((await rejection(early)).message).to.include("it is a folder");
  });

  for (const [whose, ledger] of Object.entries(LEDGERS)) {
    it(`never replace a result file (${whose})`, async (folder) => {
      const path = join(folder, "migration.json");
      await writeFile(path, JSON.stringify(ledger));
      expect((await rejection(write(path, flags.output, true))).message).to.match(
        /holds the result of migrations, which nothing else may replace\. Pass another file with --output/,
      );
      expect(JSON.parse(await readFile(path, "utf8"))).to.deep.equal(ledger);
    });
  }

  it("keep a result that is written while the command runs", async (folder) => {
    const path = join(folder, "migration.json");
    const writeFiles = await openFiles({ output: flags.output }, { output: path });
    const ledger = JSON.stringify(LEDGERS.ours);
    const late = async () => {
      await writeFile(path, ledger);
      return "new";
    };
    expect((await rejection(writeFiles({ output: late }))).message).to.include("nothing else");
    expect(await readFile(path, "utf8")).to.equal(ledger);
  });

  it("name their option where a folder cannot be made, and do not wait for one that the system forbids", async (folder) => {
    const file = join(folder, "file");
    await writeFile(file, "");
    for (const place of [file, ...(process.platform === "linux" ? ["/proc/none"] : [])]) {
      for (const [command, option, made] of [
        ["artifacts", "--out-dir", "a"],
        ["abis", "--out-file", "a/b.ts"],
      ] as const) {
        const args = [command, option, join(place, made)];
        const { code, stderr } = await daoMigrateHere(args, { cwd: folder });
        expect(stderr).to.match(
          new RegExp(`^(The file )?${place}/a.* cannot be .* with ${option}.`),
        );
        expect(code).to.equal(1);
      }
    }
  });
});
