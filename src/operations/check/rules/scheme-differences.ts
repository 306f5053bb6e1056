import { isOfRelease } from "../../../foundation/arc/known-code.js";
import { ZeroAddress } from "ethers";

import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { rangeOf } from "../../../foundation/arc/versions.js";
import { describePermissions } from "../../../foundation/arc/permissions.js";
import type {
  ContractDescription,
  Inspected,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import { otherLimiter } from "../../../engine/inspect/schemes/referred-contracts.js";
import { accountText } from "../../../engine/inspect/reading/identify.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { CheckFacts, Matched, WantedScheme, WantedValue } from "../facts/check-facts.js";
import { wantedText } from "../facts/wanted-text.js";
import { ofRead, type Found, type RuleResults } from "./rule.js";
import { wrongValues } from "./scheme-values.js";
import { wrongMachines, wrongVotes } from "./scheme-votes.js";

/** Everything in which a scheme differs from the file. */
export function wrongOf(match: Matched, facts: CheckFacts): RuleResults {
  return [
    ...wrongPermissions(match),
    ...wrongCode(match, facts),
    ...wrongAvatar(match.scheme, match.wanted),
    ...wrongValues(match, facts),
    ...wrongMachines(match, facts),
    ...wrongVotes(match),
  ];
}

export function wrongPermissions({ wanted, scheme }: Matched): readonly Found[] {
  const { bytes } = scheme.permissions;
  if (bytes === wanted.permissions) return [];
  const path = wanted.path[0] === "CustomSchemes" ? [...wanted.path, "permissions"] : wanted.path;
  const message = `${wanted.name} ${scheme.contract.address} holds ${inWords(bytes)}, not ${inWords(wanted.permissions)}.`;
  return [{ where: formatPath(path), path, message, found: bytes, wanted: wanted.permissions }];
}

export function wrongCode({ wanted, scheme }: Matched, facts: CheckFacts): readonly Found[] {
  const { contract } = scheme;
  const where = formatPath(wanted.path);
  const isRight = isOfCode(wanted, scheme, facts);
  const { release } = wanted;
  if (isRight && isOfRelease(contract, release)) return [];
  const origin = release === undefined ? "the project" : `Arc ${release}`;
  const should = `${wanted.contractNames.join(" or ")} of ${origin}`;
  const found = codeWords(contract);
  // Of one's own source, too, nobody may be led to propose another deployment.
  const doubt = release === undefined ? " Other compiler settings make other code, too." : "";
  const message = `${wanted.name} ${contract.address} is ${found}, not ${should}.${doubt}`;
  return [{ where, path: wanted.path, message, found, wanted: should }];
}

/** Another DAO's avatar, or none, in a scheme of a single DAO. */
export function wrongAvatar(
  { contract: { address, name = "The scheme" }, parameters }: SchemeDescription,
  wanted?: Pick<WantedScheme, "path" | "hidesAvatar">,
): RuleResults {
  const { path } = wanted ?? {};
  const where = path === undefined ? address : formatPath(path);
  const initializedFor = ifRead(parameters)?.initializedFor;
  if (initializedFor === undefined) {
    if (wanted?.hidesAvatar !== true || ifRead(parameters)?.kept !== "own") return [];
    const unclear = "the contract does not say for which avatar it was initialized";
    return [{ where, unclear, undisclosed: true }];
  }
  return ofRead(where, initializedFor, (found) => {
    const what =
      found === ZeroAddress
        ? "was never initialized, so anybody can still do so"
        : `was initialized for the avatar ${found}, not for this DAO`;
    return [{ where, path, message: `${name} ${address} ${what}.`, found }];
  });
}

/** What is found of a contract that is as the file makes it: no other DAO of the file would differ in it. */
export const NOT_INITIALIZED = "not initialized";

/** Contracts that a scheme rests on and that nobody has initialized, and constraints that others can change. */
export function foreignParts(
  { contract: scheme, parameters }: SchemeDescription,
  { inspection: { avatar }, wanted: { standAlone } }: Pick<CheckFacts, "inspection" | "wanted">,
): readonly Found[] {
  const read = ifRead(parameters);
  const which = `${scheme.name} ${scheme.address}`;
  const open = (read?.refersTo ?? [])
    .filter(({ isUninitialized }) => isUninitialized)
    .map(({ contract: { name, address } }) => ({
      where: address,
      message: `${name} ${address}, which ${which} works with, was never initialized, so anybody can still do so.`,
      found: NOT_INITIALIZED,
    }));
  const found = read && otherLimiter(read, avatar.address);
  const isGiven = ({ argument }: WantedValue): boolean =>
    typeof argument === "string" && isSameAddress(argument, found);
  if (found === undefined || standAlone.some(({ values }) => values.some(isGiven))) return open;
  const message = `The constraints of ${which} were initialized for ${found}, which can change them.`;
  return [...open, { where: scheme.address, message, found, wanted: avatar.address }];
}

/** Another owner than the file gives a contract to. */
export function wrongOwner(
  { name, path, owner: given }: Pick<WantedScheme, "name" | "path" | "owner">,
  owner: Inspected<string> | undefined,
  facts: CheckFacts,
): RuleResults {
  if (owner === undefined) return [];
  const where = formatPath(path);
  const should = given ?? facts.deployer;
  return ofRead(where, owner, (found) => {
    if (should === undefined) {
      if (facts.deployedSome?.some((each) => isSameAddress(each, found)) === true) return [];
      const unclear =
        `${name} belongs to ${found}; the file gives it to nobody (transferOwnership in runFunctions), so it should ` +
        "belong to the account that deployed it, which is not known";
      return [{ where, unclear }];
    }
    const wanted = wantedText(should, facts);
    if ("unclear" in wanted) return [{ where, ...wanted }];
    if (isSameAddress(found, wanted.text)) return [];
    const whose = given === undefined ? "to the account that deployed it, " : "to ";
    const message = `${name} belongs to ${found}, not ${whose}${wanted.text}.`;
    return [{ where, path, message, found, wanted: wanted.text }];
  });
}

/** Whether a scheme has the code that the file asks for, from any release. */
export function isOfCode(
  { contractNames, release }: WantedScheme,
  { contract }: SchemeDescription,
  { customCode }: CheckFacts,
): boolean {
  const names =
    release === undefined ? (customCode[contract.address] ?? []) : [contract.name ?? ""];
  return names.some((name) => contractNames.includes(name));
}

/** What is at an address. */
export function codeWords(contract: ContractDescription): string {
  const { code, name, releases = [] } = contract;
  if (code === "arc") return `${name} of Arc ${rangeOf(releases)}`;
  return code === "account" ? `an ${accountText(contract)}` : "unknown code";
}

export function inWords(bytes: string): string {
  const { words } = describePermissions(bytes);
  return `${bytes} (${words.join("; ") || "registration only"})`;
}
