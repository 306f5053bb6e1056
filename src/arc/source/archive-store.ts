import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ARCHIVE_FORMAT, openArchive } from "./archive.js";
import type { ArcRelease } from "../artifact.js";
import { writeWhole } from "../../support/write-file.js";

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
   * Safe against a crash and against other processes: the last one to finish wins, with equal bytes.
   * @throws MigrationError where the folder cannot be written.
   */
  async write(packageSpec: string, archive: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeWhole(this.#path(packageSpec), archive, { advice: "" });
  }

  #path(packageSpec: string): string {
    return join(this.folder, `${packageSpec.replace(/^@\w+\//, "").replace("@", "-")}.bin`);
  }
}
