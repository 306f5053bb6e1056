import { FunctionFragment } from "ethers";

import { functionEntries, signature } from "../../arc/abi.js";
import type { AbiEntry, Artifact } from "../../arc/artifact.js";
import { releasesThatTake } from "../../arc/release-history.js";
import { closest } from "../../support/nearest.js";
import type { Place } from "../file/place.js";
import type { Argument, VotingMachine } from "../parameters.js";
import { referencesIn, votesOfOtherMachine } from "../references-in.js";
import { describedContract, type FoundContract } from "./contract-finder.js";
import { matchArguments } from "./match-arguments.js";
import type { ArgumentScope } from "./resolution.js";
import { Described } from "../file/issues.js";

export interface ChosenCall {
  readonly abi: AbiEntry;
  readonly args: readonly Argument[];
}

interface CallOptions {
  /** The function's name, or the contract's if the function has a fixed name. */
  readonly name: Place;
  /** The list of arguments; nothing counts as an empty one. */
  readonly params: Place;
  readonly contract: FoundContract;
  readonly scope: ArgumentScope;
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
export function chooseFunction(name: string, options: CallOptions): ChosenCall | undefined {
  const named = functionsNamed(options.contract.artifact, name);
  if (named.length === 0) reportMissing(name, options);
  return chooseEntry(named, options);
}

/** Like {@link chooseFunction}, for entries that are known to have the right name. */
export function chooseEntry(
  entries: readonly AbiEntry[],
  { name, params, contract, scope, avatarFirst = false }: CallOptions,
): ChosenCall | undefined {
  const values = params.value === undefined ? [] : params.elements();
  if (values === undefined) params.error("a list of arguments", "it is not a list");
  if (values === undefined || entries.length === 0) return undefined;
  const skipped = avatarFirst ? 1 : 0;
  const signatures = entries.map(signature).join(" or ");
  const otherReleases = () => releasesFor(entries[0], values, contract, scope, skipped);
  const refuse = (wanted: string, found: unknown): undefined => {
    const message = `${describedContract(contract)} takes different arguments${otherReleases()}`;
    return params.error(wanted, message, found);
  };
  const fitting = entries.filter(
    ({ inputs = [] }) =>
      inputs.length === values.length + skipped && (!avatarFirst || inputs[0]?.type === "address"),
  );
  if (fitting.length === 0) {
    const note = avatarFirst ? ", where the avatar comes first and is not in params" : "";
    const found = values.length === 1 ? "1 argument" : `${values.length} arguments`;
    return refuse(`${signatures}${note}`, new Described(found));
  }

  const matches = fitting.map((abi) => ({
    abi,
    ...matchArguments((abi.inputs ?? []).slice(skipped), values, scope),
  }));
  const right = matches.filter(({ issues }) => issues.errors.length === 0);
  const fewest = Math.min(...right.map(({ looseFits }) => looseFits));
  const best = right.filter(({ looseFits }) => looseFits === fewest);
  const [chosen] = best;
  if (chosen === undefined) {
    const [only, ...others] = matches;
    if (only === undefined || others.length > 0) return refuse(signatures, matches.length);
    const suffix = `, in ${signature(only.abi)}${otherReleases()}`;
    params.issues.add(only.issues, suffix);
    return undefined;
  }
  if (best.length > 1) {
    const one = `one of ${best.map(({ abi }) => canonical(abi)).join(", ")}`;
    // A scheme's place is named after its contract, and what sets it up has a fixed name.
    const isNamed = name.value === chosen.abi.name;
    const wanted = isNamed ? `${one} as its name` : `arguments that only ${one} takes`;
    return name.error(wanted, "several functions take these arguments", chosen.abi.name);
  }
  params.issues.add(chosen.issues);
  refuseOtherMachine(chosen.args, params, scope);
  return { abi: chosen.abi, args: chosen.args };
}

function refuseOtherMachine(
  args: readonly Argument[],
  params: Place,
  { votingMachines }: ArgumentScope,
): void {
  const words = referencesIn(args).map((each) => ("address" in each ? each.address : undefined));
  const isGiven = (machine: VotingMachine) => words.includes(`${machine}Address`);
  const wrong = votesOfOtherMachine(args, (index) => votingMachines[index], isGiven);
  for (const { index, of, given } of wrong) {
    params.error(
      `{"votingMachine": ${index}}, which is the machine of these vote parameters`,
      `VotingMachinesParams[${index}] are parameters of ${of}, so nothing could be proposed`,
      new Described(`${given}Address`),
    );
  }
}

/** `; these fit rc.3 to rc.16`, if other releases of Arc have the function with other parameters. */
function releasesFor(
  entry: AbiEntry | undefined,
  values: readonly Place[],
  { artifact, release }: FoundContract,
  scope: ArgumentScope,
  skipped: number,
): string {
  if (release === undefined || entry === undefined) return "";
  const releases = releasesThatTake(artifact.contractName, entry.name ?? entry.type, (types) => {
    if (types.length !== values.length + skipped) return false;
    const inputs = types.slice(skipped).map((type) => ({ type, name: "" }));
    return matchArguments(inputs, values, scope).issues.errors.length === 0;
  });
  return releases === undefined ? "" : `; these fit ${releases}`;
}

function reportMissing(name: string, { name: place, contract }: CallOptions): void {
  const functions = contract.artifact.abi.filter(
    ({ type, stateMutability }) =>
      type === "function" && stateMutability !== "view" && stateMutability !== "pure",
  );
  const names = functions.map((entry) => entry.name ?? "");
  const meant = closest(name, names);
  const near = functions.filter((entry) => entry.name === meant);
  const listed = (near.length > 0 ? near : functions).map(signature);
  const wanted = listed.length === 0 ? "a contract with functions" : `one of ${listed.join(", ")}`;
  place.error(wanted, `${describedContract(contract)} has no function ${name}`, name);
}
