import { cp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { keccak256 } from "ethers";

import { FileJournal } from "../../../../src/engine/execution/journal/file-journal.js";
import type { SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import { rejected, rejection } from "../../../rejection.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";
import { sampleHeader } from "./sample-header.js";
import { itWith } from "../../../it-with.js";

const HEADER = sampleHeader();

function signed(step: string, nonce: number): SignedStep {
  const raw = `0x02${nonce.toString(16).padStart(4, "0")}`;
  return { step, from: HEADER.account, nonce, call: "0x", hash: keccak256(raw), raw };
}

async function inFolder(run: (path: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => await run(join(folder, "migration.json.journal")));
}
const it = itWith(inFolder);

describe("FileJournal", () => {
  it("holds no line until it is on disk: nothing of it is sent if the disk fails", async (path) => {
    await writeFile(path, "");
    const written: string[] = [];
    // No file has this descriptor, so syncing fails.
    const file = {
      fd: 2 ** 31 - 1,
      stat: async () => await stat(path, { bigint: true }),
      appendFile: async (text: string) => written.push(text),
    };
    const journal = Reflect.construct(FileJournal, [
      path,
      { header: HEADER },
      () => {},
      file,
    ]) as FileJournal;
    const error = await rejection(journal.sign([signed("a", 1)]));
    expect(written).to.have.length(1);
    expect(error.message).to.match(
      /^The journal .*journal cannot be written: EBADF: .*\. Nothing more was sent\. Fix that and run the same command again to resume\.$/,
    );
    expect(error).to.have.property("name", "MigrationError");
    expect(journal.steps).to.deep.equal([]);
  });

  for (const [what, change] of [
    ["deleted", async (path: string) => await rm(path)],
    [
      "replaced",
      async (path: string) =>
        await cp(`${path}`, `${path}.2`).then(() => rename(`${path}.2`, path)),
    ],
  ] as const) {
    it(`says that it was ${what} while the migration ran, and holds no line after that`, async (path) => {
      const journal = FileJournal.begin(path, HEADER);
      await journal.sign([signed("a", 1)]);
      await change(path);
      expect((await rejection(journal.sign([signed("b", 2)]))).message).to.include(
        "it was deleted or replaced while the migration was running. Nothing more was sent.",
      );
      expect(journal.steps).to.deep.equal(["a"]);
      await journal.close();
    });
  }

  it("says why it cannot be created, in the words of the system", async (path) => {
    const journal = FileJournal.begin(join(path, "none", "x.journal"), HEADER);
    expect((await rejection(journal.sign([signed("a", 1)]))).message).to.match(
      /cannot be written: the folder does not exist\. Nothing more was sent\./,
    );
  });

  it("is not written again once it is closed, and can be closed twice", async (path) => {
    const journal = FileJournal.begin(path, HEADER);
    await journal.sign([signed("a", 1)]);
    const before = await readFile(path, "utf8");
    await journal.close();
    await journal.close();
    await rejected(journal.drop("a"), "cannot be written: it is closed. Nothing more was sent.");
    expect(await readFile(path, "utf8")).to.equal(before);
    expect(journal.steps).to.deep.equal(["a"]);
  });

  it("is closed by its removal", async (path) => {
    const journal = FileJournal.begin(path, HEADER);
    await journal.sign([signed("a", 1)]);
    await journal.remove();
    expect((await rejection(journal.drop("a"))).message).to.include("it is closed");
    await journal.remove();
  });
});
