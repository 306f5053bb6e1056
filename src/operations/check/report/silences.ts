import { readFile } from "node:fs/promises";

import { z } from "zod/v4";

import { MigrationError } from "../../../foundation/support/errors.js";
import { unreadReason } from "../../../foundation/support/system-error.js";
import { parseJson } from "../../../foundation/support/json-text.js";

/** The format of silences in a configuration. */
export const silencesSchema = z.array(
  z.strictObject({
    /** ID of the rule. */
    rule: z.string().min(1, "Expected the id of a rule, such as scheme-not-in-file."),
    /** Equal to the finding's `where`. Default: everywhere. */
    where: z.string().optional(),
    /** Why it is acceptable, for readers of the report. */
    reason: z.string().regex(/\S/, "Expected a reason, for readers of the report."),
  }),
);

/**
 * The silences of the configuration, and those that an option gives as a list or as a file.
 * @throws MigrationError for another file
 */
export async function allSilences(
  configured: readonly Silence[] = [],
  given: string | readonly Silence[] = [],
): Promise<readonly Silence[]> {
  return [...configured, ...(typeof given === "string" ? await readSilences(given) : given)];
}

/** A finding that somebody reviewed and accepts. */
export type Silence = Readonly<z.output<typeof silencesSchema>[number]>;

/**
 * Reads a JSON file with a list of silences.
 * @throws MigrationError if it cannot be read, is not JSON, or contains anything else
 */
export async function readSilences(path: string): Promise<readonly Silence[]> {
  const wanted = `a JSON list of { "rule", "where", "reason" }; where is optional`;
  let content: unknown;
  try {
    content = parseJson(await readFile(path, "utf8"));
  } catch (error) {
    throw new MigrationError(
      `${path} cannot be read: ${unreadReason(error)}. It should contain ${wanted}.`,
    );
  }
  const { data, error } = silencesSchema.safeParse(content);
  if (data !== undefined) return data;
  const [first] = error?.issues ?? [];
  const place = first === undefined || first.path.length === 0 ? "" : ` (${first.path.join(".")})`;
  throw new MigrationError(
    `${path}${place}: ${first?.message ?? "unexpected content"}. It should contain ${wanted}.`,
  );
}
