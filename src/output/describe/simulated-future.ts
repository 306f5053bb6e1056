import {
  amount,
  block,
  blockIfAny,
  count,
  firstLines,
  joined,
  line,
  phrase,
  value,
} from "../document/document.js";
import type { Block, Inline, Line, Parts, Unit } from "../document/document.js";
import type { Difference } from "../../engine/inspect/compare/comparison.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { endText } from "../../engine/governance/proposal-state.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import type {
  BalanceChange,
  SimulatedFuture,
  Simulation,
  SimulatedTransaction,
  TracedCall,
  DecodedEvent,
} from "../../operations/simulate/simulation.js";
import { differenceBlocks } from "./comparison.js";
import { IN_JSON } from "./promises.js";
import { callWords } from "./requests.js";
import { ETHER, knownToken, REPUTATION, unitOf } from "./units.js";

/** The deepest nested call to show; the JSON has them all. */
const DEEPEST = 12;
/** Most calls to show, and most that one call makes. */
const MOST_CALLS = 100;
const MOST_INSIDE = 10;
/** Most events of a transaction, balances, differences and transactions to show. */
const [MOST_EVENTS, MOST_BALANCES, MOST_DIFFERENCES, MOST_STAGES] = [10, 20, 40, 20];
/** What only voters and stakers do, unless it decides. */
const BY_VOTERS: readonly SimulatedTransaction["stage"][] = ["vote", "stake", "redeemFromMachine"];
/** Those that are not called as they are. */
const STAGES: Readonly<Partial<Record<SimulatedTransaction["stage"], string>>> = {
  execute: "execute of the voting machine",
  executeScheme: "execute of the scheme",
  redeemFromMachine: "redeem of the voting machine",
};
const PARTS: Readonly<Record<string, string>> = {
  nativeTokens: "tokens of the DAO",
  externalTokens: "external tokens",
};
const OUTCOMES = {
  done: "done",
  "failed inside": { tone: "danger", text: "failed inside" },
  refused: { tone: "danger", text: "refused" },
  "not known": { tone: "caution", text: "not known" },
} as const;

/** What happens to the DAO in one case. */
export function futureBlock(
  title: string,
  future: SimulatedFuture,
  { block: at, proposal }: Simulation,
  dao: Inspection,
): Block {
  const { state, decision, obstacle, stages, balances } = future;
  const deciding = stages.findLast(({ stage }) => stage === "vote");
  const isByVoters = (each: SimulatedTransaction): boolean =>
    BY_VOTERS.includes(each.stage) && each !== deciding;
  const shown = block(
    title,
    line`${endText({ state, decision })}${obstacle !== undefined && phrase`: ${{ sentence: obstacle }}`}`,
    stagesLine(
      "transaction",
      stages.filter((each) => !isByVoters(each)),
    ),
    balances.length > 0 && {
      // Tables on a page need different names.
      caption: `Balances ${title.toLowerCase()}: ${proposal.id.slice(0, 10)}`,
      heads: ["account", "of", "change", "afterwards"],
      align: [undefined, undefined, "right", "right"] as const,
      rows: balances.slice(0, MOST_BALANCES).map((each) => balanceCells(each, dao)),
    },
    balances.length > MOST_BALANCES &&
      line(`and ${count(balances.length - MOST_BALANCES, "more balance")}${IN_JSON}`),
    changesPart(future, proposal.id, { ...dao, block: at }),
    // Votes and stakes are much alike, so their events are not shown.
    stagesLine(
      "transaction of those who vote, stake and redeem",
      stages
        .filter(isByVoters)
        .map((each) => (each.stage === "redeemFromMachine" ? each : { ...each, events: [] })),
    ),
  );
  return withShortId(shown, proposal.id);
}

/** The calls that the scheme and everybody after it make. */
export function callsBlock({ passed: { stages }, proposal }: Simulation): Block {
  const budget = { left: MOST_CALLS };
  const shown = stages
    .filter(({ stage }) => !BY_VOTERS.includes(stage))
    .concat(stages.filter(({ stage }) => stage === "vote").slice(-1))
    .sort((a, b) => a.time - b.time)
    .map((stage) => line(stageName(stage), callLines(stage.calls, budget)));
  const rest =
    budget.left < 0 && line(`and ${count(-budget.left, "more call", "more calls")}${IN_JSON}`);
  return withShortId(block("Calls, if it passes", shown, rest), proposal.id);
}

/** The proposal's ID is in every event and call, so it is shortened. */
function withShortId<Part>(part: Part, id: string): Part {
  if (typeof part === "string") return part.replaceAll(id, "this proposal") as Part;
  if (Array.isArray(part)) return part.map((each: unknown) => withShortId(each, id)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([key, each]) => [key, withShortId(each, id)] as const);
  return Object.fromEntries(entries) as Part;
}

function stageName({ stage, part }: SimulatedTransaction): Inline {
  return [STAGES[stage] ?? stage, part !== undefined && [" ", { sentence: PARTS[part] ?? part }]];
}

function stagesLine(what: string, stages: readonly SimulatedTransaction[]): Line | undefined {
  if (stages.length === 0) return undefined;
  const lines = firstLines(stages.map(stageLine), MOST_STAGES, IN_JSON);
  const title = count(stages.length, what, what.replace("transaction", "transactions"));
  return { ...line(title, lines), folded: true };
}

