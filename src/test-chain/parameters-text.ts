import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { openArcRelease } from "../arc/open-release.js";
import { writtenExample } from "../params/example.js";
import type { TestChainContents } from "./options.js";

/**
 * The text of the parameters file in the options, or of the example's.
 * @param accounts the chain's accounts, which become the founders of the example DAO
 */
export async function parametersText(
  { params, arcVersion, projectRoot = process.cwd() }: TestChainContents,
  accounts: () => Promise<readonly string[]>,
): Promise<string> {
  if (typeof params === "string") return await readFile(resolve(projectRoot, params), "utf8");
  const object =
    params ??
    (await writtenExample(await openArcRelease(arcVersion, { projectRoot }), await accounts()));
  const exact = (_key: string, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value;
  return `${JSON.stringify(object, exact, 2)}\n`;
}
