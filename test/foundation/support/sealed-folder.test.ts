import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import {
  ownKey,
  removeOldFiles,
  SealedFolder,
} from "../../../src/foundation/support/sealed-folder.js";
import { itInFolder as it } from "../../temporary-folder.js";

const LIMITS = { file: 1000, bytes: 2000, age: 1000 * 60 * 60 };
const CONTENT = Buffer.from("what is kept");

async function open(folder: string, state = "state"): Promise<SealedFolder> {
  return (await SealedFolder.open(join(folder, "kept"), LIMITS, join(folder, state)))!;
}

describe("SealedFolder", () => {
  it("returns what was written under a key, even in another process", async (folder) => {
    const sealed = await open(folder);
    expect(await sealed.read("a secret key")).to.equal(undefined);
    await sealed.write("a secret key", CONTENT);
    await sealed.write("another", Buffer.alloc(0));
    expect(await (await open(folder)).read("a secret key")).to.deep.equal(CONTENT);
    expect(await sealed.read("another")).to.deep.equal(Buffer.alloc(0));
    expect(await sealed.read("a third")).to.equal(undefined);
  });

  it("returns nothing from another user or machine, and does not reveal the key", async (folder) => {
    await (await open(folder)).write("a secret key", CONTENT);
    await (await open(folder, "other")).write("a secret key", Buffer.from("planted"));
    const paths = (await readdir(join(folder, "kept"))).map((name) => join(folder, "kept", name));
    expect(paths).to.have.length(2);
    expect(await (await open(folder)).read("a secret key")).to.deep.equal(CONTENT);
    // A file under our name but without our seal.
    const [one, other] = await Promise.all(paths.map(async (path) => await readFile(path)));
    await writeFile(paths[0]!, other!);
    await writeFile(paths[1]!, one!);
    expect(await (await open(folder)).read("a secret key")).to.equal(undefined);
  });

  it("returns nothing of a file that is damaged, cut off or empty, and replaces it", async (folder) => {
    const sealed = await open(folder);
    await sealed.write("key", CONTENT);
    const [name] = await readdir(join(folder, "kept"));
    const path = join(folder, "kept", name!);
    const whole = await readFile(path);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 5]! ^= 1;
    for (const bytes of [flipped, whole.subarray(0, -1), whole.subarray(32), Buffer.alloc(0)]) {
      await writeFile(path, bytes);
      expect(await sealed.read("key")).to.equal(undefined);
      await sealed.write("key", CONTENT);
      expect(await sealed.read("key")).to.deep.equal(CONTENT);
    }
  });

  it("records when a file was used, and removes unused files", async (folder) => {
    await (await open(folder)).write("used", CONTENT);
    const [used] = await readdir(join(folder, "kept"));
    await (await open(folder)).write("old", CONTENT);
    const long = new Date(Date.now() - 2 * LIMITS.age);
    for (const name of await readdir(join(folder, "kept"))) {
      await utimes(join(folder, "kept", name), long, long);
    }
    await (await open(folder)).read("used");
    expect((await stat(join(folder, "kept", used!))).mtimeMs).to.be.above(long.getTime() + 1000);
    await (await open(folder)).write("new", CONTENT);
    expect(await readdir(join(folder, "kept"))).to.have.length(2);
    expect(await (await open(folder)).read("old")).to.equal(undefined);
  });

  it("neither writes nor reads a file that is too large", async (folder) => {
    const sealed = await open(folder);
    await sealed.write("a", Buffer.alloc(969));
    expect(await sealed.read("a")).to.equal(undefined);
    await sealed.write("a", Buffer.alloc(968));
    expect(await sealed.read("a")).to.have.length(968);
    const [name] = await readdir(join(folder, "kept"));
    await writeFile(join(folder, "kept", name!), Buffer.alloc(1001));
    expect(await sealed.read("a")).to.equal(undefined);
  });

  it("is undefined if the user can have no key, and stores nothing if it cannot write", async (folder) => {
    await writeFile(join(folder, "state"), "");
    const none = await SealedFolder.open(folder, LIMITS, join(folder, "state"));
    expect(none).to.equal(undefined);
    await writeFile(join(folder, "kept"), "");
    const sealed = await open(folder, "other");
    await sealed.write("a", CONTENT);
    expect(await sealed.read("a")).to.equal(undefined);
  });
});

describe("ownKey", () => {
  it("is created once, even for concurrent callers, and readable by this user only", async (parent) => {
    const folder = join(parent, "state");
    const keys = await Promise.all(Array.from({ length: 8 }, () => ownKey(folder)));
    const texts = new Set(keys.map((key) => key?.toString("hex")));
    expect(texts.size).to.equal(1);
    expect([...texts][0]).to.match(/^[0-9a-f]{64}$/);
    expect((await ownKey(folder))?.toString("hex")).to.equal([...texts][0]);
    expect(await readdir(folder)).to.deep.equal(["cache-key"]);
    if (process.platform !== "win32") {
      expect((await stat(join(folder, "cache-key"))).mode & 0o077).to.equal(0);
    }
  });

  it("is undefined if it cannot be stored, or if something else is in its place", async (folder) => {
    await writeFile(join(folder, "file"), "");
    expect(await ownKey(join(folder, "file"))).to.equal(undefined);
    await writeFile(join(folder, "cache-key"), "short");
    expect(await ownKey(folder)).to.equal(undefined);
  });
});

const HOUR = 60 * 60 * 1000;

function nameOf(digit: string): string {
  return `${digit.repeat(40)}.bin`;
}

/** Writes a file of this size that was last used this many hours ago. */
async function file(folder: string, name: string, bytes: number, hours: number): Promise<void> {
  const path = join(folder, name);
  const used = new Date(Date.now() - hours * HOUR);
  await writeFile(path, Buffer.alloc(bytes));
  await utimes(path, used, used);
}

describe("removeOldFiles", () => {
  it("removes the least recently used files first, until the rest fits", async (folder) => {
    for (const [digit, hours] of [
      ["a", 3],
      ["b", 1],
      ["c", 4],
      ["d", 2],
    ] as const) {
      await file(folder, nameOf(digit), 40, hours);
    }
    await file(folder, "notes.txt", 10, 49);
    await removeOldFiles(folder, { bytes: 100, age: 48 * HOUR });
    expect(await readdir(folder)).to.have.members([nameOf("b"), nameOf("d"), "notes.txt"]);
  });
});
