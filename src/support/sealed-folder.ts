import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

import { ownKey } from "./own-key.js";
import { removeOldFiles, type KeptLimits } from "./remove-old-files.js";
import { writeWhole } from "./write-file.js";

/** HMAC-SHA-256 of the file's name and of all that follows it. */
const SEAL_BYTES = 32;

export interface SealedLimits extends KeptLimits {
  /** The largest file, in bytes. */
  readonly file: number;
}

/**
 * A cache of files, each under a key that says all that it depends on. A file is written whole or not at
 * all, so that any number of processes may use the folder. Nothing in it is believed that is damaged, or
 * that another user or machine wrote. Neither a file nor its name tells what the key is.
 * @example
 * const folder = await SealedFolder.open(join(defaultCacheDir(), "answers"), limits);
 * const known = await folder?.read(question);
 */
export class SealedFolder {
  readonly #folder: string;
  readonly #limits: SealedLimits;
  readonly #ownKey: Buffer;
  /** Whether old files were looked for: once a process is enough. */
  #isSwept = false;

  private constructor(folder: string, limits: SealedLimits, key: Buffer) {
    this.#folder = folder;
    this.#limits = limits;
    this.#ownKey = key;
  }

  /**
   * @param stateDir where this user's key is; see `stateFolder`
   * @returns undefined if this user has no key and can make none
   */
  static async open(
    folder: string,
    limits: SealedLimits,
    stateDir?: string,
  ): Promise<SealedFolder | undefined> {
    const key = await ownKey(stateDir);
    return key && new SealedFolder(folder, limits, key);
  }

  /** What is kept under a key; undefined if there is nothing, or nothing that can be believed. */
  async read(key: string): Promise<Buffer | undefined> {
    const name = this.#nameOf(key);
    const path = join(this.#folder, name);
    const content = await this.#readFile(path, name).catch(() => undefined);
    if (content === undefined) return undefined;
    // What is used stays, and what nobody asks for any more goes.
    const now = new Date();
    await utimes(path, now, now).catch(() => {});
    return content;
  }

  /** Keeps a content under a key. Where that fails, nothing is kept. */
  async write(key: string, content: Uint8Array): Promise<void> {
    if (content.length + SEAL_BYTES > this.#limits.file) return;
    const name = this.#nameOf(key);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const bytes = Buffer.concat([this.#seal(name, content), content]);
      await writeWhole(join(this.#folder, name), bytes, { advice: "" });
      if (this.#isSwept) return;
      this.#isSwept = true;
      await removeOldFiles(this.#folder, this.#limits);
    } catch {
      // A full disk, or a folder that cannot be written: a cache is never needed.
    }
  }

  async #readFile(path: string, name: string): Promise<Buffer | undefined> {
    const file = await stat(path);
    if (!file.isFile() || file.size > this.#limits.file) return undefined;
    const bytes = await readFile(path);
    const content = bytes.subarray(SEAL_BYTES);
    const isOurs = timingSafeEqual(bytes.subarray(0, SEAL_BYTES), this.#seal(name, content));
    return isOurs ? content : undefined;
  }

  #nameOf(key: string): string {
    return `${createHmac("sha256", this.#ownKey).update(key).digest("hex").slice(0, 40)}.bin`;
  }

  /** The name is in it, so that no file passes for another one. */
  #seal(name: string, content: Uint8Array): Buffer {
    return createHmac("sha256", this.#ownKey).update(`${name}\n`).update(content).digest();
  }
}
