import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readCached } from "./cache-file.js";
import { makeFolder } from "./make-folder.js";
import { writeWhole } from "./write-file.js";
import { stateFolder } from "./user-folders.js";

/** HMAC-SHA-256 of the file's name and everything after the HMAC. */
const SEAL_BYTES = 32;

export interface SealedLimits {
  /** The largest file, in bytes. */
  readonly file: number;
  /** Total size of all files. */
  readonly bytes: number;
  /** Milliseconds since a file was last used. */
  readonly age: number;
}

/**
 * A cache of files, each under a key that contains everything that the file depends on. A file is written completely or
 * not at all, so any number of processes may use the folder. Files that are damaged, or that another user or machine
 * wrote, are ignored. Neither a file nor its name reveals the key.
 * @example
 * const folder = await SealedFolder.open(join(defaultCacheDir(), "answers"), limits);
 * const known = await folder?.read(question);
 */
export class SealedFolder {
  readonly #folder: string;
  readonly #limits: SealedLimits;
  readonly #ownKey: Buffer;
  /** Whether old files were removed; once per process is enough. */
  #isSwept = false;

  private constructor(folder: string, limits: SealedLimits, key: Buffer) {
    this.#folder = folder;
    this.#limits = limits;
    this.#ownKey = key;
  }

  /**
   * @param stateDir the folder with this user's key; see `stateFolder`
   * @returns undefined if this user has no key and none can be created
   */
  static async open(
    folder: string,
    limits: SealedLimits,
    stateDir?: string,
  ): Promise<SealedFolder | undefined> {
    const key = await ownKey(stateDir);
    return key && new SealedFolder(folder, limits, key);
  }

  /** The content under a key; undefined if there is none, or none that can be trusted. */
  async read(key: string): Promise<Buffer | undefined> {
    const name = this.#nameOf(key);
    const path = join(this.#folder, name);
    const content = await this.#readFile(path, name).catch(() => undefined);
    if (content === undefined) return undefined;
    // Marks the file as used, because unused files are removed.
    const now = new Date();
    await utimes(path, now, now).catch(() => {});
    return content;
  }

  /** Stores content under a key. If that fails, nothing is stored. */
  async write(key: string, content: Uint8Array): Promise<void> {
    if (content.length + SEAL_BYTES > this.#limits.file) return;
    const name = this.#nameOf(key);
    try {
      makeFolder(this.#folder, 0o700);
      const bytes = Buffer.concat([this.#seal(name, content), content]);
      await writeWhole(join(this.#folder, name), bytes, { advice: "" });
      if (this.#isSwept) return;
      this.#isSwept = true;
      await removeOldFiles(this.#folder, this.#limits);
    } catch {
      // The disk may be full, or the folder read-only. A cache is never needed.
    }
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.#folder, this.#nameOf(key)), { force: true }).catch(() => {});
  }

  async #readFile(path: string, name: string): Promise<Buffer | undefined> {
    const bytes = await readCached(path, this.#limits.file);
    if (bytes === undefined) return undefined;
    const content = bytes.subarray(SEAL_BYTES);
    const isOurs = timingSafeEqual(bytes.subarray(0, SEAL_BYTES), this.#seal(name, content));
    return isOurs ? content : undefined;
  }

  #nameOf(key: string): string {
    return `${createHmac("sha256", this.#ownKey).update(key).digest("hex").slice(0, 40)}.bin`;
  }

  /** The HMAC includes the name, so that no file can replace another one. */
  #seal(name: string, content: Uint8Array): Buffer {
    return createHmac("sha256", this.#ownKey).update(`${name}\n`).update(content).digest();
  }
}

/** Names that a cache gives its own files. It ignores any other file. */
const KEPT = /^[0-9a-f]{40}\.bin$/;

/**
 * Removes files of a cache that were not used for a long time, then the least recently used ones, until the rest fits.
 * Ignores files that are gone or cannot be removed, because other processes use the folder, too.
 */
export async function removeOldFiles(
  folder: string,
  limits: Omit<SealedLimits, "file">,
): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => KEPT.test(name));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() === true ? [{ path, size: found.size, used: found.mtimeMs }] : [];
    }),
  );
  const newestFirst = files.flat().sort((one, other) => other.used - one.used);
  let bytes = 0;
  for (const { path, size, used } of newestFirst) {
    bytes += size;
    if (bytes <= limits.bytes && Date.now() - used <= limits.age) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}

const FILE = "cache-key";
const BYTES = 32;

/**
 * A key that only this user's processes know, created by the first call. It lets them recognise what they wrote
 * themselves in folders that others may write to, such as a cache kept by a CI service.
 * @returns undefined if it can be neither read nor created
 */
export async function ownKey(folder: string = stateFolder()): Promise<Buffer | undefined> {
  const path = join(folder, FILE);
  return (await readKey(path)) ?? (await makeKey(folder, path).catch(() => undefined));
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const key = await readFile(path).catch(() => undefined);
  return key?.length === BYTES ? key : undefined;
}

/** Creates the key completely or not at all. If several processes do so at once, the first key stays. */
async function makeKey(folder: string, path: string): Promise<Buffer | undefined> {
  makeFolder(folder, 0o700);
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, randomBytes(BYTES), { flag: "wx", mode: 0o600 });
    await link(temporary, path).catch(() => {});
  } finally {
    await rm(temporary, { force: true });
  }
  return await readKey(path);
}
