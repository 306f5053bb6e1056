import { open, stat } from "node:fs/promises";

import { holdsResult } from "../../foundation/result/file.js";
import { flagOf } from "../../foundation/support/command-line.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { unreadReason } from "../../foundation/support/system-error.js";
import { requireWritable, writeWhole } from "../../foundation/support/write-file.js";
import { jsonText } from "../../foundation/support/json-text.js";
import type { Shown } from "./command.js";
import type { Flag, Flags } from "./flag.js";
import type { Values } from "./completed-options.js";

/**
 * Checks, before anything else is done, that the files that options name can be written.
 * @returns writes each of them whole
 */
export async function openFiles(
  flags: Flags,
  options: Values,
): Promise<(contents: NonNullable<Shown["files"]>) => Promise<void>> {
  const wanted = Object.entries(flags).flatMap(([name, flag]) => {
    const path = options[name];
    if (flag.kind !== "written" || typeof path !== "string") return [];
    const advice = `Pass another file with ${flagOf(name)}.`;
    const keep = async (): Promise<void> =>
      await refuseReplacing(path, flag, options.overwrite === true, advice);
    return [{ name, path, advice, keep }];
  });
  for (const { path, advice, keep } of wanted) {
    await requireWritable(path, advice);
    await keep();
  }
  return async (contents) => {
    for (const { name, path, advice, keep } of wanted) {
      const made = await contents[name]?.();
      if (made === undefined) continue;
      const text = typeof made === "string" ? made : `${jsonText(made)}\n`;
      await writeWhole(path, text, { advice, beforeReplacing: keep });
    }
  };
}

async function refuseReplacing(
  path: string,
  { replaces }: Flag,
  overwrite: boolean,
  advice: string,
): Promise<void> {
  if (await holdsResult(path)) {
    throw new MigrationError(
      `${path} holds the result of migrations, which nothing else may replace. ${advice}`,
    );
  }
  if (overwrite || replaces === undefined) return;
  const isFree =
    replaces === "nothing" ? !(await exists(path)) : await begins(path, replaces.begins, advice);
  if (isFree) return;
  const what = replaces === "nothing" ? "" : " and was not written by this command";
  throw new MigrationError(
    `${path} already exists${what}, so it was not changed. ` +
      `${advice.replace(/\.$/, "")}, or replace it with --overwrite.`,
  );
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function begins(path: string, text: string, advice: string): Promise<boolean> {
  if (!(await exists(path))) return true;
  const file = await open(path).catch((error: unknown) => {
    throw new MigrationError(
      `${path} cannot be read: ${unreadReason(error)}. It may be another file than a report, so it was not changed. ${advice}`,
    );
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(text.length));
    return bytesRead === 0 || buffer.toString("latin1", 0, bytesRead) === text;
  } finally {
    await file.close();
  }
}
