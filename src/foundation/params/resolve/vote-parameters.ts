import type { ArcRelease } from "../../arc/artifact.js";
import { hasQueue } from "../../arc/features.js";
import { checkFields, keysOf } from "../file/check-fields.js";
import { genesisProtocolProblems } from "./genesis-protocol-rules.js";
import { withCurrentNames } from "../file/older-files.js";
import type { Place } from "../file/place.js";
import type { GenesisProtocolParameters, VoteParameters, VotingMachine } from "../parameters.js";
import { isObject } from "../../support/is-object.js";
import type { PlainObject } from "../file/plain.js";
import type { Resolution } from "./resolution.js";
import { Described } from "../file/issues.js";

/** The voting machine of each entry; undefined for a hash, which may be of any. */
export function votingMachinesOf(root: Place): readonly (VotingMachine | undefined)[] {
  return root.at("VotingMachinesParams").referable().map(machineOf);
}

function machineOf({ value }: Place): VotingMachine | undefined {
  if (isObject(value) && Object.hasOwn(value, "votingParamsHash")) return undefined;
  const isAbsolute = isObject(value) && Object.hasOwn(value, "AbsoluteVote");
  return isAbsolute ? "AbsoluteVote" : "GenesisProtocol";
}

export function resolveVoteParameters({
  root,
  release,
}: Pick<Resolution, "root" | "release">): VoteParameters[] {
  const section = root.at("VotingMachinesParams");
  return section.list("a list of vote parameters").map((entry) => {
    const machine = machineOf(entry);
    if (machine === "GenesisProtocol") return genesisProtocolSet(entry, release);
    const value = entry.value as PlainObject;
    return machine === undefined ? preset(value, entry) : absoluteVote(value, entry, release);
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
  if (release !== undefined && !hasQueue(release.artifact("AbsoluteVote"))) {
    own.error(
      "GenesisProtocol's parameters, or Arc 0.0.1-rc.3 or later",
      `AbsoluteVote of Arc ${release.version} takes different parameters`,
      new Described("parameters of AbsoluteVote"),
    );
  }
  return { absoluteVote: { votePerc, voteOnBehalf } };
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
