import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../../support/write-file.js";
import type { ArcRelease } from "../artifact.js";
import { ARCHIVE_FORMAT, openArchive } from "./archive.js";
import { pinOf, type Pins } from "./packages.js";

/** The largest archive takes 0.1 MB. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** A folder of archives, one file per package: the user's cache, or what the built package carries. */
export class ArchiveStore {
  /** Each format has a folder of its own, so that two versions of this tool do not undo each other's. */
  readonly folder: string;
  readonly #contents: Pins;

  /** @param contents the pins of the packages' contents. */
  constructor(parent: string, contents: Pins) {
    this.folder = join(parent, `arc-${ARCHIVE_FORMAT}`);
    this.#contents = contents;
  }

  /**
   * @param onRefused told the path of a file that is not what is pinned, damaged or altered
   * @returns undefined when it is not there, or is refused: then it has to be fetched (again).
   */
  async read(
    packageSpec: string,
    onRefused: (path: string) => void = () => {},
  ): Promise<ArcRelease | undefined> {
    const path = this.#path(packageSpec);
    const file = await stat(path).catch(() => undefined);
    if (file === undefined) return undefined;
    // Anybody who may write the folder can put a pipe or a device there, which would never end.
    if (file.isFile() && file.size <= LARGEST_FILE) {
      const bytes = await readFile(path).catch(() => undefined);
      const release = bytes && openArchive(packageSpec, pinOf(packageSpec, this.#contents), bytes);
      if (release !== undefined) return release;
    }
    onRefused(path);
    return undefined;
  }

  /**
   * Safe against a crash and against other processes: the last one to finish wins, with equal bytes.
   * @throws MigrationError if the folder cannot be written.
   */
  async write(packageSpec: string, archive: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeWhole(this.#path(packageSpec), archive, { advice: "" });
  }

  #path(packageSpec: string): string {
    return join(this.folder, `${packageSpec.replace(/^@\w+\//, "").replace("@", "-")}.bin`);
  }
}
