import { access, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { keccak256 } from "ethers";

import { FileJournal, readJournal } from "../../../src/execution/journal/file-journal.js";
import type { JournalHeader, SignedStep } from "../../../src/execution/journal/lines.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const HEADER: JournalHeader = {
  chainId: 1337,
  genesis: `0x${"01".repeat(32)}`,
  account: "0x0000000000000000000000000000000000000001",
  inputs: "ab".repeat(32),
  transactionGasLimit: 16_777_216n,
  fundingGasPrice: 1_000n,
  firstBlock: 7,
  reusable: { DAOToken: "0x0000000000000000000000000000000000000002" },
  movesClock: true,
};

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

/** Begins a journal, writes to it, and closes it as the end of a process does. */
async function written(
  path: string,
  write: (journal: FileJournal) => Promise<void>,
): Promise<void> {
  const journal = await FileJournal.create(path, HEADER);
  await write(journal);
  await journal.close();
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
  it("holds after a restart what was written before it", async () => {
    await inFolder(async (path) => {
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
      expect([...journal.clocks]).to.deep.equal([["wait", 1_700_000_000]]);
    });
  });

  it("goes on after a restart", async () => {
    await inFolder(async (path) => {
      await written(path, async (journal) => await journal.sign([signed("a", 1)]));
      const journal = await resume(path);
      await journal.sign([signed("b", 2)]);
      await journal.close();
      expect((await resumed(path)).steps).to.deep.equal(["a", "b"]);
    });
  });

  it("has one step do one thing: what does something else takes the place of what was before", async () => {
    await inFolder(async (path) => {
      const anew = signed("a", 5, { call: "another call" });
      await written(path, async (journal) => {
        await journal.sign([signed("a", 1)]);
        await journal.sign([anew]);
        expect(journal.transactions("a").map(({ nonce }) => nonce)).to.deep.equal([5]);
      });
      expect((await resumed(path)).transactions("a").map(({ hash }) => hash)).to.deep.equal([
        anew.hash,
      ]);
    });
  });

  it("may be read by its owner alone, and is gone once it is removed", async () => {
    await inFolder(async (path) => {
      const journal = await FileJournal.create(path, HEADER);
      expect((await stat(path)).mode & 0o777).to.equal(0o600);
      await journal.remove();
      expect(await rejection(access(path))).to.have.property("code", "ENOENT");
      await journal.close();
    });
  });

  it("is never begun over one that is there", async () => {
    await inFolder(async (path) => {
      await written(path, async () => {});
      expect(await rejection(FileJournal.create(path, HEADER))).to.have.property("code", "EEXIST");
    });
  });

  it("drops the line under way, wherever the process died in it, and goes on after it", async () => {
    await inFolder(async (path) => {
      await written(path, async (journal) => await journal.sign([signed("a", 1)]));
      const before = (await readFile(path)).length;
      const journal = await resume(path);
      await journal.sign([signed("b", 2), signed("c", 3)]);
      await journal.close();
      const whole = await readFile(path);
      const endOfB = whole.indexOf("\n", before) + 1;
      for (let length = before; length <= whole.length; length++) {
        await writeFile(path, whole.subarray(0, length));
        const torn = await resume(path);
        const kept =
          length === whole.length ? ["a", "b", "c"] : length >= endOfB ? ["a", "b"] : ["a"];
        expect(torn.steps, `after ${length} bytes`).to.deep.equal(kept);
        await torn.sign([signed("d", 4)]);
        await torn.close();
        expect((await resumed(path)).steps, `after ${length} bytes`).to.deep.equal([...kept, "d"]);
      }
    });
  });

  it("drops what a power failure leaves behind the last line: zeros where data should be", async () => {
    await inFolder(async (path) => {
      await written(path, async (journal) => await journal.sign([signed("a", 1)]));
      await writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(300)]));
      expect((await resumed(path)).steps).to.deep.equal(["a"]);
    });
  });

  it("is none yet where its first line is not whole", async () => {
    await inFolder(async (path) => {
      expect((await readJournal(path))?.header).to.equal(undefined);
      await written(path, async () => {});
      const { length } = await readFile(path);
      for (const kept of [length - 1, 5, 0]) {
        await truncate(path, kept);
        expect((await readJournal(path))?.header).to.equal(undefined);
      }
    });
  });

  it("is refused with a damaged line, and left as it is", async () => {
    const damages: Readonly<Record<string, (line: string) => string>> = {
      "no JSON": (line) => line.slice(1),
      "other JSON": () => "123",
      null: () => "null",
      "a kind that there is not": (line) => line.replace('"signed"', '"singed"'),
      "no bytes": (line) => line.replace(/"raw":"[^"]*"/, '"raw":""'),
      "one bit of the bytes": (line) => line.replace(/"raw":"0x02/, '"raw":"0x03'),
      zeros: (line) => "\0".repeat(line.length),
    };
    for (const [name, damage] of Object.entries(damages)) {
      await inFolder(async (path) => {
        await written(path, async (journal) => {
          await journal.sign([signed("a", 1), signed("b", 2), signed("c", 3)]);
        });
        const lines = (await readFile(path, "utf8")).split("\n");
        lines[2] = damage(lines[2] ?? "");
        await writeFile(path, lines.join("\n"));
        const error = await rejection(resume(path));
        expect(error.message, name).to.include("damaged in line 3").and.include("--restart");
        expect(await readFile(path, "utf8")).to.equal(lines.join("\n"));
      });
    }
  });

  it("is refused where it is another file, which is left as it is", async () => {
    for (const text of ["a diary\n", "{}\n", "123\n", '["header"]\n', '{"kind":"signed"}\n']) {
      await inFolder(async (path) => {
        await writeFile(path, text);
        expect((await rejection(readJournal(path))).message, text).to.equal(
          `${path} exists but is not a journal; it was not changed. Move it away, or pass another file with --output.`,
        );
        expect(await readFile(path, "utf8")).to.equal(text);
      });
    }
  });

  it("is refused in another format, with what to do", async () => {
    await inFolder(async (path) => {
      await writeFile(path, `${JSON.stringify({ kind: "header", format: 2 })}\n`);
      expect((await rejection(readJournal(path))).message).to.equal(
        `The journal ${path} has format 2; this version reads format 1. Finish that migration with the version that ` +
          "began it, or pass --restart.",
      );
    });
  });

  it("says where it cannot be written, and does not hold then what is not on the disk", async () => {
    await inFolder(async (path) => {
      const journal = await FileJournal.create(path, HEADER);
      await journal.close();
      const error = await rejection(journal.sign([signed("a", 1)]));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.include(path).and.include("Nothing more was sent");
      expect(journal.steps).to.deep.equal([]);
    });
  });
});
