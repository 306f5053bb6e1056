import type { ChainIdentity } from "../../foundation/chain/identity.js";
import {
  block,
  blockIfAny,
  caution,
  count,
  danger,
  facts,
  firstLines,
  group,
} from "../document/document.js";
import { joined, line, partsOf, phrase } from "../document/document.js";
import type { Block, Inline, Line, Parts, Piece, Table, Tone } from "../document/document.js";
import type { Inspection } from "../../engine/inspect/description.js";
import type {
  EffectVerdict,
  ExpectationResult,
  OtherProposals,
  SimulatedOutcome,
  SimulationWarning,
  PowerVerdict,
  Simulation,
  UnprovenCode,
} from "../../operations/simulate/simulation.js";
import { contractWords, nameWords } from "./contracts.js";
import { asSentence, passAnswer, passLines } from "./pass-verdict.js";
import { competitionLines, IN_JSON } from "./promises.js";
import { proposerWords } from "./proposals.js";
import { callsBlock, futureBlock } from "./simulated-future.js";

/** Accounts that gain or lose power that are named at once. */
const MOST_NAMED = 3;
/** Accounts whose votes change that are shown; the JSON has them all. */
const MOST_SHARES = 5;
/** Most effects, warnings and changes of power to show at once: what matters first fits on a screen. */
const [MOST_EFFECTS, MOST_WARNINGS, MOST_CHANGES] = [10, 8, 10];

/** Where a simulation was made, and how much of it to show. */
export interface SimulationView {
  readonly chain: Pick<ChainIdentity, "name">;
  /** Whether to show the calls, too. */
  readonly withCalls?: boolean;
}

function warningLine({ id, status, what, why, check, todo }: SimulationWarning): Line {
  const text = phrase`${{ strong: { sentence: id } }}: ${{ sentence: what }}`;
  const below = facts(
    ["why", { sentence: why }],
    ["check", { sentence: check }],
    ["do", { sentence: todo }],
  );
  return status === "inconclusive" ? line(["? not checked: ", text], below) : caution(text, below);
}

type Verdict = EffectVerdict["verdict"];
const TONES: Readonly<Record<Verdict, Tone>> = {
  yes: "good",
  no: "danger",
  inconclusive: "caution",
};

function answer(verdict: Verdict, yes: string, no: string, inconclusive: string): Piece {
  return { tone: TONES[verdict], text: { yes, no, inconclusive }[verdict] };
}

/**
 * What a proposal would do, for people who decide about it: the verdicts first, then their reasons.
 * @param dao the DAO before, for names and units
 */
export function simulationDocument(
  simulation: Simulation,
  dao: Inspection,
  { chain, withCalls = false }: SimulationView,
): Parts {
  const { block: at, chainId, name, proposal, tool, hash, effectHash } = simulation;
  const { description = "", id, proposer, scheme } = proposal;
  return block(
    phrase`${description !== "" && [{ untrusted: description, quoted: true }, " "]}${{ code: id }}`,
    line`of ${nameWords(name)}, ${{ address: simulation.avatar }}`,
    line`on a fork of ${{ untrusted: chain.name }} (chain ID ${chainId}) at block ${at.number} ${{ code: at.hash }} of ${{ time: at.timestamp }}`,
    line`${proposerWords({ address: proposer }, scheme)} through ${contractWords(scheme)}`,
    competitionLines(proposal, at.timestamp),
    ...simulationBlocks(simulation, dao),
    withCalls && callsBlock(simulation),
    group(
      effectHash !== undefined &&
        line`What it does, wherever and whenever it is simulated: ${{ code: effectHash.hash }}`,
      line`Made by ${tool.name} ${tool.version}; simulate --verify repeats it. Hash ${{ code: hash }}.`,
    ),
  );
}

