import { createHash } from "node:crypto";

import { MigrationError, UsageError } from "../../../foundation/support/errors.js";
import { SIMULATION_SCHEMA_VERSION, type Simulation } from "../simulation.js";
import { parseJson } from "../../../foundation/support/json-text.js";

/** Adds the hash of everything else, so that changes to the file can be detected. */
export function sealed<Content extends object>(
  content: Content,
): Content & { readonly hash: string } {
  return { ...content, hash: hashOf(content) };
}

/**
 * Parses a simulation from JSON, and checks its hash.
 * @throws UsageError if it is not a simulation of one proposal, or has another schema version
 * @throws MigrationError if it was changed after it was made
 */
export function parseSimulation(text: string): Simulation {
  const [only, ...others] = parseSimulations(text);
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    "The file to verify must contain exactly one simulation. Create it with simulate PROPOSAL --json.",
  );
}

/**
 * Parses simulations from JSON: either one, or a list of them.
 * @param where their source, for the error
 * @throws the same errors as parseSimulation
 */
export function parseSimulations(
  text: string,
  where = "The file to verify",
): readonly Simulation[] {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new UsageError(`${where} is not JSON. Create it with simulate --json.`, { cause });
  }
  return [value].flat().map((each) => checked(each, where));
}

function checked(value: unknown, where: string): Simulation {
  const simulation = value as Partial<Simulation> | null;
  const { schemaVersion, block, inputs, proposal } = simulation ?? {};
  const isComplete = [block, inputs, proposal].every((part) => part !== undefined);
  if (schemaVersion !== SIMULATION_SCHEMA_VERSION || !isComplete) {
    throw new UsageError(
      `${where} does not contain simulations with schema version ${SIMULATION_SCHEMA_VERSION}. Create it with simulate --json.`,
    );
  }
  const { hash, ...rest } = simulation as Simulation;
  if (hash === hashOf(rest)) return simulation as Simulation;
  throw new MigrationError(
    `${where} has a simulation that was changed after it was created: its hash should be ${hashOf(rest)}, but it says ${String(hash)}.`,
  );
}

/**
 * Where two simulations of the same proposal first differ. The tool's version does not count.
 * @returns undefined if they do not differ
 */
export function firstDifference(before: Simulation, after: Simulation): string | undefined {
  const [was, is] = [before, after].map(({ hash, tool, ...rest }) => rest);
  return differing(was, is, "");
}

function differing(was: unknown, is: unknown, path: string): string | undefined {
  if (typeof was !== "object" || typeof is !== "object" || was === null || is === null) {
    if (was === is) return undefined;
    const shown = [was, is].map((each) => JSON.stringify(each) ?? "nothing");
    return `${path.replace(/^\./, "")}: ${shown[0]} before, ${shown[1]} now`;
  }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [a, b] = [was, is].map((each) => (each as Readonly<Record<string, unknown>>)[name]);
    const found = differing(a, b, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hashOf(content: object): string {
  return `0x${createHash("sha256").update(JSON.stringify(content)).digest("hex")}`;
}
