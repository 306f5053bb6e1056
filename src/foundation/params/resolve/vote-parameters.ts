import { functionEntries } from "../../arc/abi.js";
import type { ArcRelease } from "../../arc/artifact.js";
import { checkFields, keysOf } from "../file/check-fields.js";
import { genesisProtocolProblems } from "./genesis-protocol-rules.js";
import { Described } from "../file/issues.js";
import { toUnits } from "../file/numbers.js";
import type { Numeric } from "../file/migration-parameters.js";
import type { Place } from "../file/place.js";
import type { GenesisProtocolParameters, VoteParameters, VotingMachine } from "../parameters.js";
import { isObject } from "../../support/is-object.js";
import type { PlainObject } from "../file/plain.js";
import type { Resolution } from "./resolution.js";

/** Older names of amounts, which real files spell in several ways. */
const GWEI = "an amount in gwei (10^9 wei) with up to 9 decimals, as a number or a string";
const IN_GWEI = /^(minimumDaoBounty|proposingRepReward)gwei$/i;

/** The voting machine of each entry; undefined for a hash, which may be of any. */
export function votingMachinesOf(root: Place): readonly (VotingMachine | undefined)[] {
  return (root.at("VotingMachinesParams").elements() ?? []).map(({ value }) => {
    if (isObject(value) && Object.hasOwn(value, "votingParamsHash")) return undefined;
    const isAbsolute = isObject(value) && Object.hasOwn(value, "AbsoluteVote");
    return isAbsolute ? "AbsoluteVote" : "GenesisProtocol";
  });
}

export function resolveVoteParameters({
  root,
  release,
}: Pick<Resolution, "root" | "release">): VoteParameters[] {
  const section = root.at("VotingMachinesParams");
  const entries = section.elements();
  if (entries === undefined && section.value !== undefined) {
    section.error("a list of vote parameters", "it is not a list");
  }
  return (entries ?? []).map((entry) => {
    if (isObject(entry.value) && Object.hasOwn(entry.value, "votingParamsHash")) {
      return preset(entry.value, entry);
    }
    return isObject(entry.value) && Object.hasOwn(entry.value, "AbsoluteVote")
      ? absoluteVote(entry.value, entry, release)
      : genesisProtocolSet(entry, release);
  });
}

function absoluteVote(
  { AbsoluteVote: _, ...rest }: PlainObject,
  entry: Place,
  release: ArcRelease | undefined,
): VoteParameters {
  for (const key of Object.keys(rest)) {
    entry.at(key).error("AbsoluteVote alone", "it cannot be combined with other fields");
  }
  const own = entry.at("AbsoluteVote");
  const { votePerc = 1n, voteOnBehalf = "" } = checkFields("AbsoluteVoteParameters", own);
  if (votePerc < 1n || votePerc > 100n) {
    own.at("votePerc").error("percent, 1 to 100", "no vote can be decided with it", votePerc);
  }
  if (release !== undefined && !takesVoteOnBehalf(release)) {
    own.error(
      "GenesisProtocol's parameters, or Arc 0.0.1-rc.3 or later",
      `AbsoluteVote of Arc ${release.version} takes different parameters`,
      new Described("parameters of AbsoluteVote"),
    );
  }
  return { absoluteVote: { votePerc, voteOnBehalf } };
}

function takesVoteOnBehalf(release: ArcRelease): boolean {
  const [entry] = functionEntries(release.artifact("AbsoluteVote"), "setParameters");
  return entry?.inputs?.some(({ name }) => name === "_voteOnBehalf") === true;
}

function preset(value: PlainObject, entry: Place): VoteParameters {
  const others = keysOf("GenesisProtocolParameters");
  const rest = Object.keys(value).filter((key) => others.includes(key));
  if (rest.length > 0) {
    const found = new Described(rest.join(", "));
    entry.warn("votingParamsHash alone", "with a preset hash these have no effect", found);
  }
  const known = Object.fromEntries(Object.entries(value).filter(([key]) => !rest.includes(key)));
  const { votingParamsHash = "0x" } = checkFields("PresetParameters", entry.with(known));
  return { votingParamsHash };
}

function genesisProtocolSet(entry: Place, release: ArcRelease | undefined): VoteParameters {
  const names = new Map<string, string>();
  const current = isObject(entry.value) ? withCurrentNames(entry.value, entry, names) : entry.value;
  const checked = checkFields("GenesisProtocolParameters", entry.with(current), { names });
  if (isObject(entry.value)) {
    for (const { field, wanted, message } of genesisProtocolProblems(checked, release)) {
      entry.at(names.get(field) ?? field).error(wanted, message);
    }
  }
  // Incomplete only if a mistake was reported, and then it is not used.
  return checked as GenesisProtocolParameters;
}

/** Converts amounts in gwei (10^9 wei) to whole tokens, under today's names. */
function withCurrentNames(
  value: PlainObject,
  entry: Place,
  names: Map<string, string>,
): PlainObject {
  const current = Object.create(null) as PlainObject;
  for (const key of Object.keys(value)) {
    const own = entry.at(key);
    const match = IN_GWEI.exec(key)?.[1]?.toLowerCase();
    if (match === undefined) {
      current[key] = own.value;
      continue;
    }
    const name = match === "minimumdaobounty" ? "minimumDaoBounty" : "proposingRepReward";
    if (Object.hasOwn(value, name) || names.has(name)) {
      const found = new Described(`${key} as well as ${names.get(name) ?? name}`);
      own.error(`${name} alone, in whole tokens`, "the same amount is given twice", found);
      continue;
    }
    names.set(name, key);
    const tokens = own.read(GWEI, () => fromGWei(own.value));
    // Not the value itself, which may be right in whole tokens: any amount will do, as the file is refused.
    current[name] = tokens ?? "1";
    if (tokens === undefined) continue;
    own.warn(
      `${name} in whole tokens: ${tokens.replace(/\.?0+$/, "")}`,
      "an older name, read as an amount in gwei (10^9 wei)",
    );
  }
  return current;
}

/**
 * Converts to whole tokens, as text.
 * @throws ValueProblem if the value is not an amount in gwei
 */
function fromGWei(value: unknown): string {
  const wei = toUnits(value as Numeric, 9);
  return `${wei / 10n ** 18n}.${String(wei % 10n ** 18n).padStart(18, "0")}`;
}
