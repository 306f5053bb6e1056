import { z } from "zod/v4";

import { MigrationError, UsageError } from "../../../foundation/support/errors.js";
import { nearest } from "../../../foundation/support/nearest.js";
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
 * @throws UsageError for a silence of an unknown rule
 */
export async function allSilences(
  configured: readonly Silence[] = [],
  given: unknown = [],
): Promise<readonly Silence[]> {
  const content =
    typeof given === "string" ? await readGivenJson(given, "The file", WANTED) : given;
  const { data, error } = silencesSchema.safeParse(content);
  if (data !== undefined) return await ofKnownRules([...configured, ...data]);
  const [first] = error.issues;
  const place = (first?.path ?? []).map((key) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  const where = typeof given === "string" ? `${given}: silenced` : "silenced";
  throw new MigrationError(`${where}${place.join("")}: ${first?.message} ${WANTED}`);
}

async function ofKnownRules(silences: readonly Silence[]): Promise<readonly Silence[]> {
  if (silences.length === 0) return silences;
  // The configuration is validated without loading the rules.
  const { RULES } = await import("../rules/rules.js");
  const known = RULES.map(({ id }) => id);
  const unknown = silences.find(({ rule }) => !known.includes(rule));
  if (unknown === undefined) return silences;
  const meant = nearest(unknown.rule, known, 3).join(", ");
  const hint = meant === "" ? `The rules are ${known.join(", ")}.` : `Did you mean ${meant}?`;
  throw new UsageError(`There is no rule ${JSON.stringify(unknown.rule)} to silence. ${hint}`);
}

/** Whether a silence is about what a rule found somewhere. */
export function isAbout(silence: Silence, rule: string, where: string): boolean {
  if (silence.rule !== rule) return false;
  return silence.where === undefined || silence.where.toLowerCase() === where.toLowerCase();
}
