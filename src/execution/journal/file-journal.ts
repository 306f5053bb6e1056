import { open, readFile, rm, truncate, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

import { MigrationError } from "../../support/errors.js";
import { syncFile, syncFolder } from "../../support/sync.js";
import { Journal } from "./journal.js";
import { FORMAT, formatOf, lineOf, textOf, type JournalHeader, type JournalLine } from "./lines.js";

/** What a journal's file holds. */
export interface JournalContents {
  readonly header: JournalHeader;
  /** All lines but the header. */
  readonly lines: readonly JournalLine[];
}

/**
 * Reads a journal without opening it. A last line that was being written when a process died is left
 * out.
 * @returns undefined where there is no file, or one whose header was never written whole: nothing was
 *   sent from that
 * @throws MigrationError where the file is no journal, one of another format, or damaged
 */
export async function readJournal(path: string): Promise<JournalContents | undefined> {
  const [first, ...rest] = await readLines(path);
  if (first === undefined) return undefined;
  const header = headerIn(path, first);
  return { header, lines: rest.map((text, index) => lineIn(path, text, index + 2)) };
}

/** A journal in a file. Lines are on the disk before the bytes in them leave the process. */
export class FileJournal extends Journal {
  readonly path: string;
  readonly #file: FileHandle;
  #isOpen = true;

  /** Begins a journal; fails where the file exists. */
  static async create(path: string, header: JournalHeader): Promise<FileJournal> {
    const journal = new FileJournal(path, { header, lines: [] }, await open(path, "wx", 0o600));
    await journal.write([{ kind: "header", ...header }]);
    await syncFolder(dirname(path));
    return journal;
  }

  /** Opens a journal to write more to it. */
  static async resume(path: string, contents: JournalContents): Promise<FileJournal> {
    // Appending after half a line would spoil the next one.
    await truncate(path, (await readFile(path)).lastIndexOf("\n") + 1);
    return new FileJournal(path, contents, await open(path, "a"));
  }

  private constructor(path: string, { header, lines }: JournalContents, file: FileHandle) {
    super(header, lines);
    this.path = path;
    this.#file = file;
  }

  protected async write(lines: readonly JournalLine[]): Promise<void> {
    try {
      await this.#file.appendFile(lines.map((line) => `${textOf(line)}\n`).join(""));
      await syncFile(this.#file);
    } catch (error) {
      throw new MigrationError(
        `The journal ${this.path} cannot be written: ${(error as Error).message}. Nothing more was sent. Fix that and ` +
          "run the same command again to resume.",
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close();
  }

  /** Removes the file: the migration is finished. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
    await syncFolder(dirname(this.path));
  }
}

/** The whole lines of a file. */
async function readLines(path: string): Promise<readonly string[]> {
  try {
    const text = await readFile(path, "utf8");
    return text.split("\n").slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function headerIn(path: string, text: string): JournalHeader {
  const format = formatOf(text);
  if (format === undefined) {
    throw new MigrationError(
      `${path} exists but is not a journal; it was not changed. Move it away, or pass another file with --output.`,
    );
  }
  if (format !== FORMAT) {
    throw new MigrationError(
      `The journal ${path} has format ${format}; this version reads format ${FORMAT}. Finish that migration with the ` +
        "version that began it, or pass --restart.",
    );
  }
  const line = lineIn(path, text, 1);
  if (line.kind !== "header") throw damaged(path, 1);
  return line;
}

function lineIn(path: string, text: string, number: number): JournalLine {
  const line = lineOf(text);
  if (line === undefined) throw damaged(path, number);
  return line;
}

function damaged(path: string, number: number): MigrationError {
  return new MigrationError(
    `The journal ${path} is damaged in line ${number}. It records what was sent, so nothing is sent without it. ` +
      "Restore it from a copy, or pass --restart to leave that migration unfinished and begin again.",
  );
}
