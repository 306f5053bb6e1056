import { functionEntries } from "../../arc/abi.js";
import type { ArcRelease } from "../../arc/artifact.js";
import { checkFields } from "../file/check-fields.js";
import type { IssueList, Path } from "../file/issues.js";
import { Described } from "../file/issues.js";
import type {
  DaoParameters,
  GenericSchemeParameters,
  SchemeParameters,
  SchemeRegistrarParameters,
  StandAloneReference,
} from "../parameters.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../file/plain.js";
import { readReference } from "./references.js";
import type { Resolution } from "./resolution.js";
import { closest } from "../../support/nearest.js";
import { isShared } from "../../arc/features.js";

const SCHEMES = [
  "SchemeRegistrar",
  "ContributionReward",
  "GenericScheme",
  "GlobalConstraintRegistrar",
  "UpgradeScheme",
] as const;

type SchemeName = (typeof SCHEMES)[number];

/** Name of GenericScheme in older files. */
const OLDER_NAME = "UGenericScheme";

interface Entry {
  readonly value: unknown;
  readonly path: Path;
}

/** Resolves the built-in schemes that are switched on. */
export function resolveSchemes(resolution: Resolution): DaoParameters["schemes"] {
  const on = switchedOn(resolution);
  const entries = (scheme: SchemeName) => entriesOf(scheme, on, resolution);
  return {
    SchemeRegistrar: entries("SchemeRegistrar").map((entry) => schemeRegistrar(entry, resolution)),
    ContributionReward: entries("ContributionReward").map((entry) => simple(entry, resolution)),
    GenericScheme: entries("GenericScheme").map((entry) => generic(entry, resolution)),
    GlobalConstraintRegistrar: entries("GlobalConstraintRegistrar").map((entry) =>
      simple(entry, resolution),
    ),
    UpgradeScheme: entries("UpgradeScheme").map((entry) => simple(entry, resolution)),
  };
}

/** The keys of `schemes` that are true; reports keys without a meaning. */
function switchedOn({ raw, issues, release }: Resolution): ReadonlySet<string> {
  const on = new Set<string>();
  const switches = raw.schemes;
  if (switches === undefined) return on;
  if (!isObject(switches)) {
    issues.error(["schemes"], switches, "an object of true and false", "it is not an object");
    return on;
  }
  for (const [key, value] of Object.entries(switches)) {
    if (!isSwitch(key)) {
      reportUnknownScheme(key, value, { issues, release });
    } else if (typeof value !== "boolean") {
      issues.error(["schemes", key], value, "true or false", "it has the wrong type");
    } else if (value) {
      on.add(key);
    }
  }
  if (on.has(OLDER_NAME)) takeOlderName(on, issues);
  for (const scheme of SCHEMES) {
    if (on.has(scheme) && release !== undefined && !release.has(scheme)) {
      const wanted = `a scheme that Arc ${release.version} has, or another arcVersion`;
      issues.error(["schemes", scheme], true, wanted, `Arc ${release.version} has no ${scheme}`);
    }
  }
  return on;
}

function isSwitch(key: string): boolean {
  return (SCHEMES as readonly string[]).includes(key) || key === OLDER_NAME;
}

