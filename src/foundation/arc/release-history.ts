import { readFileSync } from "node:fs";

import { nearest } from "../support/nearest.js";
import { ArcError } from "./arc-error.js";
import type { ArcRelease } from "./artifact.js";
import { rangeOf, shortName } from "./versions.js";

/** Ranges of releases, each as the short names of its first and last: `["rc.17", "rc.57"]`. */
type Runs = readonly (readonly [first: string, last: string])[];

interface History {
  readonly contracts: Readonly<Record<string, Runs>>;
  /** By contract, function and argument types; only functions whose arguments changed. */
  readonly signatures: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, Runs>>>>>
  >;
}

let history: History | undefined;

/** Read only when something does not fit, because only messages need it. */
function readHistory(): History {
  const url = new URL("./history.json", import.meta.url);
  history ??= JSON.parse(readFileSync(url, "utf8")) as History;
  return history;
}

/**
 * The releases that have a contract, such as `rc.35 to rc.57`.
 * @returns undefined if none has it
 */
export function releasesWith(contract: string): string | undefined {
  const { contracts } = readHistory();
  return Object.hasOwn(contracts, contract) ? told(contracts[contract] ?? []) : undefined;
}

/**
 * The releases whose function takes certain arguments, such as `rc.3 to rc.16`.
 * @param name of the function, or `constructor`
 * @param fits whether the arguments fit these types
 * @returns undefined if there is none, or if the function never changed
 */
export function releasesThatTake(
  contract: string,
  name: string,
  fits: (types: readonly string[]) => boolean,
): string | undefined {
  const { signatures } = readHistory();
  const own = Object.hasOwn(signatures, contract) ? signatures[contract] : undefined;
  const functions = own !== undefined && Object.hasOwn(own, name) ? own[name] : undefined;
  const runs = Object.entries(functions ?? {}).flatMap(([types, releases]) =>
    fits(types === "" ? [] : types.split(",")) ? releases : [],
  );
  return told(runs);
}

function told(runs: Runs): string | undefined {
  if (runs.length === 0) return undefined;
  return runs.map(rangeOf).join(", ");
}

export function missingContract(contractName: string, release: ArcRelease): ArcError {
  const similar = nearest(contractName, release.contractNames);
  const others = releasesWith(contractName);
  return new ArcError(
    `Arc release ${release.version} has no contract "${contractName}". ` +
      (others === undefined ? "" : `Releases ${others} have it. `) +
      (similar.length > 0 ? `Did you mean ${similar.join(", ")}? ` : "") +
      `All names: dao-migrate contracts -a ${shortName(release.version)}`,
  );
}
