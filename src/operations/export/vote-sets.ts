import { isOfRelease } from "../../foundation/arc/known-code.js";
import { ZeroHash } from "ethers";

import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type {
  Inspection,
  VoteParametersDescription,
  VoteRules,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import { IssueList } from "../../foundation/params/file/issues.js";
import { Place } from "../../foundation/params/file/place.js";
import { resolveVoteParameters } from "../../foundation/params/resolve/vote-parameters.js";
import { wholeEntry } from "../../foundation/params/stored-vote-parameters.js";
import type { Findings } from "./report.js";

type RawSet = NonNullable<MigrationParameters["VotingMachinesParams"]>[number];

/** Collects VotingMachinesParams for a file, each set once. */
export class VoteSets {
  /** The voting machines that a base of the release would have; absent if no scheme uses one. */
  readonly genesisProtocol: string | undefined;
  readonly absoluteVote: string | undefined;
  readonly entries: RawSet[] = [];
  readonly #keys = new Map<string, number>();
  readonly #release: ArcRelease;
  readonly #findings: Findings;

  constructor(inspection: Inspection, release: ArcRelease, findings: Findings) {
    this.#release = release;
    this.#findings = findings;
    this.genesisProtocol = mostUsed("GenesisProtocol", inspection, release.version);
    this.absoluteVote = mostUsed("AbsoluteVote", inspection, release.version);
  }

  /** Vote parameters as a file expresses them; undefined if it can only refer to their hash. */
  express(vote: VoteParametersDescription): RawSet | undefined {
    const { votingMachine, rules } = vote;
    const preset = (why: string) => {
      this.#notePreset(vote, why);
      return undefined;
    };
    if (isNotRead(rules)) return preset(`they could not be read: ${rules.notRead}`);
    if (votingMachine !== this.genesisProtocol && votingMachine !== this.absoluteVote) {
      return preset(`the voting machine is not from a base of Arc ${this.#release.version}`);
    }
    const set = setOf(rules, this.#release);
    return typeof set === "string" ? preset(set) : set;
  }

  /**
   * Whether the base's GenesisProtocol has nothing under the hash. Another base's has nothing there either, so a file
   * that names the hash means the same on every base.
   */
  isUnset({ votingMachine, rules }: VoteParametersDescription): boolean {
    return votingMachine === this.genesisProtocol && isNotRead(rules) && rules.unknowable === true;
  }

  /** Adds vote parameters to the file, as a hash if `asHash`. Returns their index, and the voting machine that they imply. */
  place(vote: VoteParametersDescription, asHash = false) {
    const set = asHash ? undefined : this.express(vote);
    const raw = set ?? { votingParamsHash: vote.paramsHash };
    const key = JSON.stringify(raw);
    const index = this.#keys.get(key) ?? this.entries.push(raw) - 1;
    this.#keys.set(key, index);
    if (set !== undefined && "AbsoluteVote" in set)
      return { index, machine: "AbsoluteVote" } as const;
    // Without an address, a migration takes the base's GenesisProtocol for a hash, too.
    const isOfBase = set !== undefined || (!asHash && this.isUnset(vote));
    return { index, machine: isOfBase ? "GenesisProtocol" : "preset" } as const;
  }

  #notePreset(vote: VoteParametersDescription, why: string): void {
    const { paramsHash: hash, votingMachine } = vote;
    const note = {
      what: `The file refers to the vote parameters ${hash} of the voting machine ${votingMachine} by this hash.`,
      why: `${why[0]!.toUpperCase()}${why.slice(1)}.`,
      whatToDo: this.isUnset(vote)
        ? "Nothing can be proposed with them until someone sets them. To have a new DAO's migration set them, write them out."
        : "Migrate the file on this chain, where the voting machine is. For another chain, write out the parameters.",
    };
    const known = this.#findings.notes.some(({ what }) => what === note.what);
    if (!known && hash !== ZeroHash) this.#findings.notes.push(note);
  }
}

/** The most used voting machine of a kind and release; if several are, the one with the lowest address. */
function mostUsed(name: string, inspection: Inspection, release: string): string | undefined {
  const used = inspection.schemes
    .filter(({ registered }) => registered)
    .flatMap(({ parameters }) => Object.values(ifRead(parameters)?.votes ?? {}));
  const votesOf = (machine: string): number =>
    used.filter(({ votingMachine }) => votingMachine === machine).length;
  return inspection.votingMachines
    .filter(({ contract }) => contract.name === name && isOfRelease(contract, release))
    .map(({ contract: { address } }) => address)
    .sort((a, b) => votesOf(b) - votesOf(a))[0];
}

/** Vote rules as a file expresses them, or why it cannot, by what reads files. */
function setOf(rules: VoteRules, release: ArcRelease): RawSet | string {
  if ("QuorumVote" in rules) return "a file cannot express the parameters of QuorumVote";
  const set = "GenesisProtocol" in rules ? wholeEntry(rules.GenesisProtocol) : rules;
  if (set === undefined) return "they contain numbers that a file cannot express";
  const issues = new IssueList();
  const root = new Place({ VotingMachinesParams: [set] }, issues);
  resolveVoteParameters({ root, release });
  const [problem] = issues.errors;
  if (problem === undefined) return set as RawSet;
  const field = problem.path.slice(problem.path.lastIndexOf(".") + 1);
  return `a file takes as ${field} ${problem.wanted}, but it is ${problem.found}`;
}