function stageLine(stage: SimulatedTransaction): Line {
  const { time, from, outcome, reason, gas, fits, events } = stage;
  const tooMuch = { tone: "danger", text: "more than a block allows" } as const;
  return line(
    phrase`${{ time }}  ${stageName(stage)} by ${{ address: from }}: ${OUTCOMES[outcome]}, ${{ number: Number(gas) }} gas${!fits && [", ", tooMuch]}`,
    reason !== undefined && line({ sentence: reason }),
    firstLines(events.map(eventLine), MOST_EVENTS, IN_JSON),
  );
}

function eventLine({ emitter, event, topics }: DecodedEvent): Line {
  const who =
    emitter.name === undefined ? { address: emitter.address } : { sentence: emitter.name };
  if (event === undefined) return line`${who}: unknown event ${{ code: topics[0] ?? "" }}`;
  const args = Object.entries(event.args).map(
    ([name, arg]) => phrase`${value(name, 80)}: ${value(arg, 200)}`,
  );
  const guess = event.knownBy === "guess" && ", a guess";
  return line`${who}: ${value(event.name, 80)}(${joined(args)})${guess}`;
}

function isRead({ type, failed }: TracedCall): boolean {
  return type === "STATICCALL" && failed === undefined;
}

/** A call and those inside it, without those that only read. What the budget does not allow is counted by it. */
function callLines(call: TracedCall, budget: { left: number }, depth = 1): Parts {
  if (isRead(call)) return undefined;
  budget.left -= 1;
  if (budget.left < 0) {
    for (const each of call.calls) callLines(each, budget, depth + 1);
    return undefined;
  }
  const failed =
    call.failed !== undefined &&
    phrase`  ${{ tone: "danger", text: "fails" }}: ${{ sentence: call.failed }}`;
  const own = [call.type !== "CALL" && `${call.type.toLowerCase()} `, callWords(call), failed];
  const made = call.calls.filter((each) => !isRead(each));
  const shown = depth > DEEPEST ? [] : made.slice(0, MOST_INSIDE);
  const rest = made.length - shown.length;
  return line(
    own,
    shown.map((each) => callLines(each, budget, depth + 1)),
    rest > 0 && line(`and ${count(rest, "more call")}${IN_JSON}`),
  );
}

function balanceCells(
  { account, kind, token, before, after }: BalanceChange,
  dao: Inspection,
): readonly Inline[] {
  const { unit, name } = balanceUnit(kind, token, dao);
  const cells = [{ address: account }, name];
  if (isNotRead(before)) return [...cells, ["before: ", before], amount(after, unit)];
  if (isNotRead(after)) return [...cells, ["from ", amount(before, unit)], ["after: ", after]];
  const change = BigInt(after) - BigInt(before);
  const size = amount(change < 0n ? -change : change, unit);
  return [...cells, [change < 0n ? "-" : "+", size], amount(after, unit)];
}

/** The unit of a balance: a token with known decimals, or wei of one. */
function balanceUnit(
  kind: BalanceChange["kind"],
  token: string | undefined,
  dao: Inspection,
): { readonly unit: Unit; readonly name: Inline } {
  if ((kind !== "token" && kind !== "nft") || token === undefined) {
    return { unit: { decimals: 18 }, name: kind === "ether" ? ETHER.name : REPUTATION.name };
  }
  if (kind === "nft") {
    return { unit: { decimals: 0 }, name: phrase`NFTs of ${{ address: token }}` };
  }
  const known = knownToken(token, dao);
  if (known === undefined || isNotRead(known.decimals)) {
    return { unit: { decimals: 0 }, name: phrase`wei of the token ${{ address: token }}` };
  }
  const { decimals, name } = unitOf(known, "token");
  return { unit: { decimals }, name: phrase`${name} ${{ address: token }}` };
}

/** Balances, votes and the proposal itself are shown elsewhere. */
const SHOWN_ELSEWHERE: readonly Difference["kind"][] = [
  "holding",
  "treasury",
  "votesCast",
  "stakesPlaced",
  "redeemable",
  "proposalProgress",
];

/** How the DAO differs afterwards, in the words of `inspect --since`. */
function changesPart(
  { changes, promises }: Pick<SimulatedFuture, "changes" | "promises">,
  id: string,
  dao: Inspection,
): Parts {
  if (isNotRead(changes)) return line(["How the DAO changes: ", changes]);
  const differences = changes.differences.filter(
    (each) =>
      !SHOWN_ELSEWHERE.includes(each.kind) &&
      !(each.kind === "proposalMade" && each.proposal.id === id),
  );
  // Leaves out what could not be read before either, because nobody can read it.
  const notCompared = changes.notCompared.filter(({ unknowable }) => unknowable !== true);
  const rest = differences.length - MOST_DIFFERENCES;
  const shown = differences.slice(0, MOST_DIFFERENCES);
  const compared = { differences: shown, notCompared, before: dao.block };
  return blockIfAny(
    "How the DAO changes",
    differenceBlocks(compared, { ...dao, ...promises }),
    rest > 0 && line(`and ${count(rest, "more difference")}${IN_JSON}`),
  );
}
