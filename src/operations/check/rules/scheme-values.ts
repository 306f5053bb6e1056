import { textOf } from "../../../engine/inspect/reading/contract.js";
import { FIXED_POINT, FIXED_UNITS } from "../../../foundation/arc/fixed-point.js";
import type { JsonValue } from "../../../engine/inspect/description.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { Argument, Reference } from "../../../foundation/params/parameters.js";
import type { CheckFacts, Matched, WantedValue } from "../facts/check-facts.js";
import { ofParameters, ofRead, type Found, type Unclear } from "./rule.js";

/** Compares the values of a scheme with the file. Skips values that the contract does not return. */
export function wrongValues(match: Matched, facts: CheckFacts): readonly (Found | Unclear)[] {
  const { values } = match.wanted;
  if (values.length === 0) return [];
  return ofParameters(match, (parameters) =>
    values.flatMap((value) => {
      const found = parameters.values[value.name];
      if (found === undefined) return [];
      return ofRead(formatPath(value.path), found, (read) => compare(value, read, facts));
    }),
  );
}

function compare(
  { name, argument, path }: WantedValue,
  found: JsonValue,
  facts: CheckFacts,
): readonly (Found | Unclear)[] {
  const where = formatPath(path);
  const wanted = wantedText(argument, facts);
  if (wanted === undefined) return [];
  if ("unclear" in wanted) {
    const other = otherCode(argument, found, facts);
    if (other === undefined) return [{ where, ...wanted }];
    const message = `${name} is ${textOf(found)} on the chain, which does not have the code of ${other} in the file.`;
    return [{ where, path, message, found: textOf(found), wanted: other }];
  }
  const text = textOf(found);
  if (text.toLowerCase() === storedText(name, wanted.text).toLowerCase()) return [];
  const message = `${name} is ${text} on the chain but ${wanted.text} in the file.`;
  return [{ where, path, message, found: text, wanted: wanted.text }];
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

/** A value of the file as the contract stores it. */
function storedText(name: string, text: string): string {
  const unit = FIXED_UNITS[name];
  return unit === undefined ? text : String((BigInt(text) * FIXED_POINT) / unit);
}

type Wanted = { readonly text: string } | { readonly unclear: string } | undefined;

/** A value of the file as the chain returns it; undefined for values that are compared elsewhere. */
export function wantedText(argument: Argument, facts: CheckFacts): Wanted {
  if (typeof argument !== "object") return { text: String(argument) };
  if (!("length" in argument)) return referenceText(argument, facts);
  const texts: string[] = [];
  for (const each of argument) {
    const wanted = wantedText(each, facts);
    if (wanted === undefined || "unclear" in wanted) return wanted;
    texts.push(wanted.text);
  }
  return { text: JSON.stringify(texts) };
}

function referenceText(reference: Reference, facts: CheckFacts): Wanted {
  const { recorded, inspection } = facts;
  if ("voteParams" in reference) return undefined;
  if ("standAloneContract" in reference) {
    const index = reference.standAloneContract;
    const address = recorded?.StandAloneContracts[index]?.address;
    if (address !== undefined) return { text: address };
    return {
      unclear: `only a result file has the address of StandAloneContracts[${index}], and this one does not have this DAO`,
    };
  }
  switch (reference.address) {
    case "AvatarAddress":
      return { text: inspection.avatar.address };
    case "DAOTokenAddress":
      return { text: inspection.token.contract.address };
    case "ReputationAddress":
      return { text: inspection.reputation.contract.address };
    case "GenesisProtocolAddress":
      return ifKnown(recorded?.genesisProtocol);
    case "AbsoluteVoteAddress":
      return ifKnown(recorded?.absoluteVote);
  }
}

function ifKnown(text: string | undefined): Wanted {
  return text === undefined ? undefined : { text };
}
