import { Journal } from "../../../../src/engine/execution/journal/journal.js";
import type { JournalLine } from "../../../../src/engine/execution/journal/lines.js";

/** A journal that shows what was written to it, in order. */
export class MemoryJournal extends Journal {
  readonly lines: JournalLine[] = [];

  protected override write(lines: readonly JournalLine[]): Promise<void> {
    this.lines.push(...lines);
    return Promise.resolve();
  }
}