/** Everything that a simulation says about a proposal, except single calls. */
export function simulationBlocks(simulation: Simulation, dao: Inspection): readonly Block[] {
  const { passes, does, powers, warnings, passed, failed, others, unproven } = simulation;
  return partsOf<Block>([
    block(["Who gains or loses power? ", powersAnswer(powers)], powerLines(powers)),
    block(["Does it pass? ", passAnswer(passes)], passLines(passes)),
    block(
      [
        "Does it do what it says? ",
        answer(does.verdict, "Yes.", "No.", "Unknown."),
        does.reason !== undefined && [" ", { sentence: asSentence(does.reason) }],
      ],
      [effectLines(does.effects), unproven && unprovenLine(unproven)],
    ),
    blockIfAny("Does it meet the expectations?", simulation.expectations?.map(expectationLine)),
    warnings.length === 0 ? block("No warnings") : block("Warnings", warningLines(warnings)),
    blockIfAny("With other pending proposals", others?.tried.map(otherLine)),
    futureBlock("If it passes", passed, simulation, dao),
    failed && futureBlock("If it does not pass", failed, simulation, dao),
  ]);
}

/** A row for each simulation. */
export function simulationsTable(simulations: readonly Simulation[]): Table {
  return {
    caption: "Simulations",
    heads: [
      "proposal",
      "who gains or loses power?",
      "does it pass?",
      "does it do what it says?",
      "warnings",
    ],
    rows: simulations.map(({ proposal, powers, passes, does, warnings }) => [
      { code: proposal.id },
      powersAnswer(powers),
      passes.verdict,
      does.verdict,
      [...new Set(warnings.map(({ id }) => id))].join(", ") || "none",
    ]),
  };
}

interface Outcome {
  readonly tone: Tone;
  readonly text: string;
}

const WRONG: Readonly<Record<string, Outcome>> = {
  "cannot pass": { tone: "danger", text: "cannot pass" },
  inconclusive: { tone: "caution", text: "unknown whether it can pass" },
};
const UNDONE: Readonly<Record<string, Outcome>> = {
  no: { tone: "danger", text: "does not do what it says" },
  inconclusive: { tone: "caution", text: "unknown what it does" },
};
const POWER: Readonly<Record<string, Outcome>> = {
  changed: { tone: "danger", text: "changes who has power" },
  unknown: { tone: "caution", text: "unknown who has power then" },
};

/** The outcome in a word or two, the worst first. */
export function outcomeWords({ passes, does, powers, warnings }: Simulation): readonly Outcome[] {
  const warned: Outcome = { tone: "caution", text: count(warnings.length, "warning") };
  const found = [
    // A proposal that cannot pass does nothing, so it need not be said that it does not do what it says.
    WRONG[passes.verdict] ?? UNDONE[does.verdict],
    POWER[powers.verdict],
    warnings.length > 0 ? warned : undefined,
  ].filter((each) => each !== undefined);
  return found.length > 0 ? found : [{ tone: "good", text: "does what it says" }];
}

function powersAnswer({ verdict, changes }: PowerVerdict): Inline {
  if (verdict === "unchanged") return { tone: "good", text: "Nobody." };
  if (verdict === "unknown") return { tone: "caution", text: "Not known." };
  const of = (kind: PowerVerdict["changes"][number]["kind"], verb: string): Inline => {
    const ofKind = changes.filter((each) => each.kind === kind);
    if (ofKind.length === 0) return undefined;
    const who = [...new Set(ofKind.flatMap((each) => each.who))];
    const verbs = { tone: "danger", text: who.length > 1 ? `${verb}.` : `${verb}s.` } as const;
    if (who.length === 0) return [kind === "gains" ? "Somebody " : "The DAO ", verbs];
    if (who.length > MOST_NAMED) return [count(who.length, "account"), " ", verbs];
    return [joined(who.map((address) => ({ address }))), " ", verbs];
  };
  return joined([of("gains", "gain"), of("loses", "lose")], " ");
}

