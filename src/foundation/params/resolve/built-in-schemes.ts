import { functionEntries } from "../../arc/abi.js";
import type { ArcRelease } from "../../arc/artifact.js";
import { BUILT_IN_SCHEMES } from "../../arc/permissions.js";
import { isShared } from "../../arc/shared-schemes.js";
import { closest } from "../../support/nearest.js";
import { checkFields } from "../file/check-fields.js";
import { namesOfScheme, sectionOf, takeOlderSwitch } from "../file/older-files.js";
import type { Place } from "../file/place.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../../support/is-object.js";
import type {
  DaoParameters,
  GenericSchemeParameters,
  SchemeParameters,
  SchemeRegistrarParameters,
} from "../parameters.js";
import { readReference } from "./references.js";
import type { Resolution } from "./resolution.js";
import { Described } from "../file/issues.js";

type SchemeName = keyof DaoParameters["schemes"];

export function resolveSchemes(resolution: Resolution): DaoParameters["schemes"] {
  const on = switchedOn(resolution);
  const all = <Entry>(scheme: SchemeName, read: (place: Place, resolution: Resolution) => Entry) =>
    entriesOf(scheme, on, resolution).map((place) => read(place, resolution));
  return {
    SchemeRegistrar: all("SchemeRegistrar", schemeRegistrar),
    ContributionReward: all("ContributionReward", simple),
    GenericScheme: all("GenericScheme", generic),
    GlobalConstraintRegistrar: all("GlobalConstraintRegistrar", simple),
    UpgradeScheme: all("UpgradeScheme", simple),
  };
}

/** The keys of `schemes` that are true; reports keys without a meaning. */
function switchedOn({ root, release }: Resolution): ReadonlySet<string> {
  const on = new Set<string>();
  const section = root.at("schemes");
  if (section.value === undefined) return on;
  if (!isObject(section.value)) {
    section.error("an object of true and false", "it is not an object");
    return on;
  }
  for (const key of Object.keys(section.value)) {
    const own = section.at(key);
    if (!BUILT_IN_SCHEMES.some((scheme) => namesOfScheme(scheme).includes(key)))
      reportUnknownScheme(key, own, release);
    else if (typeof own.value !== "boolean") own.error("true or false", "it has the wrong type");
    else if (own.value) on.add(key);
  }
  takeOlderSwitch(on, section);
  for (const scheme of BUILT_IN_SCHEMES) {
    if (on.has(scheme) && release !== undefined && !release.has(scheme)) {
      const wanted = `a scheme that Arc ${release.version} has, or another arcVersion`;
      section.at(scheme).error(wanted, `Arc ${release.version} has no ${scheme}`, true);
    }
  }
  return on;
}

/**
 * An entry for CustomSchemes to copy, with the argument names of the release's contract. Its placeholders are invalid
 * until they are replaced.
 */
function customEntry(name: string, release: ArcRelease | undefined): string {
  const artifact = release?.has(name) === true ? release.artifact(name) : undefined;
  const [initialize] = artifact === undefined ? [] : functionEntries(artifact, "initialize");
  const params = (initialize?.inputs ?? [])
    .slice(1)
    .map(({ type, name: parameter }) => `${type} ${parameter}`.trim());
  const entry = { ...(artifact && { fromArc: true }), params, permissions: "4 bytes of hex" };
  return JSON.stringify({ [name.slice(0, 60)]: [entry] });
}

function reportUnknownScheme(key: string, own: Place, release: ArcRelease | undefined): void {
  const meant = closest(key, BUILT_IN_SCHEMES);
  const found = new Described(`the key ${JSON.stringify(key.slice(0, 60))}`);
  const all = `one of ${BUILT_IN_SCHEMES.join(", ")}`;
  if (meant !== undefined) {
    own.error(`the key "${meant}"`, "unknown scheme", found);
  } else if (own.value === false) {
    own.warn(all, "not a built-in scheme; it is switched off and has no effect", found);
  } else {
    own.error(
      `${all}; any other scheme belongs in CustomSchemes, as ${customEntry(key, release)}`,
      "not a built-in scheme, so it cannot be switched on here",
      found,
    );
  }
}

