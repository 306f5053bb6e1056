import { textOf } from "../../../engine/inspect/reading/contract.js";
import { storedNumber } from "../../../foundation/arc/fixed-point.js";
import type { JsonValue, Inspected } from "../../../engine/inspect/description.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { Argument } from "../../../foundation/params/parameters.js";
import type { CheckFacts, Matched, WantedValue } from "../facts/check-facts.js";
import { claimedFrom, setUpValue, type SetUpValues } from "../facts/set-up-values.js";
import { wantedText } from "../facts/wanted-text.js";
import { calledOtherwise } from "./called-otherwise.js";
import { ofParameters, ofRead, type RuleResults } from "./rule.js";

export function wrongValues(match: Matched, facts: CheckFacts): RuleResults {
  const { values } = match.wanted;
  const { contract } = match.scheme;
  if (values.length === 0 && contract.code !== "arc") return [];
  const claimed = claimedFrom(facts.inspection, contract.address);
  return ofParameters(match, (parameters) => [
    ...wrongOfSetUp(values, { ...parameters, claimed }, facts),
    ...calledOtherwise(match.wanted, contract, parameters),
  ]);
}

/** Compares the values that a contract was set up with, as far as it returns them. */
export function wrongOfSetUp(
  values: readonly WantedValue[],
  set: SetUpValues,
  facts: CheckFacts,
): RuleResults {
  return values.flatMap((value): RuleResults => {
    const { name, fields } = value;
    const found = setUpValue(name, set, facts.inspection.controller.address);
    if (found === undefined) {
      if (fields !== undefined) return wrongOfSetUp(fields, set, facts);
      const unclear = `the contract does not say which ${name} it was set up with`;
      return [{ where: formatPath(value.path), unclear, undisclosed: true }];
    }
    // A value that could not be read has its reason in its place.
    return ofRead(formatPath(value.path), found as Inspected<JsonValue>, (read) =>
      compare(value, read, facts),
    );
  });
}

function compare(
  { name, argument, path, fields }: WantedValue,
  found: JsonValue,
  facts: CheckFacts,
): RuleResults {
  const where = formatPath(path);
  if (fields !== undefined && isStruct(found))
    return wrongOfSetUp(fields, { values: found }, facts);
  const wanted = wantedText(argument, facts);
  if ("unclear" in wanted) {
    const other = otherCode(argument, found, facts);
    if (other === undefined) return [{ where, ...wanted }];
    const message = `${name} is ${textOf(found)} on the chain, which does not have the code of ${other} in the file.`;
    return [{ where, path, message, found: textOf(found), wanted: other }];
  }
  const text = textOf(found);
  const should = storedNumber(name, wanted.text);
  if (inOrder(name, text).toLowerCase() === inOrder(name, should).toLowerCase()) return [];
  const message = `${name} is ${text} on the chain but ${wanted.text} in the file.`;
  return [{ where, path, message, found: text, wanted: wanted.text }];
}

function isStruct(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && !Array.isArray(value);
}

/** Lists of what may be called, as text: their order means nothing, and neither does an address that is there twice. */
function inOrder(name: string, text: string): string {
  if (!/white_?list$/i.test(name)) return text;
  return [...new Set(text.match(/0x[0-9a-f]{40}/gi)?.map((each) => each.toLowerCase()))]
    .sort()
    .join();
}

/** The stand-alone contract that the file refers to, if another contract is at the address on the chain. */
function otherCode(
  argument: Argument,
  found: JsonValue,
  { standAloneCode }: CheckFacts,
): string | undefined {
  if (typeof argument !== "object" || !("standAloneContract" in argument)) return undefined;
  const { standAloneContract: index } = argument;
  const places = standAloneCode?.[textOf(found)];
  return places?.includes(index) === false ? `StandAloneContracts[${index}]` : undefined;
}
