import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

import type { MigrationResult } from "../../result/result.js";

/** A recorded request: a transaction, or a change of the clock. */
export interface Recorded {
  readonly method: string;
  readonly params: unknown[];
}

/**
 * The migration of a chain, as the requests that it made. Sending them again takes a third of the time
 * of a migration, because it needs no artifacts, ABIs or ethers. It holds no key: the chain signs.
 */
export interface Recording {
  readonly requests: readonly Recorded[];
  readonly sections: Pick<MigrationResult, "base" | "dao" | "test">;
  /** The text of the DAO's parameters file. */
  readonly params: string;
  /** Addresses of the chain's accounts, with checksums. */
  readonly accounts: readonly string[];
  /** What the user was told of the parameters. */
  readonly notes: readonly string[];
  /** UNIX time in seconds from which on the user would be told more. */
  readonly until?: number;
  /** What the requests led to, see `endOf`. */
  readonly end: string;
}

/** Unpacked, in bytes. The default one has 1 MB. */
const LARGEST = 256 * 1024 * 1024;

export async function packRecording(recording: Recording, level = 9): Promise<Buffer> {
  return await promisify(deflateRaw)(JSON.stringify(recording), { level });
}

export async function unpackRecording(bytes: Uint8Array): Promise<Recording> {
  const text = await promisify(inflateRaw)(bytes, { maxOutputLength: LARGEST });
  return JSON.parse(text.toString("utf8")) as Recording;
}
