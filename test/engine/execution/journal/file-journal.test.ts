import { access, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";
import { keccak256 } from "ethers";

import { FileJournal } from "../../../../src/engine/execution/journal/file-journal.js";
import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import { readHeader, readJournal } from "../../../../src/engine/execution/journal/read-journal.js";
import { rejection } from "../../../rejection.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";
import { sampleHeader } from "./sample-header.js";
import { itWith } from "../../../it-with.js";

const HEADER = sampleHeader({
  fundingDataFee: 5n,
  reusable: { DAOToken: "0x0000000000000000000000000000000000000002" },
  nonces: { "0x0000000000000000000000000000000000000001": 1 },
});

function signed(step: string, nonce: number, more: Partial<SignedStep> = {}): SignedStep {
  const raw = `0x02${nonce.toString(16).padStart(4, "0")}${Buffer.from(step).toString("hex")}`;
  return {
    step,
    from: HEADER.account,
    nonce,
    call: `call of ${step}`,
    hash: keccak256(raw),
    raw,
    ...more,
  };
}

async function inFolder(run: (path: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => await run(join(folder, "migration.json.journal")));
}
const it = itWith(inFolder);

const FIRST = [signed("a", 1), signed("b", 2), signed("c", 3)];

/** Begins a journal, writes to it, and closes it as an exiting process does. */
async function written(
  path: string,
  write: (journal: FileJournal) => Promise<void>,
): Promise<void> {
  const journal = FileJournal.begin(path, HEADER);
  await write(journal);
  await journal.close();
}

/** Returns the lines of a journal with three steps; the last line is empty. */
async function threeSteps(path: string): Promise<string[]> {
  await written(path, async (journal) => await journal.sign(FIRST));
  return (await readFile(path, "utf8")).split("\n");
}

async function resume(path: string): Promise<FileJournal> {
  const contents = await readJournal(path);
  if (contents === undefined) throw new Error("There is no journal.");
  return await FileJournal.resume(path, contents);
}

async function resumed(path: string): Promise<FileJournal> {
  const journal = await resume(path);
  await journal.close();
  return journal;
}

describe("Journal", () => {
  it("still holds after a restart what was written before", async (path) => {
    const raised = signed("a", 1, { raw: "0x03", hash: keccak256("0x03") });
    await written(path, async (journal) => {
      await journal.sign([signed("a", 1), signed("b", 2)]);
      await journal.sign([raised]);
      await journal.moveClock("wait", 1_700_000_000);
      await journal.sign([signed("c", 3)]);
      await journal.drop("b");
    });
    expect((await readJournal(path))?.header).to.deep.include(HEADER);
    const journal = await resumed(path);
    expect(journal.header).to.deep.include(HEADER);
    expect(journal.steps).to.deep.equal(["a", "c"]);
    expect(journal.transactions("a").map(({ hash }) => hash)).to.deep.equal([
      signed("a", 1).hash,
      raised.hash,
    ]);
    expect(journal.transactions("b")).to.deep.equal([]);
    expect(journal.everSigned("call of b"), "what was dropped, too").to.equal(true);
    expect(journal.nextSignedNonce(HEADER.account)).to.equal(4);
    expect([...journal.clocks]).to.deep.equal([["wait", 1_700_000_000]]);
  });

  it("has one call per step: a step with another call replaces the earlier one", async (path) => {
    const again = signed("a", 5, { call: "another call" });
    await written(path, async (journal) => {
      await journal.sign([signed("a", 1)]);
      await journal.sign([again]);
      expect(journal.transactions("a").map(({ nonce }) => nonce)).to.deep.equal([5]);
    });
    expect((await resumed(path)).transactions("a").map(({ hash }) => hash)).to.deep.equal([
      again.hash,
    ]);
  });

  it("has no file until a step is signed, and none once it is removed", async (path) => {
    const journal = FileJournal.begin(path, HEADER);
    expect(await rejection(access(path))).to.have.property("code", "ENOENT");
    await journal.sign(FIRST);
    expect((await stat(path)).mode & 0o777, "its owner alone may read it").to.equal(0o600);
    await journal.remove();
    expect(await readdir(dirname(path))).to.deep.equal([]);
    await journal.close();
  });

  it("sets aside the file at its path when the first step is signed, each time under another name", async (path) => {
    await written(path, async (journal) => await journal.sign(FIRST));
    for (const name of [".1", ".2"]) {
      const text = await readFile(path, "utf8");
      const told: string[] = [];
      const next = FileJournal.begin(path, HEADER, (to) => told.push(to));
      expect(await readFile(path, "utf8")).to.equal(text);
      await next.sign([signed(`after ${name}`, 4)]);
      await next.close();
      expect(told).to.deep.equal([path + name]);
      expect(await readFile(path + name, "utf8")).to.equal(text);
      expect((await resumed(path)).steps).to.deep.equal([`after ${name}`]);
    }
  });

  it("leaves another migration's journal alone if nothing was signed", async (path) => {
    await written(path, async (journal) => await journal.sign(FIRST));
    await FileJournal.begin(path, HEADER).remove();
    expect((await resumed(path)).steps).to.deep.equal(["a", "b", "c"]);
  });

  it("drops the line being written, wherever the process died, and resumes after it", async (path) => {
    await written(path, async (journal) => await journal.sign([signed("a", 1)]));
    const before = (await readFile(path)).length;
    const journal = await resume(path);
    await journal.sign([signed("b", 2), signed("c", 3)]);
    await journal.close();
    const whole = await readFile(path);
    // A line is complete even without its line break.
    const endOfB = whole.indexOf("\n", before);
    for (let length = before; length <= whole.length; length++) {
      // Only positions near line ends are tested, and some others; of these, each resume waits for the disk.
      const isNearEnd = [before, endOfB, whole.length].some((end) => Math.abs(end - length) <= 2);
      if (!isNearEnd && length % 10 > 0) continue;
      await writeFile(path, whole.subarray(0, length));
      const kept =
        length >= whole.length - 1 ? ["a", "b", "c"] : length >= endOfB ? ["a", "b"] : ["a"];
      const { lines = [] } = (await readJournal(path)) ?? {};
      expect(
        lines.map((line) => line.kind === "signed" && line.step),
        `after ${length} bytes`,
      ).to.deep.equal(kept);
      if (!isNearEnd && length % 100 > 0) continue;
      const torn = await resume(path);
      expect(torn.steps, `after ${length} bytes`).to.deep.equal(kept);
      await torn.sign([signed("d", 4)]);
      await torn.close();
      expect((await resumed(path)).steps, `after ${length} bytes`).to.deep.equal([...kept, "d"]);
    }
  });

  it("is absent if there is no file, and refused if its first line is incomplete", async (path) => {
    expect(await readJournal(path)).to.equal(undefined);
    const [header = ""] = await threeSteps(path);
    for (const kept of [header.length - 1, 50, 0]) {
      await writeFile(path, header.slice(0, kept));
      expect((await rejection(readJournal(path))).message, `${kept} bytes`)
        .to.match(kept === 0 ? /is empty/ : /is damaged in line 1/)
        .and.include("nothing is sent with it")
        .and.include("--restart");
      expect(await readHeader(path)).to.equal(undefined);
    }
  });

  it("is refused with any byte changed, and left unchanged", async (path) => {
    const text = (await threeSteps(path)).join("\n");
    // Only some bytes, to stay fast.
    const every = process.env.ALL_CASES === undefined ? 11 : 1;
    for (let at = 0; at < text.length; at += every) {
      const changed = `${text.slice(0, at)}${text[at] === "0" ? "1" : "0"}${text.slice(at + 1)}`;
      await writeFile(path, changed);
      const error = await rejection(resume(path));
      expect(error.name, `byte ${at}`).to.equal("MigrationError");
      expect(error.message, `byte ${at}`).to.match(/is damaged in line \d|has format/);
      expect(await readFile(path, "utf8")).to.equal(changed);
    }
  });

  const DAMAGES: Readonly<Record<string, readonly [(lines: string[]) => void, number]>> = {
    "a removed line": [(lines) => lines.splice(2, 1), 3],
    "its header removed": [(lines) => lines.splice(0, 1), 1],
    "two lines swapped": [(lines) => lines.splice(1, 2, lines[2] ?? "", lines[1] ?? ""), 2],
    "a line twice": [(lines) => lines.splice(2, 0, lines[1] ?? ""), 3],
    "an empty line": [(lines) => lines.splice(1, 0, ""), 2],
    "a line of zeros": [(lines) => lines.splice(2, 1, "\0".repeat(80)), 3],
    "junk after the last line": [(lines) => (lines[3] += "junk"), 4],
    "junk in the place of the last line's end": [(lines) => lines.splice(3, 2, `${lines[3]} `), 4],
  };
  for (const [name, [damage, number]] of Object.entries(DAMAGES)) {
    it(`is refused with ${name}, and left unchanged`, async (path) => {
      const lines = await threeSteps(path);
      damage(lines);
      await writeFile(path, lines.join("\n"));
      expect((await rejection(resume(path))).message)
        .to.include(`damaged in line ${number}`)
        .and.include("Restore it from a copy, or move it away");
      expect(await readFile(path, "utf8")).to.equal(lines.join("\n"));
    });
  }

  it("does not suggest --restart alone if that would resume it", async (path) => {
    const journal = FileJournal.begin(path, { ...HEADER, begunByRestart: true });
    await journal.sign(FIRST);
    await journal.close();
    const lines = (await readFile(path, "utf8")).split("\n");
    await writeFile(path, lines.toSpliced(1, 1).join("\n"));
    expect((await readHeader(path))?.begunByRestart).to.equal(true);
    expect((await rejection(readJournal(path))).message)
      .to.include("without --yes and --restart")
      .and.include("start over, move it away, too, and pass --restart");
  });

  it("is refused if it is another file, which is left unchanged", async () => {
    for (const text of [
      "a diary",
      "a diary\n",
      "{}\n",
      "123\n",
      '["header"]\n',
      '{"kind":"signed"}\n',
    ]) {
      await inFolder(async (path) => {
        await writeFile(path, text);
        expect((await rejection(readJournal(path))).message, text).to.equal(
          `${path} exists but is not a journal; it was not changed. Move it away, or pass another file with --output.`,
        );
        expect(await readFile(path, "utf8")).to.equal(text);
      });
    }
  });
});
