import { Journal } from "./journal.js";
import type { JournalHeader, JournalLine } from "./lines.js";

/** A journal in memory only, for a migration that sends nothing. */
export class MemoryJournal extends Journal {
  /** What was written, in order. */
  readonly lines: JournalLine[] = [];

  /** @param earlier lines of an earlier run, without the header */
  constructor(header: JournalHeader, earlier?: readonly JournalLine[]) {
    super(header, earlier);
  }

  protected write(lines: readonly JournalLine[]): Promise<void> {
    this.lines.push(...lines);
    return Promise.resolve();
  }
}