/** The entries in a scheme's section: a list, a single object, or the defaults. */
function entriesOf(
  scheme: SchemeName,
  on: ReadonlySet<string>,
  { root, release }: Resolution,
): readonly Place[] {
  const key = sectionOf(scheme, root.value as PlainObject);
  for (const name of namesOfScheme(scheme)) {
    const unused = root.at(name);
    if (unused.value === undefined || (name === key && on.has(scheme))) continue;
    const reason = on.has(scheme)
      ? `the section ${key} is used instead`
      : "the scheme is not switched on";
    const message = `${reason}, so this section has no effect`;
    unused.warn(`schemes.${scheme}: true, or no section`, message);
  }
  if (!on.has(scheme)) return [];
  const section = root.at(key);
  const entries = section.elements();
  if (section.value === undefined || entries?.length === 0) {
    section.warn("a section of the scheme", "without it, the scheme is on with the defaults");
    return [section.with(Object.create(null))];
  }
  if (entries === undefined) return [section];
  if (entries.length > 1 && release !== undefined && isShared(scheme, release)) {
    const message =
      "all entries register the same universal contract, so only the last one takes effect";
    section.warn("one entry", message);
  }
  return entries;
}

function schemeRegistrar(place: Place, resolution: Resolution): SchemeRegistrarParameters {
  const hints = { voteParams: "voteRegisterParams and voteRemoveParams; each is 0 by default" };
  const fields = checkFields("SchemeRegistrarParameters", place, { hints });
  const { voteRegisterParams = 0, voteRemoveParams = 0, votingMachine } = fields;
  checkVoteParams(voteRegisterParams, "voteRegisterParams", place, resolution);
  checkVoteParams(voteRemoveParams, "voteRemoveParams", place, resolution);
  const { votingMachines } = resolution;
  const [toRegister, toRemove] = [
    votingMachines[voteRegisterParams],
    votingMachines[voteRemoveParams],
  ];
  if ((toRegister === "AbsoluteVote") !== (toRemove === "AbsoluteVote")) {
    const found = `voteRegisterParams ${voteRegisterParams}, voteRemoveParams ${voteRemoveParams}`;
    place.error(
      "both for GenesisProtocol, or both for AbsoluteVote",
      "a SchemeRegistrar uses one voting machine",
      new Described(found),
    );
  }
  return { voteRegisterParams, voteRemoveParams, votingMachine };
}

function simple(place: Place, resolution: Resolution): SchemeParameters {
  const { voteParams = 0, votingMachine } = checkFields("SchemeParameters", place);
  checkVoteParams(voteParams, "voteParams", place, resolution);
  return { voteParams, votingMachine };
}

function generic(place: Place, resolution: Resolution): GenericSchemeParameters {
  const { voteParams = 0, votingMachine } = checkFields("GenericSchemeParameters", place);
  checkVoteParams(voteParams, "voteParams", place, resolution);
  const target = isObject(place.value) && readReference(place.at("targetContract"), resolution);
  return { voteParams, votingMachine, targetContract: target || "" };
}

function checkVoteParams(
  index: number,
  field: string,
  entry: Place,
  { votingMachines: { length: voteParamsCount } }: Resolution,
): undefined {
  if (index < voteParamsCount || !isObject(entry.value)) return;
  const own = entry.at(field);
  if (voteParamsCount > 0) {
    const wanted = `an index of VotingMachinesParams, 0 to ${voteParamsCount - 1}`;
    return own.error(wanted, "there are no such vote parameters", index);
  }
  const isWritten = own.value !== undefined;
  (isWritten ? own : entry).error(
    "an entry in VotingMachinesParams",
    `${field} has no vote parameters to refer to: VotingMachinesParams is empty`,
    isWritten ? index : new Described("nothing, which is 0"),
  );
}
