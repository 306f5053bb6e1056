import { crc32 } from "node:zlib";

import { MigrationError } from "../../support/errors.js";

/** Of the file; a reader of another format must not guess. */
export const FORMAT = 1;

/** What a kept chain belongs to; replay is exact only where all of it is the same. */
export interface Header {
  readonly kind: "header";
  readonly format: number;
  /** Version of this package and of the chain that it runs. */
  readonly versions: Readonly<Record<string, string>>;
  /** Everything that decides what the chain is, by the name of its option. */
  readonly configuration: Readonly<Record<string, string>>;
  /** Time of block 0, in UNIX seconds. */
  readonly genesisTime: number;
}

/** A request that changed the chain. */
export interface Change {
  readonly kind: "change";
  readonly method: string;
  readonly params: readonly unknown[];
  /** True where it was answered with an error, and changed the chain nevertheless: a revert. */
  readonly failed?: true;
  /** Time of the first block that it mined, in UNIX seconds. */
  readonly time?: number;
  /** Number and hash of the last block, where that changed. */
  readonly head?: readonly [number, string];
  /** By how many seconds the chain's clock is ahead of the machine's, where that changed. */
  readonly clock?: number;
}

/** The migration is done: what it made, and the parameters it was made with. */
export interface Ready {
  readonly kind: "ready";
  readonly result: unknown;
  readonly params: string;
}

export type Entry = Header | Change | Ready;

/** One line: a checksum of the text behind it, then the entry. */
export function encodeEntry(entry: Entry): string {
  const text = JSON.stringify(entry);
  return `${checksum(text)} ${text}\n`;
}

export interface DecodedEntries {
  readonly entries: readonly Entry[];
  /** Bytes that the entries take; what is behind them is half an entry. */
  readonly length: number;
}

/**
 * Reads the entries of a file. Half an entry at its end is what a process was writing when it was
 * killed; nobody was given an answer to it.
 * @throws MigrationError where an entry is not what was written, with its position
 */
export function decodeEntries(bytes: Buffer, path: string): DecodedEntries {
  const entries: Entry[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) return { entries, length: start };
    entries.push(decodeLine(bytes.toString("utf8", start, end), path, entries.length + 1, start));
    start = end + 1;
  }
}

function decodeLine(line: string, path: string, number: number, position: number): Entry {
  const text = line.slice(9);
  if (line[8] === " " && line.slice(0, 8) === checksum(text)) return JSON.parse(text) as Entry;
  throw new MigrationError(
    `${path} is damaged at entry ${number} (byte ${position}): its checksum is wrong. What follows builds on ` +
      "it, so the chain cannot be restored. Put a copy of the folder in its place, or remove the folder to " +
      "begin a new chain.",
  );
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
