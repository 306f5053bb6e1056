import { existsSync } from "node:fs";
import { join } from "node:path";
import { readCached, writeCached } from "../../support/cache-file.js";
import type { ArcRelease } from "../artifact.js";
import { ARCHIVE_FORMAT, openArchive } from "./archive.js";
import { fileNameOf, pinOf, type Pins } from "./packages.js";

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
    const bytes = await readCached(path, LARGEST_FILE);
    const release = bytes && openArchive(packageSpec, pinOf(packageSpec, this.#contents), bytes);
    if (release === undefined && existsSync(path)) onRefused(path);
    return release;
  }

  /** @throws MigrationError if the folder cannot be written */
  async write(packageSpec: string, archive: Buffer): Promise<void> {
    await writeCached(this.#path(packageSpec), archive);
  }

  #path(packageSpec: string): string {
    return join(this.folder, `${fileNameOf(packageSpec)}.bin`);
  }
}
