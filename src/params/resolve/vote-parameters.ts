import { functionEntries } from "../../arc/abi.js";
import type { ArcRelease } from "../../arc/artifact.js";
import { checkFields, keysOf } from "../file/check-fields.js";
import { genesisProtocolProblems } from "./genesis-protocol-rules.js";
import type { IssueList, Path } from "../file/issues.js";
import { Described } from "../file/issues.js";
import { toUnits, ValueProblem } from "../file/numbers.js";
import type { Numeric } from "../file/migration-parameters.js";
import type { GenesisProtocolParameters, VoteParameters } from "../parameters.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../file/plain.js";
import type { Resolution } from "./resolution.js";

/** Older names of amounts, which real files spell in several ways. */
const GWEI = "an amount in GWei (10^9 wei) with up to 9 decimals, as a number or a string";
const IN_GWEI = /^(minimumDaoBounty|proposingRepReward)GWei$/i;

/** Resolves the entries of VotingMachinesParams. */
export function resolveVoteParameters({ raw, issues, release }: Resolution): VoteParameters[] {
  const entries = raw.VotingMachinesParams;
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) {
    issues.error(
      ["VotingMachinesParams"],
      entries,
      "a list of vote parameters",
      "it is not a list",
    );
    return [];
  }
  return entries.map((entry: unknown, i) => {
    const path = ["VotingMachinesParams", i];
    if (isObject(entry) && Object.hasOwn(entry, "votingParamsHash")) {
      return preset(entry, path, issues);
    }
    return isObject(entry) && Object.hasOwn(entry, "AbsoluteVote")
      ? absoluteVote(entry, path, issues, release)
      : genesisProtocolSet(entry, path, issues, release);
  });
}

function absoluteVote(
  { AbsoluteVote: own, ...rest }: PlainObject,
  path: Path,
  issues: IssueList,
  release: ArcRelease | undefined,
): VoteParameters {
  for (const key of Object.keys(rest)) {
    issues.error(
      [...path, key],
      rest[key],
      "AbsoluteVote alone",
      "it cannot be combined with other fields",
    );
  }
  const place = [...path, "AbsoluteVote"];
  const { votePerc = 1n, voteOnBehalf = "" } = checkFields(
    "AbsoluteVoteParameters",
    own,
    place,
    issues,
  );
  if (votePerc < 1n || votePerc > 100n) {
    const wanted = "percent, 1 to 100";
    issues.error([...place, "votePerc"], votePerc, wanted, "no vote can be decided with it");
  }
  if (release !== undefined && !takesVoteOnBehalf(release)) {
    issues.error(
      place,
      new Described("parameters of AbsoluteVote"),
      "GenesisProtocol's parameters, or Arc 0.0.1-rc.3 or later",
      `AbsoluteVote of Arc ${release.version} takes different parameters`,
    );
  }
  return { absoluteVote: { votePerc, voteOnBehalf } };
}

function takesVoteOnBehalf(release: ArcRelease): boolean {
  const [entry] = functionEntries(release.artifact("AbsoluteVote"), "setParameters");
  return entry?.inputs?.some(({ name }) => name === "_voteOnBehalf") === true;
}

function preset(entry: PlainObject, path: Path, issues: IssueList): VoteParameters {
  const others = keysOf("GenesisProtocolParameters");
  const rest = Object.keys(entry).filter((key) => others.includes(key));
  if (rest.length > 0) {
    const found = new Described(rest.join(", "));
    issues.warn(path, found, "votingParamsHash alone", "with a preset hash these have no effect");
  }
  const known = Object.fromEntries(Object.entries(entry).filter(([key]) => !rest.includes(key)));
  const { votingParamsHash = "0x" } = checkFields("PresetParameters", known, path, issues);
  return { votingParamsHash };
}

function genesisProtocolSet(
  entry: unknown,
  path: Path,
  issues: IssueList,
  release: ArcRelease | undefined,
): VoteParameters {
  const names = new Map<string, string>();
  const current = isObject(entry) ? withCurrentNames(entry, path, issues, names) : entry;
  const checked = checkFields("GenesisProtocolParameters", current, path, issues, { names });
  if (isObject(entry)) {
    for (const { field, wanted, message } of genesisProtocolProblems(checked, release)) {
      const key = names.get(field) ?? field;
      issues.error([...path, key], entry[key], wanted, message);
    }
  }
  // Incomplete only if a mistake was reported, and then it is not used.
  return checked as GenesisProtocolParameters;
}

/** Converts amounts in GWei (10^9 wei) to whole tokens, under today's names. */
function withCurrentNames(
  entry: PlainObject,
  path: Path,
  issues: IssueList,
  names: Map<string, string>,
): PlainObject {
  const current = Object.create(null) as PlainObject;
  for (const [key, value] of Object.entries(entry)) {
    const match = IN_GWEI.exec(key)?.[1]?.toLowerCase();
    if (match === undefined) {
      current[key] = value;
      continue;
    }
    const name = match === "minimumdaobounty" ? "minimumDaoBounty" : "proposingRepReward";
    if (Object.hasOwn(entry, name) || names.has(name)) {
      const found = new Described(`${key} as well as ${names.get(name) ?? name}`);
      issues.error(
        [...path, key],
        found,
        `${name} alone, in whole tokens`,
        "the same amount is given twice",
      );
      continue;
    }
    names.set(name, key);
    const tokens = fromGWei(value);
    if (tokens instanceof ValueProblem) {
      issues.error([...path, key], value, GWEI, tokens.message);
      // Not the value itself, which may be right in whole tokens: any amount will do, as the file is refused.
      current[name] = "1";
      continue;
    }
    current[name] = tokens;
    issues.warn(
      [...path, key],
      value,
      `${name} in whole tokens: ${tokens.replace(/\.?0+$/, "")}`,
      "an older name, read as an amount in GWei (10^9 wei)",
    );
  }
  return current;
}

/** Converts to whole tokens, as text; returns the problem if the value is not an amount in GWei. */
function fromGWei(value: unknown): string | ValueProblem {
  try {
    const wei = toUnits(value as Numeric, 9);
    return `${wei / 10n ** 18n}.${String(wei % 10n ** 18n).padStart(18, "0")}`;
  } catch (error) {
    if (error instanceof ValueProblem) return error;
    throw error;
  }
}
