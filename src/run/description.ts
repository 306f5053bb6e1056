import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { ipfsHashes } from "../simulate/verdicts/ipfs-hash.js";
import { MigrationError } from "../support/errors.js";
import { typed } from "../support/secrets.js";

/** A text, and the hash by which proposals refer to it. */
export interface Description {
  readonly text: string;
  /** As from `ipfs add`, version 0. */
  readonly hash: string;
}

/** The text and hash that options name; both are absent without. */
export async function describedBy(options: {
  readonly description?: string;
  readonly descriptionHash?: string;
}): Promise<Partial<Description>> {
  const { description, descriptionHash: hash } = options;
  return description === undefined ? { hash } : await readDescription(description);
}

/**
 * Reads the text for a proposal's description. Computes its hash here, and uploads nothing to IPFS.
 * @throws MigrationError if the file cannot be read, or is too large
 */
async function readDescription(path: string): Promise<Description> {
  let file: Buffer;
  try {
    file = await readFile(resolve(path));
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? "it fails";
    throw new MigrationError(`The description ${typed(path)} cannot be read: ${reason}.`, {
      cause,
    });
  }
  const [hash] = ipfsHashes(file) ?? [];
  if (hash !== undefined) return { text: file.toString("utf8"), hash };
  throw new MigrationError(
    `The description ${typed(path)} is too large to compute its hash here (more than 43 MiB).`,
  );
}
