import type { CheckFacts, CheckedScheme, SchemeMatch, WantedScheme } from "../facts/check-facts.js";
import { wrongValues } from "./scheme-values.js";
import { wrongVotes } from "./scheme-votes.js";

/**
 * Finds each scheme of the file among the registered ones: at the address in the result file, otherwise by its code. If
 * several have the same code, picks the one with the fewest differences.
 */
export function matchSchemes(facts: CheckFacts): readonly SchemeMatch[] {
  const free = new Set(facts.inspection.schemes.filter(({ registered }) => registered));
  const found = new Map<WantedScheme, CheckedScheme>();
  const { schemes } = facts.wanted;
  for (const wanted of schemes) {
    const address = addressOf(wanted, facts);
    if (address === undefined) continue;
    for (const scheme of free) {
      if (scheme.contract.address.toLowerCase() !== address.toLowerCase()) continue;
      found.set(wanted, scheme);
      free.delete(scheme);
    }
  }
  const pairs = schemes
    .filter((wanted) => addressOf(wanted, facts) === undefined)
    .flatMap((wanted) =>
      [...free]
        .filter((scheme) => isOfCode(wanted, scheme, facts))
        .map((scheme) => ({ wanted, scheme, differences: differences(wanted, scheme, facts) })),
    )
    .sort((a, b) => a.differences - b.differences);
  for (const { wanted, scheme } of pairs) {
    if (found.has(wanted) || !free.delete(scheme)) continue;
    found.set(wanted, scheme);
  }
  return schemes.map((wanted) => {
    const scheme = found.get(wanted);
    return { wanted, ...(scheme !== undefined && { scheme }) };
  });
}

/** The address in the file or the result. The result is outdated if nothing is registered there. */
function addressOf(
  { address, index }: WantedScheme,
  { recorded, inspection }: CheckFacts,
): string | undefined {
  if (address !== undefined) return address;
  const known = recorded?.schemes[index]?.address.toLowerCase();
  const is = inspection.schemes.some(
    ({ registered, contract }) => registered && contract.address.toLowerCase() === known,
  );
  return is ? known : undefined;
}

/** Whether a scheme has the code that the file asks for, from any release. */
export function isOfCode(
  { contractNames, release }: WantedScheme,
  { contract }: CheckedScheme,
  { customCode }: CheckFacts,
): boolean {
  const names =
    release === undefined ? (customCode[contract.address] ?? []) : [contract.name ?? ""];
  return names.some((name) => contractNames.includes(name));
}

function differences(wanted: WantedScheme, scheme: CheckedScheme, facts: CheckFacts): number {
  const match = { wanted, scheme };
  return (
    Number(scheme.permissions.bytes !== wanted.permissions) +
    wrongVotes(match).length +
    wrongValues(match, facts).length
  );
}
