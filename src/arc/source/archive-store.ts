import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ARCHIVE_FORMAT, openArchive } from "./archive.js";
import type { ArcRelease } from "../artifact.js";

const FORGOTTEN_AFTER_MS = 60 * 60 * 1000;

/** A folder of archives, one file per package: the user's cache, or what the built package carries. */
export class ArchiveStore {
  /** Each format has a folder of its own, so that two versions of this tool do not undo each other's. */
  readonly folder: string;

  constructor(parent: string) {
    this.folder = join(parent, `arc-${ARCHIVE_FORMAT}`);
  }

  /** @returns undefined when it is not there, or is damaged: then it has to be fetched (again). */
  async read(packageSpec: string): Promise<ArcRelease | undefined> {
    let bytes: Buffer;
    try {
      bytes = await readFile(this.#path(packageSpec));
    } catch {
      return undefined;
    }
    return openArchive(packageSpec, bytes);
  }

  /**
   * Safe against a crash and against other processes: whoever renames last wins, with equal bytes.
   * @throws the file system's error when the folder cannot be written.
   */
  async write(packageSpec: string, archive: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const temporary = `${this.#path(packageSpec)}.${process.pid}-${randomUUID()}.tmp`;
    try {
      const file = await open(temporary, "wx");
      try {
        await file.writeFile(archive);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path(packageSpec));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await this.#removeForgotten();
  }

  #path(packageSpec: string): string {
    return join(this.folder, `${packageSpec.replace(/^@\w+\//, "").replace("@", "-")}.bin`);
  }

  /** Temporary files of processes that were killed while they wrote. */
  async #removeForgotten(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith(".tmp")) continue;
      const path = join(this.folder, name);
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > FORGOTTEN_AFTER_MS) await rm(path, { force: true });
    }
  }
}
