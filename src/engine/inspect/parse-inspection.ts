import { MigrationError } from "../../foundation/support/errors.js";
import { isObject } from "../../foundation/support/is-object.js";
import { problemIn, readSchema } from "../../foundation/support/json-schema.js";
import { SCHEMA_VERSION, type Inspection } from "./description.js";

/**
 * Checks an inspection that comes from elsewhere, such as a file. Keeps parts that this version does not know.
 * @param where its name in errors
 * @throws MigrationError if it is not an inspection, or of another schema version
 */
export function parseInspection(value: unknown, where: string): Inspection {
  const wanted = "It should contain the output of `dao-migrate inspect --json`.";
  const said = isObject(value) ? value : {};
  const version = said.schemaVersion;
  const isInspection = "avatar" in said && "block" in said;
  if (typeof version === "number" && version !== SCHEMA_VERSION && isInspection) {
    throw new MigrationError(
      `${where} has an inspection with schema version ${version}, but this version of dao-migrate writes and reads ` +
        `${SCHEMA_VERSION}. Inspect the DAO again, with --block for its earlier state.`,
    );
  }
  const problem = problemIn(value, readSchema("inspection.schema.json"));
  if (problem === undefined) return value as Inspection;
  const place = problem.path === "" ? "" : ` (${problem.path})`;
  throw new MigrationError(
    `${where}${place} is not an inspection of a DAO: ${problem.message}. ${wanted}`,
  );
}
