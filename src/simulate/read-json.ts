import { readFile } from "node:fs/promises";

import { UsageError } from "../support/errors.js";
import { typed } from "../support/secrets.js";

/**
 * Reads a JSON file that the user wrote.
 * @param parse checks its contents; `where` names the file in errors
 * @throws UsageError if the file cannot be read or is not JSON
 */
export async function readJson<Contents>(
  path: string,
  parse: (value: unknown, where: string) => Contents,
): Promise<Contents> {
  const where = `The file ${typed(path)}`;
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new UsageError(`${where} cannot be read. Check its name.`, { cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${where} is not JSON.`, { cause });
  }
  return parse(value, where);
}
