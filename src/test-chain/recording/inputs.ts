import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../../arc/versions.js";
import { DEFAULTS } from "../../run/defaults.js";
import { hardhatVersion } from "../connection.js";
import { DEFAULT_CHAIN_ID, networkToMigrate, type TestChainOptions } from "../options.js";

/** Options that affect neither the migration nor its transactions. */
const HARMLESS: ReadonlySet<string> = new Set([
  "initialDate",
  "coinbase",
  "networkId",
  "throwOnCallFailures",
]);

/** Limit for the build files' total bytes. Reading more takes longer than a migration. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Options of the network that matter, without those that have their default. */
function networkOf(options: TestChainOptions): readonly (readonly [string, unknown])[] {
  return Object.entries(networkToMigrate(options))
    .filter(([name, value]) => value !== undefined && !HARMLESS.has(name))
    .filter(([name, value]) => name !== "chainId" || value !== DEFAULT_CHAIN_ID)
    .sort();
}

function releaseOf({ arcVersion = DEFAULT_ARC_VERSION }: TestChainOptions): string {
  return resolveArcVersion(arcVersion);
}

/** Whether the package has a recording of this chain. */
export function isDefault(options: TestChainOptions): boolean {
  const { params, demo = true } = options;
  const isPlain = params === undefined && demo && releaseOf(options) === DEFAULT_ARC_VERSION;
  return isPlain && networkOf(options).length === 0;
}

/**
 * Everything that determines what a migration does, as text: with the same inputs, two chains get the same
 * transactions. The text contains the accounts' secrets.
 * @param code a hash of this package's code
 * @returns undefined for a fork, whose state is not part of the inputs, or if there are too many build files
 */
export async function inputsOf(
  options: TestChainOptions,
  code: string,
): Promise<string | undefined> {
  const { demo = true, params, forking } = options;
  if (forking !== undefined) return undefined;
  const builds = await buildsOf(options);
  if (builds === undefined) return undefined;
  const inputs = {
    code: [code, hardhatVersion()],
    release: releaseOf(options),
    demo,
    params: typeof params === "string" ? [params, await readFile(params, "utf8")] : params,
    builds,
    network: networkOf(options),
  };
  return JSON.stringify(inputs, (_key, value: unknown) =>
    typeof value === "bigint" ? { bigint: `${value}` } : value,
  );
}

/** Hashes of the build files that the parameters may name; undefined if there are too many. */
async function buildsOf({
  customAbis = DEFAULTS.customAbis,
  projectRoot = process.cwd(),
}: TestChainOptions): Promise<readonly string[] | undefined> {
  const folder = resolve(projectRoot, customAbis);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => [`${error.code}`]);
  const builds = [folder];
  let bytes = 0;
  for (const name of names.filter((each) => each.endsWith(".json")).sort()) {
    const path = join(folder, name);
    bytes += (await stat(path)).size;
    if (bytes > MOST_BYTES) return undefined;
    const hash = createHash("sha256").update(await readFile(path));
    builds.push(`${name} ${hash.digest("hex")}`);
  }
  return builds;
}
