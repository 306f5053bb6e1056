import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../support/write-file.js";
import type { ArcRelease } from "../artifact.js";
import { ARCHIVE_FORMAT, openArchive } from "./archive.js";
import { pinOf, type Pins } from "./packages.js";

/** The largest archive takes 0.1 MB. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** A folder of archives, one file per package: in the user's cache, or in the built package. */
export class ArchiveStore {
  /** Each format has its own folder, so that two versions of this tool do not overwrite each other's files. */
  readonly folder: string;
  readonly #contents: Pins;

  /** @param contents the pinned hashes of the packages' contents */
  constructor(parent: string, contents: Pins) {
    this.folder = join(parent, `arc-${ARCHIVE_FORMAT}`);
    this.#contents = contents;
  }

  /**
   * @param onRefused called with the path of a file that does not match its pin, because it is damaged or altered
   * @returns undefined if the archive is missing or refused, so that it must be fetched (again)
   */
  async read(
    packageSpec: string,
    onRefused: (path: string) => void = () => {},
  ): Promise<ArcRelease | undefined> {
    const path = this.#path(packageSpec);
    const file = await stat(path).catch(() => undefined);
    if (file === undefined) return undefined;
    // Anybody who can write to the folder could put a pipe or a device there, which would block forever.
    if (file.isFile() && file.size <= LARGEST_FILE) {
      const bytes = await readFile(path).catch(() => undefined);
      const release = bytes && openArchive(packageSpec, pinOf(packageSpec, this.#contents), bytes);
      if (release !== undefined) return release;
    }
    onRefused(path);
    return undefined;
  }

  /**
   * Safe if the process or another one is interrupted: the last one to finish wins, with the same bytes.
   * @throws MigrationError if the folder cannot be written
   */
  async write(packageSpec: string, archive: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeWhole(this.#path(packageSpec), archive, { advice: "" });
  }

  #path(packageSpec: string): string {
    return join(this.folder, `${packageSpec.replace(/^@\w+\//, "").replace("@", "-")}.bin`);
  }
}
