import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

import type { MigrationResult } from "../../result/result.js";

/** A recorded request: a transaction, or a change of the clock. */
export interface Recorded {
  readonly method: string;
  readonly params: unknown[];
}

/**
 * The migration of a chain, as the requests that it sent. Sending them again takes a third of the time of a migration,
 * because it needs no artifacts, ABIs or ethers. A recording contains no key: the chain signs.
 */
export interface Recording {
  readonly requests: readonly Recorded[];
  readonly sections: Pick<MigrationResult, "base" | "dao" | "test">;
  /** The text of the DAO's parameters file. */
  readonly params: string;
  /** Addresses of the chain's accounts, with checksums. */
  readonly accounts: readonly string[];
  /** Notes on the parameters that the user got. */
  readonly notes: readonly string[];
  /** UNIX seconds from which on the user would get further notes, so the recording is no longer used. */
  readonly until?: number;
  /** The state after the requests, see `endOf`. */
  readonly end: string;
}

/** Bytes when unpacked. The default recording has 1 MB. */
const LARGEST = 256 * 1024 * 1024;

export async function packRecording(recording: Recording, level = 9): Promise<Buffer> {
  return await promisify(deflateRaw)(JSON.stringify(recording), { level });
}

export async function unpackRecording(bytes: Uint8Array): Promise<Recording> {
  const text = await promisify(inflateRaw)(bytes, { maxOutputLength: LARGEST });
  return JSON.parse(text.toString("utf8")) as Recording;
}
