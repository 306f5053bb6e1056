import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";

import { namesOf, type NetworkName } from "../chain/networks.js";
import { DEFAULTS } from "../support/defaults.js";
import { readRegular } from "../support/read-regular.js";
import { exampleFile, isExample } from "./example.js";

/*
 * Which parameters of a DAO count: which file, and which of its sections.
 */

/** The example DAO that this package carries, adapted to the release. */
export const EXAMPLE_DAO = Symbol("the packaged example DAO");

/** Parameters of a DAO: a file's absolute path, its contents as an object, or the packaged example. */
export type ParametersSource = string | object | typeof EXAMPLE_DAO;

/** Possible sources of parameters, in order of precedence. */
export interface ParametersChoice {
  /** From a flag or option: a path relative to the current folder, or the contents. */
  readonly given?: string | object;
  /** From the configuration: a path relative to the project's root. */
  readonly configured?: string;
  readonly projectRoot: string;
}

/**
 * Chooses the parameters, for every entry point: those given, else those configured, else the project's own
 * `migration-params.json`, else the packaged example. An unchanged copy of the example, as test chains write it, counts
 * as the example.
 */
export async function parametersSource({
  given,
  configured,
  projectRoot,
}: ParametersChoice): Promise<ParametersSource> {
  if (given !== undefined) return typeof given === "string" ? resolve(given) : given;
  if (configured !== undefined) return resolve(projectRoot, configured);
  const own = resolve(join(projectRoot, DEFAULTS.params));
  return existsSync(own) && !(await holdsExample(own)) ? own : EXAMPLE_DAO;
}

/**
 * The sections of a file that count on a network, by any of its names. They override the top level, and each overrides
 * those before it, key by key (so a section replaces a whole list such as `founders`).
 */
export function sectionsThatCount(network: NetworkName): readonly string[] {
  return ["default", ...namesOf(network)];
}

/** Tells a user that the example DAO is used, as in the first commands of the README, or beside a test chain's copy. */
export const EXAMPLE_NOTE = `No ${DEFAULTS.params} of your own here: using the example DAO of this package.`;

async function holdsExample(path: string): Promise<boolean> {
  if (realpathSync(path) === realpathSync(exampleFile())) return true;
  // A file that cannot be read is reported when it is opened.
  const text = await readRegular(path, "utf8").catch(() => "");
  return await isExample(text);
}