function powerLines({ changes, shares }: PowerVerdict): Parts {
  const shown = shares
    .slice(0, MOST_SHARES)
    .map(({ account, before, after }) => phrase`${{ address: account }} ${before}% → ${after}%`);
  const more = shares.length - shown.length;
  return [
    firstLines(changes.map(changeLine), MOST_CHANGES, IN_JSON),
    shown.length > 0 && line`votes: ${joined(shown)}${more > 0 && `, and ${more} more`}`,
  ];
}

function changeLine({ kind, what }: PowerVerdict["changes"][number]): Line {
  return (kind === "unknown" ? caution : danger)`${{ sentence: what }}`;
}

/** All effects, or the first of many: those that did not happen, then those with a note. */
function effectLines(effects: EffectVerdict["effects"]): readonly Line[] {
  const order = ["no", "inconclusive", "yes"];
  const place = ({ happened, note }: (typeof effects)[number]): number =>
    2 * order.indexOf(happened) + (note === undefined ? 1 : 0);
  const all =
    effects.length <= MOST_EFFECTS ? effects : effects.toSorted((a, b) => place(a) - place(b));
  return firstLines(all.map(effectLine), MOST_EFFECTS, IN_JSON);
}

/** The first warnings of each kind, and how many more there are of which. */
export function warningLines(warnings: readonly SimulationWarning[]): readonly Line[] {
  if (warnings.length <= MOST_WARNINGS) return warnings.map(warningLine);
  const kinds = Map.groupBy(warnings, ({ id }) => id);
  const shown = [...kinds.values()].map(([first]) => first!);
  const rest = [...kinds].filter(([, same]) => same.length > 1);
  return [
    ...shown.map(warningLine),
    ...rest.map(
      ([id, same]) => caution`${{ strong: { sentence: id } }}: ${same.length - 1} more${IN_JSON}`,
    ),
  ];
}

export function effectLine(effect: EffectVerdict["effects"][number]): Line {
  const { request, happened, instead, note } = effect;
  const done = answer(happened, "done", "not done", "unknown");
  const reason = instead !== undefined && line({ sentence: instead });
  const more = note !== undefined && caution({ sentence: note });
  return line(phrase`${done}: ${{ sentence: request }}`, reason, more);
}

/** What repeating cannot tell apart. */
function unprovenLine({ contracts, runs, dependsOn }: UnprovenCode): Line {
  const where = joined(contracts.slice(0, 3).map((address) => ({ address })));
  const more = contracts.length > 3 && ` and ${contracts.length - 3} more`;
  const outcome = dependsOn.length === 0 ? "same outcome" : "different outcomes";
  const found =
    runs === 1
      ? "it was carried out once"
      : `${outcome} in ${runs} runs at different times and blocks, with different gas`;
  return caution(
    phrase`runs code that is not proven to be Arc's, ${where}${more}: ${found}`,
    line`not told apart: what it does at certain times or blocks, with certain amounts of gas, for certain balances, or after other transactions`,
  );
}

function expectationLine({ expected, met, found }: ExpectationResult): Line {
  const but = found !== undefined && phrase`: ${{ sentence: found }}`;
  return line`${answer(met, "yes", "no", "unknown")}: ${{ sentence: expected }}${but}`;
}

function otherLine({ id, touches, afterIt, beforeIt }: OtherProposals["tried"][number]): Line {
  return line(
    phrase`${{ code: id }}: both touch ${{ sentence: touches.join(", ") }}`,
    line`if the other one passes first, this one ${outcomeText(afterIt)}`,
    line`if this one passes first, the other one ${outcomeText(beforeIt)}`,
  );
}

function outcomeText({ passes, does }: SimulatedOutcome): Inline {
  const effect = {
    yes: "does what it says",
    no: { tone: "danger", text: "does not do what it says" },
    inconclusive: "what it does is unknown",
  } as const;
  return [passes, ", ", effect[does]];
}
