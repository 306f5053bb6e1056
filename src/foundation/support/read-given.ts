import { isUtf8 } from "node:buffer";

import { MigrationError } from "./errors.js";
import { isTooDeep } from "./is-object.js";
import { withoutMark } from "./json-text.js";
import { printable } from "./printable.js";
import { couldBeSecret, typed } from "./secrets.js";
import { unreadReason } from "./system-error.js";
import { readRegular } from "./read-regular.js";

/**
 * Reads a file that the user named.
 * @param what it is, as the start of a sentence, such as "The keystore"
 * @param advice what to do if it cannot be read, as a sentence
 * @throws MigrationError if it cannot be read
 */
export async function readGiven(path: string, what: string, advice = ""): Promise<Buffer> {
  try {
    return await readRegular(path);
  } catch (cause) {
    const found = `${what} ${named(path)} cannot be read: ${unreadReason(cause)}.`;
    throw new MigrationError(`${found} ${advice}`.trim(), { cause });
  }
}

/**
 * For the error of a file that need not exist.
 * @returns undefined if it does not
 * @throws any other error
 */
export function ifAbsent(error: Error): undefined {
  if ((error.cause as NodeJS.ErrnoException | undefined)?.code !== "ENOENT") throw error;
}

/** {@link readGiven} of a text, without a byte order mark. Other encodings would become text that nobody wrote. */
export async function readGivenText(path: string, what: string, advice = ""): Promise<string> {
  const bytes = await readGiven(path, what, advice);
  if (isUtf8(bytes)) return withoutMark(bytes.toString("utf8"));
  throw new MigrationError(`${what} ${named(path)} is not text in UTF-8. ${advice}`.trim());
}

/** The same of JSON. */
export async function readGivenJson(path: string, what: string, advice = ""): Promise<unknown> {
  const text = await readGivenText(path, what, advice);
  let found = "is not JSON";
  let cause: unknown;
  try {
    const value: unknown = JSON.parse(text);
    if (!isTooDeep(value)) return value;
    found = "has lists or objects that are nested hundreds of levels deep";
  } catch (error) {
    cause = error;
  }
  throw new MigrationError(`${what} ${named(path)} ${found}. ${advice}`.trim(), { cause });
}

function named(path: string): string {
  return couldBeSecret(path) ? typed(path) : printable(path);
}
