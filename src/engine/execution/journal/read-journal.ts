import { MigrationError } from "../../../foundation/support/errors.js";
import { ifAbsent, readGiven } from "../../../foundation/support/read-given.js";
import { holdsCheckedLine, LineChain } from "./line-chain.js";
import { FORMAT, formatOf, lineOf, type JournalHeader, type JournalLine } from "./lines.js";

export interface JournalContents {
  readonly header: JournalHeader;
  readonly lines: readonly JournalLine[];
  /** The checksums up to the last line. */
  readonly chain: LineChain;
  /** Bytes up to the end of the last line. */
  readonly length: number;
  /** The last line is complete except for its line break. */
  readonly endsOpen: boolean;
}

/**
 * Reads a journal without opening it. Ignores an incomplete last line, which a process was writing when it died: its
 * transactions were never sent.
 * @returns undefined if there is no file
 * @throws MigrationError if the file is not a journal, or is one that is empty, changed, incomplete or of another
 * format
 */
export async function readJournal(path: string): Promise<JournalContents | undefined> {
  const bytes = await read(path);
  if (bytes === undefined) return undefined;
  const texts = bytes.toString("utf8").split("\n");
  // A power failure may leave zeros instead of data.
  const tail = (texts.pop() ?? "").replace(/\0+$/, "");
  const endsOpen = holdsCheckedLine(tail);
  if (endsOpen) texts.push(tail);
  const [first, ...rest] = texts;
  if (first === undefined) throw tail === "" ? empty(path) : beginsOtherwise(path, tail);
  const chain = new LineChain();
  const header = headerIn(path, first, chain);
  const lines = rest.map((text, index) => {
    const line = chain.accepts(text) ? lineOf(text) : undefined;
    if (line === undefined) throw damaged(path, index + 2, header);
    return line;
  });
  const end = bytes.lastIndexOf("\n") + 1;
  const length = endsOpen ? end + Buffer.byteLength(tail) : end;
  return { header, lines, chain, length, endsOpen };
}

/** The header of a journal, even if its other lines are damaged; undefined if it cannot be read. */
export async function readHeader(path: string): Promise<JournalHeader | undefined> {
  const [first = ""] = ((await read(path)) ?? "").toString("utf8").split("\n", 1);
  try {
    return headerIn(path, first, new LineChain());
  } catch {
    return undefined;
  }
}

async function read(path: string): Promise<Buffer | undefined> {
  const advice =
    "It should be a file that this user can read and write. Fix that, or pass another file with --output.";
  return await readGiven(path, "The journal", advice).catch(ifAbsent);
}

function headerIn(path: string, text: string, chain: LineChain): JournalHeader {
  const format = formatOf(text);
  if (format === undefined) throw beginsOtherwise(path, text);
  const isWhole = chain.accepts(text);
  if (format !== FORMAT && (isWhole || !holdsCheckedLine(text))) {
    throw new MigrationError(
      `The journal ${path} has format ${format}; this version reads format ${FORMAT}. Finish that migration with the ` +
        "version that started it, or pass --restart.",
    );
  }
  const line = isWhole ? lineOf(text) : undefined;
  if (line?.kind !== "header") throw damaged(path, 1);
  return line;
}

/** The error for a journal whose first line is missing, cut off or changed, and for any other file. */
function beginsOtherwise(path: string, text: string): MigrationError {
  if (holdsCheckedLine(text) || text.includes('"kind":"header"')) return damaged(path, 1);
  return new MigrationError(
    `${path} exists but is not a journal; it was not changed. Move it away, or pass another file with --output.`,
  );
}

function empty(path: string): MigrationError {
  return new MigrationError(`The journal ${path} is empty. ${adviceFor(undefined)}`);
}

function damaged(path: string, number: number, header?: JournalHeader): MigrationError {
  const what =
    number === 1
      ? "it was changed, or the lines before it are missing"
      : `it was changed, or does not follow line ${number - 1}`;
  return new MigrationError(
    `The journal ${path} is damaged in line ${number}: ${what}. ${adviceFor(header)}`,
  );
}

function adviceFor(header: JournalHeader | undefined): string {
  const isOfRestart = header?.begunByRestart === true;
  const again = isOfRestart ? "move it away, too, and pass --restart" : "pass --restart";
  return (
    "It records what was sent, so nothing is sent with it. Restore it from a copy, or move it away and run the same " +
    `command on a terminal, without --yes${isOfRestart ? " and --restart" : ""}: then what was sent is found on the ` +
    `chain. To leave that migration unfinished and start over, ${again}: everything is redeployed.`
  );
}
