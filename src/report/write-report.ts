import { open } from "node:fs/promises";

import { MigrationError } from "../support/errors.js";
import { requireWritable, writeWhole } from "../support/write-file.js";
import { PAGE_BEGINS } from "./page.js";

const ADVICE = "Pass another file with --output.";

/**
 * Checks that a report can be written, before it is read from the chain.
 * @param force replaces even a file that is not a report
 * @throws MigrationError if it cannot be written, or if the file is something else
 */
export async function requirePlace(path: string, force: boolean): Promise<void> {
  await requireWritable(path, ADVICE);
  await refuseOthers(path, force);
}

/** Repeats {@link requirePlace} at the last moment, then writes the file atomically. */
export async function writeReport(path: string, html: string, force: boolean): Promise<void> {
  const beforeReplacing = async () => await refuseOthers(path, force);
  await writeWhole(path, html, { advice: ADVICE, beforeReplacing });
}

async function refuseOthers(path: string, force: boolean): Promise<void> {
  if (force || (await canReplace(path))) return;
  throw new MigrationError(
    `${path} already exists and is not a report of this command, so it was not changed. ` +
      "Pass another file with --output, or replace it with --force.",
  );
}

async function canReplace(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return true;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PAGE_BEGINS.length));
    return bytesRead === 0 || buffer.toString("latin1", 0, bytesRead) === PAGE_BEGINS;
  } finally {
    await file.close();
  }
}
