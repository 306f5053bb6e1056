import type { RuleFacts, Unclear } from "../../check/rules/rule.js";
import { matchSchemes } from "../../check/rules/match-schemes.js";
import type { SchemeMatch, WantedScheme } from "../../check/facts/check-facts.js";
import type { SchemeDescription } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { formatPath } from "../../params/file/issues.js";
import type { DaoParameters } from "../../params/parameters.js";
import { standAloneIn } from "../../params/references-in.js";
import { customSchemeAt } from "./stand-alone.js";

/** The facts without what is refused, which is listed. */
export interface WithoutStrangers {
  readonly facts: RuleFacts;
  readonly refused: readonly Unclear[];
}

/**
 * Leaves out what strangers propose for a scheme of the file, unless everything about it can be compared. Anyone may
 * propose a scheme with the right code: who owns the wallet that it calls, for example, no comparison shows.
 * @param strangers checksummed addresses of schemes that only other accounts' proposals name
 */
export function withoutStrangers(
  facts: RuleFacts,
  strangers: ReadonlySet<string>,
  parameters: DaoParameters,
): WithoutStrangers {
  const matches = facts.matches.filter(
    (match) =>
      match.scheme !== undefined &&
      strangers.has(match.scheme.contract.address) &&
      !isComparable(match, parameters),
  );
  if (matches.length === 0) return { facts, refused: [] };
  const refused = new Set(matches.map(({ scheme }) => scheme));
  const { inspection } = facts;
  const schemes = inspection.schemes.filter((scheme) => !refused.has(scheme));
  const others = { ...facts, inspection: { ...inspection, schemes } };
  // What now takes its place may be another stranger's.
  const rest = withoutStrangers(
    { ...others, matches: matchSchemes(others) },
    strangers,
    parameters,
  );
  const unclear = matches.map(({ wanted, scheme }) => ({
    where: scheme!.contract.address,
    unclear: `another account proposes it as ${wanted.name}, and not all of its setup can be compared, so it is not used; if it is yours, name the result file that lists it with --output`,
  }));
  return { facts: rest.facts, refused: [...unclear, ...rest.refused] };
}

/** Whether nothing about the scheme depends on contracts, calls, values or an owner that a comparison does not see. */
function isComparable({ wanted, scheme }: SchemeMatch, parameters: DaoParameters): boolean {
  const read = scheme?.parameters;
  if (scheme === undefined || read === undefined || isNotRead(read)) return false;
  const { address, runFunctions = [] } = customSchemeAt(parameters, wanted.index) ?? {};
  return (
    read.owner === undefined &&
    typeof address !== "object" &&
    runFunctions.length === 0 &&
    standAloneIn(wanted.values.map(({ argument }) => argument)).length === 0 &&
    unsaid(wanted, scheme).length === 0
  );
}

/** Values of the file that the contract does not return. */
export function unsaid(
  { values }: WantedScheme,
  { parameters }: Pick<SchemeDescription, "parameters">,
): readonly Unclear[] {
  if (parameters === undefined || isNotRead(parameters)) return [];
  return values
    .filter(({ name }) => parameters.values[name] === undefined)
    .map(({ name, path }) => ({
      where: formatPath(path),
      unclear: `the contract does not say which ${name} it was set up with`,
    }));
}
