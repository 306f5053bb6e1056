import { FunctionFragment } from "ethers";

import { functionEntries, signature } from "../../arc/abi.js";
import { releasesThatTake } from "../../arc/history.js";
import type { AbiEntry, Artifact } from "../../arc/artifact.js";
import type { ArgumentScope, MatchedArguments } from "./match-arguments.js";
import { counted, matchArguments } from "./match-arguments.js";
import type { IssueList, Path } from "../file/issues.js";
import type { Argument } from "../parameters.js";
import { closest } from "../../support/nearest.js";

/** Where a call is in the file, for messages. */
interface CallPlace {
  /** Path of the function's name, or of the contract if the function has a fixed name. */
  readonly functionPath: Path;
  readonly argumentsPath: Path;
  /** Such as `Wallet of Arc 0.0.1-rc.57`. */
  readonly contract: string;
  /** The contract's name if it is Arc's: other releases may have it with other functions. */
  readonly arcName?: string;
}

export interface ChosenCall {
  readonly abi: AbiEntry;
  readonly args: readonly Argument[];
}

interface CallOptions {
  readonly place: CallPlace;
  readonly scope: ArgumentScope;
  readonly issues: IssueList;
  /** The migration passes the avatar as the first argument, before those in the file. */
  readonly avatarFirst?: boolean;
}

/** `transfer(address,uint256)`. */
function canonical(entry: AbiEntry): string {
  return FunctionFragment.from(entry).format("sighash");
}

/** The functions with this name; if it includes types (`transfer(address,uint256)`), the one with this signature. */
function functionsNamed(artifact: Artifact, name: string): AbiEntry[] {
  const bare = name.replace(/\s/g, "");
  const bySignature = bare.includes("(")
    ? functionEntries(artifact, bare.slice(0, bare.indexOf("(")))
    : functionEntries(artifact, name);
  return bySignature.filter((entry) => entry.name === name || canonical(entry) === bare);
}

/**
 * Finds the function with this name that accepts the arguments, and converts them. Undefined if there is none, or
 * several, which is reported with the actual signatures.
 */
export function chooseFunction(
  artifact: Artifact,
  name: string,
  values: readonly unknown[],
  options: CallOptions,
): ChosenCall | undefined {
  const named = functionsNamed(artifact, name);
  if (named.length === 0) {
    reportMissing(artifact, name, options);
    return undefined;
  }
  return chooseEntry(named, values, options);
}

/** Like {@link chooseFunction}, for entries that are known to have the right name. */
export function chooseEntry(
  entries: readonly AbiEntry[],
  values: readonly unknown[],
  { place, scope, issues, avatarFirst = false }: CallOptions,
): ChosenCall | undefined {
  const skipped = avatarFirst ? 1 : 0;
  const signatures = entries.map(signature).join(" or ");
  const otherReleases = () => releasesFor(entries, values, place, scope, skipped);
  const note = avatarFirst ? ", where the avatar comes first and is not in params" : "";
  const fitting = entries.filter(
    ({ inputs = [] }) =>
      inputs.length === values.length + skipped && (!avatarFirst || inputs[0]?.type === "address"),
  );
  if (fitting.length === 0) {
    const message = `${place.contract} takes different arguments${otherReleases()}`;
    issues.error(place.argumentsPath, counted(values), `${signatures}${note}`, message);
    return undefined;
  }

  const matches = fitting.map((abi) => ({
    abi,
    ...matchArguments((abi.inputs ?? []).slice(skipped), values, scope),
  }));
  const right = matches.filter(({ errors }) => errors.length === 0);
  const fewest = Math.min(...right.map(({ looseFits }) => looseFits));
  const best = right.filter(({ looseFits }) => looseFits === fewest);
  const [chosen] = best;
  if (chosen === undefined) {
    reportMismatch(matches, signatures, place, otherReleases(), issues);
    return undefined;
  }
  if (best.length > 1) {
    const wanted = `one of ${best.map(({ abi }) => canonical(abi)).join(", ")} as its name`;
    issues.error(
      place.functionPath,
      chosen.abi.name,
      wanted,
      "several functions take these arguments",
    );
    return undefined;
  }
  for (const { path, found, wanted, message } of chosen.warnings) {
    issues.warn([...place.argumentsPath, ...path], found, wanted, message);
  }
  return { abi: chosen.abi, args: chosen.args };
}

function reportMismatch(
  matches: readonly (MatchedArguments & { abi: AbiEntry })[],
  signatures: string,
  { argumentsPath, contract }: CallPlace,
  otherReleases: string,
  issues: IssueList,
): void {
  const [only] = matches;
  if (matches.length > 1 || only === undefined) {
    const message = `${contract} takes different arguments${otherReleases}`;
    issues.error(argumentsPath, matches.length, signatures, message);
    return;
  }
  for (const { path, found, wanted, message } of only.errors) {
    issues.error(
      [...argumentsPath, ...path],
      found,
      wanted,
      `${message}, in ${signature(only.abi)}${otherReleases}`,
    );
  }
}

/** `; they fit rc.3 to rc.16`, if other releases of Arc have the function with other parameters. */
function releasesFor(
  [entry]: readonly AbiEntry[],
  values: readonly unknown[],
  { arcName }: CallPlace,
  scope: ArgumentScope,
  skipped: number,
): string {
  if (arcName === undefined || entry === undefined) return "";
  const releases = releasesThatTake(arcName, entry.name ?? entry.type, (types) => {
    if (types.length !== values.length + skipped) return false;
    const inputs = types.slice(skipped).map((type) => ({ type, name: "" }));
    return matchArguments(inputs, values, scope).errors.length === 0;
  });
  return releases === undefined ? "" : `; these fit ${releases}`;
}

function reportMissing(artifact: Artifact, name: string, { place, issues }: CallOptions): void {
  const functions = artifact.abi.filter(
    ({ type, stateMutability }) =>
      type === "function" && stateMutability !== "view" && stateMutability !== "pure",
  );
  const meant = closest(
    name,
    functions.map((entry) => entry.name ?? ""),
  );
  const near = functions.filter((entry) => entry.name === meant);
  const listed = (near.length > 0 ? near : functions).map(signature);
  const wanted = listed.length === 0 ? "a contract with functions" : `one of ${listed.join(", ")}`;
  issues.error(place.functionPath, name, wanted, `${place.contract} has no function ${name}`);
}
