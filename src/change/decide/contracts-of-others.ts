import type { SchemeMatch, WantedScheme } from "../../check/facts/check-facts.js";
import { matchSchemes } from "../../check/rules/match-schemes.js";
import type { RuleFacts } from "../../check/rules/rule.js";
import type { SchemeDescription } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { formatPath } from "../../params/file/issues.js";
import type { DaoParameters } from "../../params/parameters.js";
import { standAloneIn } from "../../params/references-in.js";
import type { Uncompared } from "../change.js";
import { isTrusted, type ChosenBase } from "./choose-base.js";
import type { Source } from "./find-unregistered.js";
import { customSchemeAt } from "./needs.js";

/** What decides whether a contract that is not registered may be used. */
interface Terms {
  /** Who names it, by checksummed address. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly base: ChosenBase;
  readonly parameters: DaoParameters;
}

/**
 * Leaves out contracts that are not registered and that only a file or others vouch for, unless everything about them
 * can be known. Anyone may propose a scheme with the right code: no comparison shows who owns the wallet that it calls,
 * or what else its constructor or its voting machine's stored.
 * @returns the facts without what is not used, and why it is not
 */
export function withoutContractsOfOthers(
  facts: RuleFacts,
  terms: Terms,
): { readonly facts: RuleFacts; readonly unused: readonly Uncompared[] } {
  const found = facts.matches.map((match) => ({ match, why: whyUnused(match, terms) }));
  const refused = new Set(
    found.flatMap(({ match, why }) => (why === undefined ? [] : match.scheme)),
  );
  if (refused.size === 0) return { facts, unused: [] };
  const { inspection } = facts;
  const schemes = inspection.schemes.filter((scheme) => !refused.has(scheme));
  const others = { ...facts, inspection: { ...inspection, schemes } };
  // What now takes its place may be another one of others.
  const rest = withoutContractsOfOthers({ ...others, matches: matchSchemes(others) }, terms);
  const unused = found.flatMap(({ match: { scheme }, why }): readonly Uncompared[] =>
    why === undefined ? [] : [{ where: scheme!.contract.address, reason: why }],
  );
  return { facts: rest.facts, unused: [...unused, ...rest.unused] };
}

function whyUnused(
  { wanted, scheme }: SchemeMatch,
  { sources, base, parameters }: Terms,
): string | undefined {
  const source = scheme && sources.get(scheme.contract.address);
  if (scheme === undefined || source === undefined || source === "account") return undefined;
  const who =
    source === "others"
      ? `another account proposes it as ${wanted.name}`
      : "the result file lists it";
  const yours =
    source === "others" ? "; if it is yours, name the result file that lists it with --output" : "";
  const because = (why: string): string => `${who}, ${why}, so it is not used${yours}`;
  const read = scheme.parameters;
  if (read !== undefined && !isNotRead(read)) {
    const explicit = wanted.votingMachine?.at;
    const unknown = Object.values(read.votes).find(
      ({ votingMachine }) => votingMachine !== explicit && !isTrusted(base, votingMachine),
    );
    if (unknown !== undefined) {
      return because(
        `it votes with ${unknown.votingMachine}, which neither the DAO nor its base uses`,
      );
    }
    if (read.kept === "hash" && !isTrusted(base, scheme.contract.address)) {
      return because("the base has another contract for this");
    }
  }
  if (source === "result" || isComparable({ wanted, scheme }, parameters)) return undefined;
  return because("and not all of its setup can be compared");
}

/** Whether nothing about the scheme depends on contracts, calls, values or an owner that a comparison does not see. */
function isComparable(
  { wanted, scheme }: Required<SchemeMatch>,
  parameters: DaoParameters,
): boolean {
  const read = scheme.parameters;
  if (read === undefined || isNotRead(read)) return false;
  const { address, runFunctions = [] } = customSchemeAt(parameters, wanted.index) ?? {};
  return (
    read.owner === undefined &&
    typeof address !== "object" &&
    runFunctions.length === 0 &&
    standAloneIn(wanted.values.map(({ argument }) => argument)).length === 0 &&
    undisclosed(wanted, scheme).length === 0
  );
}

/** Values of the file that the contract does not return. */
export function undisclosed(
  { values }: WantedScheme,
  { parameters }: Pick<SchemeDescription, "parameters">,
): readonly Uncompared[] {
  if (parameters === undefined || isNotRead(parameters)) return [];
  return values
    .filter(({ name }) => parameters.values[name] === undefined)
    .map(({ name, path }) => ({
      where: formatPath(path),
      reason: `the contract does not say which ${name} it was set up with`,
    }));
}