function takeOlderName(on: Set<string>, issues: IssueList): void {
  const path = ["schemes", OLDER_NAME];
  if (on.has("GenericScheme")) {
    issues.error(
      path,
      true,
      "GenericScheme alone",
      "it is the older name of GenericScheme, which is on too",
    );
  } else {
    issues.warn(path, true, "GenericScheme", "an older name, read as GenericScheme");
  }
  on.add("GenericScheme");
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

function reportUnknownScheme(
  key: string,
  value: unknown,
  { issues, release }: Pick<Resolution, "issues" | "release">,
): void {
  const path = ["schemes", key];
  const meant = closest(key, SCHEMES);
  const found = new Described(`the key ${JSON.stringify(key.slice(0, 60))}`);
  if (meant !== undefined) {
    issues.error(path, found, `the key "${meant}"`, "unknown scheme");
  } else if (value === false) {
    issues.warn(
      path,
      found,
      `one of ${SCHEMES.join(", ")}`,
      "not a built-in scheme; it is switched off and has no effect",
    );
  } else {
    issues.error(
      path,
      found,
      `one of ${SCHEMES.join(", ")}; any other scheme belongs in CustomSchemes, as ${customEntry(key, release)}`,
      "not a built-in scheme, so it cannot be switched on here",
    );
  }
}

/** The entries in a scheme's section: a list, a single object, or the defaults. */
function entriesOf(scheme: SchemeName, on: ReadonlySet<string>, resolution: Resolution): Entry[] {
  const { raw, issues } = resolution;
  const key = sectionOf(scheme, on, raw);
  for (const unused of scheme === "GenericScheme" ? [scheme, OLDER_NAME] : [scheme]) {
    if (raw[unused] !== undefined && (unused !== key || !on.has(scheme))) {
      const reason = on.has(scheme)
        ? `the section ${key} is used instead`
        : "the scheme is not switched on";
      issues.warn(
        [unused],
        raw[unused],
        `schemes.${scheme}: true, or no section`,
        `${reason}, so this section has no effect`,
      );
    }
  }
  if (!on.has(scheme)) return [];
  const section = raw[key];
  if (section === undefined || (Array.isArray(section) && section.length === 0)) {
    issues.warn(
      [key],
      section,
      "a section of the scheme",
      "without it, the scheme is on with the defaults",
    );
    return [{ value: Object.create(null), path: [key] }];
  }
  if (!Array.isArray(section)) return [{ value: section, path: [key] }];
  if (
    section.length > 1 &&
    resolution.release !== undefined &&
    isShared(scheme, resolution.release)
  ) {
    issues.warn(
      [key],
      section,
      "one entry",
      "all entries register the same universal contract, so only the last one takes effect",
    );
  }
  return section.map((value: unknown, i) => ({ value, path: [key, i] }));
}

function sectionOf(scheme: SchemeName, on: ReadonlySet<string>, raw: PlainObject): string {
  if (scheme !== "GenericScheme" || raw[OLDER_NAME] === undefined) return scheme;
  return on.has(OLDER_NAME) || raw[scheme] === undefined ? OLDER_NAME : scheme;
}

function schemeRegistrar(
  { value, path }: Entry,
  resolution: Resolution,
): SchemeRegistrarParameters {
  const {
    voteRegisterParams = 0,
    voteRemoveParams = 0,
    votingMachine,
  } = checkFields("SchemeRegistrarParameters", value, path, resolution.issues, {
    hints: { voteParams: "voteRegisterParams and voteRemoveParams; each is 0 by default" },
  });
  checkVoteParams(voteRegisterParams, "voteRegisterParams", value, path, resolution);
  checkVoteParams(voteRemoveParams, "voteRemoveParams", value, path, resolution);
  if (
    isOfAbsoluteVote(voteRegisterParams, resolution) !==
    isOfAbsoluteVote(voteRemoveParams, resolution)
  ) {
    resolution.issues.error(
      path,
      new Described(
        `voteRegisterParams ${voteRegisterParams}, voteRemoveParams ${voteRemoveParams}`,
      ),
      "both for GenesisProtocol, or both for AbsoluteVote",
      "a SchemeRegistrar uses one voting machine",
    );
  }
  return { voteRegisterParams, voteRemoveParams, ...(votingMachine && { votingMachine }) };
}

function isOfAbsoluteVote(index: number, { raw }: Resolution): boolean {
  const sets: unknown = raw.VotingMachinesParams;
  const entry: unknown = Array.isArray(sets) ? sets[index] : undefined;
  return isObject(entry) && Object.hasOwn(entry, "AbsoluteVote");
}

function simple({ value, path }: Entry, resolution: Resolution): SchemeParameters {
  const fields = checkFields("SchemeParameters", value, path, resolution.issues);
  const { voteParams = 0, votingMachine } = fields;
  checkVoteParams(voteParams, "voteParams", value, path, resolution);
  return { voteParams, ...(votingMachine && { votingMachine }) };
}

function generic({ value, path }: Entry, resolution: Resolution): GenericSchemeParameters {
  const fields = checkFields("GenericSchemeParameters", value, path, resolution.issues);
  const { voteParams = 0, votingMachine } = fields;
  checkVoteParams(voteParams, "voteParams", value, path, resolution);
  const target: string | StandAloneReference =
    (isObject(value)
      ? readReference(value.targetContract, [...path, "targetContract"], resolution)
      : undefined) ?? "";
  return { voteParams, ...(votingMachine && { votingMachine }), targetContract: target };
}

function checkVoteParams(
  index: number,
  field: string,
  entry: unknown,
  path: Path,
  { issues, voteParamsCount }: Resolution,
): void {
  if (index < voteParamsCount || !isObject(entry)) return;
  const own = entry[field] !== undefined;
  if (voteParamsCount > 0) {
    issues.error(
      [...path, field],
      index,
      `an index of VotingMachinesParams, 0 to ${voteParamsCount - 1}`,
      "there are no such vote parameters",
    );
  } else {
    issues.error(
      own ? [...path, field] : path,
      own ? index : new Described("nothing, which is 0"),
      "an entry in VotingMachinesParams",
      `${field} has no vote parameters to refer to: VotingMachinesParams is empty`,
    );
  }
}
