import { crc32 } from "node:zlib";

import { MigrationError } from "../../support/errors.js";

/** Version of the file's format. */
export const FORMAT = 1;

/** What a persisted chain depends on; a replay is exact only if all of it is the same. */
export interface Header {
  readonly kind: "header";
  readonly format: number;
  /** Versions of this package and of Hardhat. */
  readonly versions: Readonly<Record<string, string>>;
  /** Every option that affects the chain, by name. */
  readonly configuration: Readonly<Record<string, string>>;
  /** Time of block 0, in UNIX seconds. */
  readonly genesisTime: number;
}

/** A request that changed the chain. */
export interface Change {
  readonly kind: "change";
  readonly method: string;
  readonly params: readonly unknown[];
  /** True if it failed and still changed the chain: a revert. */
  readonly failed?: true;
  /** Time of the first block that it mined, in UNIX seconds. */
  readonly time?: number;
  /** Number and hash of the last block, if that changed. */
  readonly head?: readonly [number, string];
  /** How many seconds the chain's clock is ahead of the machine's, if that changed. */
  readonly clock?: number;
}

/** The migration is done: its result and its parameters. */
export interface Ready {
  readonly kind: "ready";
  readonly result: unknown;
  readonly params: string;
}

export type Entry = Header | Change | Ready;

/** A line with a checksum, followed by the entry. */
export function encodeEntry(entry: Entry): string {
  const text = JSON.stringify(entry);
  return `${checksum(text)} ${text}\n`;
}

export interface DecodedEntries {
  readonly entries: readonly Entry[];
  /** Length of the entries in bytes; an incomplete entry follows. */
  readonly length: number;
}

/**
 * Reads the entries of a file. An incomplete one at the end was being written when the process was
 * killed, so its request was never answered.
 * @throws MigrationError if an entry is damaged, with its position
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
    `${path} is damaged at entry ${number} (byte ${position}): its checksum is wrong. Later entries depend on it, so ` +
      "the chain cannot be restored. Restore the folder from a copy, or remove it to start a new chain.",
  );
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
