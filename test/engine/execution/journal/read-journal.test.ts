import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { FileJournal } from "../../../../src/engine/execution/journal/file-journal.js";
import { LineChain } from "../../../../src/engine/execution/journal/line-chain.js";
import { readHeader, readJournal } from "../../../../src/engine/execution/journal/read-journal.js";
import { expectRecorded } from "../../../recorded.js";
import { rejection } from "../../../rejection.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";
import { sampleHeader } from "./sample-header.js";
import { itWith } from "../../../it-with.js";

const HEADER = sampleHeader({
  transactionGasLimit: 9_007_199_254_740_993n,
  account: "0x01",
  nonces: { "0x01": 1 },
});
const RESTORE =
  "It records what was sent, so nothing is sent with it. Restore it from a copy, or move it away and run the same " +
  "command on a terminal, without --yes: then what was sent is found on the chain. To leave that migration unfinished " +
  "and start over, pass --restart: everything is redeployed.";

/** Runs with a journal of a header and two more lines. */
async function withJournal(
  run: (path: string, lines: readonly string[]) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "x.journal");
    const journal = FileJournal.begin(path, HEADER);
    await journal.moveClock("a", 5);
    await journal.moveClock("b", 6);
    await journal.close();
    await run(path, (await readFile(path, "utf8")).split("\n"));
  });
}
const it = itWith(withJournal);

const messageFor = async (path: string) => (await rejection(readJournal(path))).message;

describe("readJournal", () => {
  it("returns what was written, and up to which byte, with a hash of each input", async (path, lines) => {
    const found = await readJournal(path);
    expectRecorded([found?.header, found?.lines]);
    const { length } = lines.join("\n");
    expect(found).to.include({ length, endsOpen: false });
    await writeFile(path, `${lines.join("\n")}{"kind":"clo`);
    expect(await readJournal(path)).to.include({ length, endsOpen: false });
    await writeFile(path, `${lines.slice(0, 3).join("\n")}\0\0`);
    expect(await readJournal(path)).to.include({ length: length - 1, endsOpen: true });
  });

  it("says which line is damaged, and what that may mean", async (path, [
    header = "",
    first = "",
    second = "",
  ]) => {
    await writeFile(path, [header, second, ""].join("\n"));
    expect(await messageFor(path)).to.equal(
      `The journal ${path} is damaged in line 2: it was changed, or does not follow line 1. ${RESTORE}`,
    );
    await writeFile(path, [header, first, first, ""].join("\n"));
    expect(await messageFor(path)).to.equal(
      `The journal ${path} is damaged in line 3: it was changed, or does not follow line 2. ${RESTORE}`,
    );
    await writeFile(path, [first, second, ""].join("\n"));
    expect(await messageFor(path)).to.equal(
      `The journal ${path} is damaged in line 1: it was changed, or the lines before it are missing. ${RESTORE}`,
    );
    await writeFile(path, "");
    expect(await messageFor(path)).to.equal(`The journal ${path} is empty. ${RESTORE}`);
    await writeFile(path, "\0\0\0");
    expect(await messageFor(path)).to.equal(`The journal ${path} is empty. ${RESTORE}`);
  });

  it("refuses a header that lacks something, although its checksum fits", async (path) => {
    await writeFile(path, `${new LineChain().add('{"kind":"header","format":2}')}\n`);
    expect(await messageFor(path)).to.include("is damaged in line 1: it was changed");
    expect(await readHeader(path)).to.equal(undefined);
  });

  it("refuses a line that a later version may write, although its checksum fits", async (path, [
    header = "",
  ]) => {
    const chain = new LineChain();
    chain.accepts(header);
    await writeFile(path, `${header}\n${chain.add('{"kind":"later"}')}\n`);
    expect(await messageFor(path)).to.include("is damaged in line 2");
  });

  it("refuses signed bytes that are not those of their hash", async (path, [header = ""]) => {
    const step = { kind: "signed", step: "a", from: "0x01", nonce: 0, call: "0x" };
    for (const [raw, hash] of [
      ["0x02", `0x${"ab".repeat(32)}`],
      ["02", "0x"],
      ["0x0", "0x"],
    ]) {
      const chain = new LineChain();
      chain.accepts(header);
      const line = chain.add(JSON.stringify({ ...step, raw, hash }));
      await writeFile(path, `${header}\n${line}\n`);
      expect(await messageFor(path), raw).to.include("is damaged in line 2");
    }
  });

  it("names another format even if the line is damaged otherwise, but not in a changed line", async (path, [
    header = "",
    first = "",
  ]) => {
    const newer = new LineChain().add('{"kind":"header","format":3}');
    await writeFile(path, `${newer}\n`);
    expect(await messageFor(path)).to.equal(
      `The journal ${path} has format 3; this version reads format 2. Finish that migration with the version that ` +
        "started it, or pass --restart.",
    );
    await writeFile(path, [header.replace('"format":2', '"format":3'), first, ""].join("\n"));
    expect(await messageFor(path)).to.include("is damaged in line 1");
  });

  it("says what is in its place if that is a folder, or below a file", async (file) => {
    for (const [path, found] of [
      [dirname(file), "it is a folder"],
      [join(file, "x.journal"), "part of its path is a file"],
    ] as const) {
      expect(await messageFor(path)).to.equal(
        `The journal ${path} cannot be read: ${found}. It should be a file that this user can read and write. ` +
          "Fix that, or pass another file with --output.",
      );
    }
  });

  it("keeps amounts exactly", async (path, [header = ""]) => {
    expect(header).to.include('"transactionGasLimit":"9007199254740993"');
    expect((await readHeader(path))?.transactionGasLimit).to.equal(9_007_199_254_740_993n);
  });
});

describe("readHeader", () => {
  it("is undefined if there is no file, or another one", async (path) => {
    expect(await readHeader(`${path}.none`)).to.equal(undefined);
    await writeFile(path, "a diary\n");
    expect(await readHeader(path)).to.equal(undefined);
  });
});
