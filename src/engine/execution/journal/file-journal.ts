import { existsSync } from "node:fs";
import { open, rename, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

import { MigrationError } from "../../../foundation/support/errors.js";
import { reasonOf } from "../../../foundation/support/system-error.js";
import { syncFile, syncFolder, writeWhole } from "../../../foundation/support/write-file.js";
import { Journal } from "./journal.js";
import { LineChain } from "./line-chain.js";
import { textOf, type JournalHeader, type JournalLine } from "./lines.js";
import type { JournalContents } from "./read-journal.js";

/** A journal in a file. Its lines are on disk before their transactions are sent. */
export class FileJournal extends Journal {
  readonly path: string;
  readonly #chain: LineChain;
  readonly #onSetAside: (to: string) => void;
  #file: FileHandle | undefined;
  #isClosed = false;

  /**
   * Begins a journal. The file is written together with the first lines after the header, completely or not at all.
   * @param onSetAside told where a file that was at the path is kept
   */
  static begin(
    path: string,
    header: JournalHeader,
    onSetAside: (to: string) => void = () => {},
  ): FileJournal {
    return new FileJournal(path, { header }, onSetAside);
  }

  static async resume(path: string, contents: JournalContents): Promise<FileJournal> {
    // Cut off half a line, because appending to it would damage the next one.
    const file = await truncate(path, contents.length)
      .then(async () => await open(path, "a"))
      .catch((error: unknown) => {
        throw cannotWrite(path, error);
      });
    if (contents.endsOpen) await file.appendFile("\n");
    // The process that wrote it may have died before it was on disk, and its steps are sent again now.
    await syncFile(file);
    await syncFolder(dirname(path));
    return new FileJournal(path, contents, () => {}, file);
  }

  private constructor(
    path: string,
    {
      header,
      lines,
      chain = new LineChain(),
    }: Pick<JournalContents, "header"> & Partial<JournalContents>,
    onSetAside: (to: string) => void,
    file?: FileHandle,
  ) {
    super(header, lines);
    this.path = path;
    this.#chain = chain;
    this.#onSetAside = onSetAside;
    this.#file = file;
  }

  protected override async write(lines: readonly JournalLine[]): Promise<void> {
    try {
      if (this.#isClosed) throw new Error("it is closed");
      if (this.#file === undefined) {
        await this.#create(lines);
      } else {
        await this.#requireThere(this.#file);
        await this.#file.appendFile(this.#textOf(lines));
        await syncFile(this.#file);
      }
    } catch (error) {
      throw cannotWrite(this.path, (error as Error).cause ?? error);
    }
  }

  /** A file that was deleted or replaced can still be written, but nobody would find what it says. */
  async #requireThere(file: FileHandle): Promise<void> {
    const open = await file.stat({ bigint: true });
    const there = await stat(this.path, { bigint: true }).catch(() => undefined);
    if (there?.ino === open.ino && there.dev === open.dev) return;
    throw new Error("it was deleted or replaced while the migration was running");
  }

  async #create(lines: readonly JournalLine[]): Promise<void> {
    const text = this.#textOf([{ kind: "header", ...this.header }, ...lines]);
    await writeWhole(this.path, text, {
      mode: 0o600,
      beforeReplacing: async () => await this.#setAside(),
    });
    this.#file = await open(this.path, "a");
  }

  async #setAside(): Promise<void> {
    if (!existsSync(this.path)) return;
    let number = 1;
    while (existsSync(`${this.path}.${number}`)) number++;
    const to = `${this.path}.${number}`;
    await rename(this.path, to);
    this.#onSetAside(to);
  }

  #textOf(lines: readonly JournalLine[]): string {
    return lines.map((line) => `${this.#chain.add(textOf(line))}\n`).join("");
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file?.close();
  }

  /**
   * Removes the file, because the migration is finished. If it was never written, a file of that name is somebody
   * else's and stays.
   */
  async remove(): Promise<void> {
    if (this.#file === undefined) return;
    await this.close();
    await rm(this.path, { force: true });
    await syncFolder(dirname(this.path));
  }
}

function cannotWrite(path: string, error: unknown): MigrationError {
  return new MigrationError(
    `The journal ${path} cannot be written: ${reasonOf(error)}. Nothing more was sent. Fix that and run the same ` +
      "command again to resume.",
    { cause: error },
  );
}
