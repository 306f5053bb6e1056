import type { ChainIdentity } from "../chain/identity.js";
import {
  amount,
  block,
  blockIfAny,
  group,
  type Block,
  type Inline,
  joined,
  line,
  type Line,
  type Parts,
  phrase,
  type Table,
  type Tone,
} from "../document/document.js";
import type { Inspection } from "../inspect/description.js";
import type {
  EffectVerdict,
  ExpectationResult,
  OtherProposals,
  SimulatedOutcome,
  PassVerdict,
  Simulation,
} from "../simulate/simulation.js";
import { contractWords, nameWords } from "./contracts.js";
import { callsBlock, futureBlock } from "./simulated-future.js";
import { REPUTATION } from "./units.js";
import { warningLine } from "./warning.js";

/** Where a simulation was made, and how much of it to show. */
export interface SimulationView {
  readonly chain: Pick<ChainIdentity, "name">;
  /** Whether to show the calls, too. */
  readonly withCalls?: boolean;
}

const ANSWERS = {
  yes: { tone: "good", text: "Yes." },
  no: { tone: "danger", text: "No." },
  inconclusive: { tone: "caution", text: "Unknown." },
} as const;
const EFFECTS = {
  yes: { tone: "good", text: "done" },
  no: { tone: "danger", text: "not done" },
  inconclusive: { tone: "caution", text: "unknown" },
} as const;
const MET = {
  yes: { tone: "good", text: "yes" },
  no: { tone: "danger", text: "no" },
  inconclusive: { tone: "caution", text: "unknown" },
} as const;

/**
 * What a proposal would do, for people who decide about it: the verdicts first, then their reasons.
 * @param dao the DAO before, for names and units
 */
export function simulationDocument(
  simulation: Simulation,
  dao: Inspection,
  { chain, withCalls = false }: SimulationView,
): Parts {
  const { block: at, chainId, name, proposal, tool, hash } = simulation;
  const { description = "", id, proposer, scheme } = proposal;
  return block(
    phrase`${description !== "" && [{ untrusted: description, quoted: true }, " "]}${{ code: id }}`,
    line(phrase`of ${nameWords(name)}, ${{ address: simulation.avatar }}`),
    line(
      phrase`on a fork of ${{ untrusted: chain.name }} (chain ID ${chainId}) at block ${at.number} ${{ code: at.hash }} of ${{ time: at.timestamp }}`,
    ),
    line(phrase`by ${{ address: proposer }} through ${contractWords(scheme)}`),
    ...simulationBlocks(simulation, dao),
    withCalls && callsBlock(simulation),
    group(
      line(
        phrase`Made by ${tool.name} ${tool.version}; simulate --verify repeats it. Hash ${{ code: hash }}.`,
      ),
    ),
  );
}

/** Everything that a simulation says about a proposal, except single calls. */
export function simulationBlocks(simulation: Simulation, dao: Inspection): readonly Block[] {
  const { passes, does, warnings, passed, failed, expectations = [], others } = simulation;
  return [
    block(["Does it pass? ", passAnswer(passes)], passLines(passes)),
    block(["Does it do what it says? ", ANSWERS[does.verdict]], does.effects.map(effectLine)),
    blockIfAny("Does it meet the expectations?", expectations.map(expectationLine)),
    warnings.length === 0 ? block("No warnings") : block("Warnings", warnings.map(warningLine)),
    futureBlock("If it passes", passed, simulation, dao),
    failed && futureBlock("If it does not pass", failed, simulation, dao),
    blockIfAny("With other pending proposals", others?.tried.map(otherLine)),
  ].filter((each) => each !== undefined);
}

/** A row for each simulation. */
export function simulationsTable(simulations: readonly Simulation[]): Table {
  return {
    caption: "Simulations",
    heads: ["proposal", "does it pass?", "does it do what it says?", "warnings"],
    rows: simulations.map(({ proposal, passes, does, warnings }) => [
      { code: proposal.id },
      passes.verdict,
      does.verdict,
      warnings.map(({ id }) => id).join(", ") || "none",
    ]),
  };
}

/**
 * The outcome in a word or two.
 * @returns each with its tone, the worst first
 */
export function outcomeWords({
  passes,
  does,
  warnings,
}: Simulation): readonly { readonly tone: Tone; readonly text: string }[] {
  const wrong = {
    "cannot pass": { tone: "danger", text: "cannot pass" },
    inconclusive: { tone: "caution", text: "unknown whether it can pass" },
    "can pass": undefined,
    passed: undefined,
  } as const;
  const undone = {
    no: { tone: "danger", text: "does not do what it says" },
    inconclusive: { tone: "caution", text: "unknown what it does" },
    yes: undefined,
  } as const;
  // A proposal that cannot pass does nothing, so it need not be said that it does not do what it says.
  const bad = wrong[passes.verdict] ?? undone[does.verdict];
  const warned = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
  const rest =
    warnings.length > 0
      ? [{ tone: "caution", text: warned } as const]
      : bad === undefined
        ? [{ tone: "good", text: "does what it says" } as const]
        : [];
  return bad === undefined ? rest : [bad, ...rest];
}

function effectLine({ request, happened, instead }: EffectVerdict["effects"][number]): Line {
  return line(
    [EFFECTS[happened], ": ", { sentence: request }],
    instead !== undefined && line({ sentence: instead }),
  );
}

function expectationLine({ expected, met, found }: ExpectationResult): Line {
  return line([
    MET[met],
    ": ",
    { sentence: expected },
    found !== undefined && [": ", { sentence: found }],
  ]);
}

function otherLine({ id, touches, afterIt, beforeIt }: OtherProposals["tried"][number]): Line {
  return line(
    phrase`${{ code: id }}: both touch ${{ sentence: touches.join(", ") }}`,
    line(["if the other one passes first, this one ", outcomeText(afterIt)]),
    line(["if this one passes first, the other one ", outcomeText(beforeIt)]),
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

function passAnswer({ verdict, reason }: PassVerdict): Inline {
  const because =
    reason === undefined
      ? ""
      : [" ", { sentence: `${reason.replace(/^./, (first) => first.toUpperCase())}.` }];
  switch (verdict) {
    case "passed":
      return { tone: "good", text: "It has already passed." };
    case "can pass":
      return { tone: "good", text: "It can." };
    case "cannot pass":
      return [{ tone: "danger", text: "No." }, because];
    case "inconclusive":
      return [{ tone: "caution", text: "Unknown." }, because];
  }
}

function passLines({
  votes,
  stakes,
  missing,
  majority,
  boost,
  decidedAt,
}: PassVerdict): readonly Parts[] {
  return [
    majority !== undefined &&
      missing !== undefined &&
      line(
        missing === "0"
          ? "it has the majority that decides at once"
          : phrase`${amount(missing, REPUTATION)} more is needed for the majority that decides at once (more than ${amount(majority)})`,
      ),
    votes.length > 0 &&
      line([
        "the fewest who can pass it: ",
        joined(votes.map(({ account, share }) => [{ address: account }, ` (${share}%)`])),
      ]),
    boost !== undefined &&
      line(
        phrase`a stake of ${amount(boost.stake)} of the token ${{ address: boost.stakingToken }}${boost.until !== undefined && [" until ", { time: boost.until }]} would boost it, and then fewer votes decide`,
      ),
    stakes.length > 0 &&
      line([
        "staked on the fork: ",
        joined(
          stakes.map((each) => [
            amount(each.amount),
            " staking tokens by ",
            { address: each.account },
          ]),
        ),
      ]),
    decidedAt !== undefined && line(["decided on the fork at ", { time: decidedAt }]),
  ];
}
