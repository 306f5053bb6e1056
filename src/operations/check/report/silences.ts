import { z } from "zod/v4";

import { MigrationError } from "../../../foundation/support/errors.js";
import { printable } from "../../../foundation/support/printable.js";
import { readGivenJson } from "../../../foundation/support/read-given.js";

const RULE = "Expected the id of a rule, such as scheme-not-in-file.";
const REASON = "Expected a reason, for readers of the report.";

/** The format of silences in a configuration. */
export const silencesSchema = z.array(
  z.strictObject(
    {
      /** ID of the rule. */
      rule: z.string(RULE).min(1, RULE),
      /** Equal to the finding's `where`. Default: everywhere. */
      where: z.string("Expected where the finding is, as in the report.").optional(),
      /** Why it is acceptable, for readers of the report. */
      reason: z.string(REASON).regex(/\S/, REASON),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `Unknown key ${printable(String(issue.keys[0]))}. The keys are rule, where and reason.`
          : "Expected an object with rule and reason.",
    },
  ),
  "Expected a list.",
);

/** A finding that somebody reviewed and accepts. */
export type Silence = Readonly<z.output<typeof silencesSchema>[number]>;

const WANTED = `It should contain a JSON list of { "rule", "where", "reason" }; where is optional.`;

/**
 * The silences of the configuration, and those that an option gives as a list or as a file.
 * @throws MigrationError for a file that cannot be read or is not JSON, and for anything but a list of silences
 */
export async function allSilences(
  configured: readonly Silence[] = [],
  given: unknown = [],
): Promise<readonly Silence[]> {
  const content =
    typeof given === "string" ? await readGivenJson(given, "The file", WANTED) : given;
  const { data, error } = silencesSchema.safeParse(content);
  if (data !== undefined) return [...configured, ...data];
  const [first] = error.issues;
  const place = (first?.path ?? []).map((key) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  const where = typeof given === "string" ? `${given}: silenced` : "silenced";
  throw new MigrationError(`${where}${place.join("")}: ${first?.message} ${WANTED}`);
}
