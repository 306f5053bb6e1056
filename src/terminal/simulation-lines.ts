import type { Difference } from "../inspect/compare/comparison.js";
import type { BlockDescription, Inspection, JsonValue } from "../inspect/description.js";
import { endText } from "../inspect/proposals/state.js";
import type {
  BalanceChange,
  Expected,
  Future,
  Others,
  Outcome,
  PassVerdict,
  Simulation,
  Stage,
  ToldEvent,
  Warning,
} from "../simulate/simulation.js";
import { oneLine } from "../support/printable.js";
import { differenceParts } from "./comparison-text.js";
import { amountText, isNotRead, notReadText, said, table, timeText } from "./inspection-words.js";

const DECIMALS = 18;
const THIS_PROPOSAL = "this proposal";

/** A part of a simulation's text, with a heading. */
export interface SimulationPart {
  readonly title: string;
  /** Two more spaces mean one level down; `! ` marks a warning. */
  readonly lines: readonly string[];
}

/**
 * What a proposal would do: the verdicts first, then their reasons.
 * @param dao the DAO before, for names and units
 */
export function simulationParts(
  { block, proposal, passes, does, warnings, passed, failed, expectations, others }: Simulation,
  dao: Inspection,
): readonly SimulationPart[] {
  // The proposal's ID is in every event and call, so it is shortened.
  const future = (title: string, of: Future): SimulationPart => ({
    title,
    lines: futureLines(of, proposal.id, { dao, block }).map((line) => shortId(line, proposal.id)),
  });
  return [
    { title: `Does it pass?  ${passText(passes)}`, lines: passLines(passes) },
    {
      title: `Does it do what it says?  ${{ yes: "Yes.", no: "NO.", inconclusive: "Unknown." }[does.verdict]}`,
      lines: does.deeds.flatMap(({ asked, happened, instead }) => [
        `${{ yes: "done    ", no: "NOT DONE", inconclusive: "unknown " }[happened]}  ${oneLine(asked)}`,
        ...(instead === undefined ? [] : [`          ${oneLine(instead)}`]),
      ]),
    },
    ...(expectations === undefined
      ? []
      : [{ title: "Does it meet the expectations?", lines: expectations.map(expectationLine) }]),
    warnings.length === 0
      ? { title: "No warnings", lines: [] }
      : { title: "Warnings", lines: warnings.flatMap(warningLines) },
    future("If it passes", passed),
    ...(failed === undefined ? [] : [future("If it does not pass", failed)]),
    ...(others === undefined || others.tried.length === 0
      ? []
      : [{ title: "With other pending proposals", lines: otherLines(others) }]),
  ];
}

/** Shortens the ID of the proposal that a line is about. */
export function shortId(line: string, id: string): string {
  return line.replaceAll(id, THIS_PROPOSAL);
}

function expectationLine({ expected, met, found }: Expected): string {
  const word = { yes: "yes    ", no: "NO     ", inconclusive: "unknown" }[met];
  return `${word}  ${oneLine(expected)}${found === undefined ? "" : `: ${oneLine(found)}`}`;
}

function otherLines({ tried }: Others): string[] {
  const outcome = ({ passes, does }: Outcome): string =>
    `${passes === "passed" ? "passed" : passes}, ${{ yes: "does what it says", no: "DOES NOT DO WHAT IT SAYS", inconclusive: "what it does is unknown" }[does]}`;
  return tried.flatMap(({ id, touches, afterIt, beforeIt }) => [
    `${id}: both touch ${oneLine(touches.join(", "))}`,
    `  if the other one passes first, this one ${outcome(afterIt)}`,
    `  if this one passes first, the other one ${outcome(beforeIt)}`,
  ]);
}

function passText({ verdict, reason }: PassVerdict): string {
  const because =
    reason === undefined
      ? ""
      : ` ${oneLine(reason).replace(/^./, (first) => first.toUpperCase())}.`;
  switch (verdict) {
    case "passed":
      return "It has already passed.";
    case "can pass":
      return "It can.";
    case "cannot pass":
      return `NO.${because}`;
    case "inconclusive":
      return `Unknown.${because}`;
  }
}

function passLines({ votes, stakes, missing, majority, boost, decidedAt }: PassVerdict): string[] {
  const lines: string[] = [];
  if (majority !== undefined && missing !== undefined) {
    lines.push(
      missing === "0"
        ? "it has the majority that decides at once"
        : `${amountText(missing, DECIMALS)} reputation more is needed for the majority that decides at once (more than ${amountText(majority, DECIMALS)})`,
    );
  }
  if (votes.length > 0) {
    lines.push(
      `the fewest who can pass it: ${votes.map(({ account, share }) => `${account} (${share}%)`).join(", ")}`,
    );
  }
  if (boost !== undefined) {
    const until = boost.until === undefined ? "" : ` until ${timeText(boost.until)}`;
    lines.push(
      `a stake of ${amountText(boost.stake, DECIMALS)} of the token ${boost.stakingToken}${until} would boost it, and then fewer votes decide`,
    );
  }
  if (stakes.length > 0) {
    lines.push(
      `staked on the fork: ${stakes.map(({ account, amount }) => `${amountText(amount, DECIMALS)} staking tokens by ${account}`).join(", ")}`,
    );
  }
  if (decidedAt !== undefined) lines.push(`decided on the fork at ${timeText(decidedAt)}`);
  return lines;
}

/** A warning with advice. */
export function warningLines({ id, status, what, why, check, todo }: Warning): string[] {
  return [
    `${status === "inconclusive" ? "? not checked: " : "! "}${id}: ${oneLine(what)}`,
    `    why:   ${oneLine(why)}`,
    `    check: ${oneLine(check)}`,
    `    do:    ${oneLine(todo)}`,
  ];
}

function futureLines(
  { state, decision, obstacle, stages, balances, changes, promises }: Future,
  id: string,
  seen: { readonly dao: Inspection; readonly block: BlockDescription },
): string[] {
  return [
    `${endText({ state, decision })}${obstacle === undefined ? "" : `: ${oneLine(obstacle)}`}`,
    ...stages.flatMap((stage, index) => {
      // Votes and stakes are much alike, so only the events of the last one in a row are shown.
      const isPart =
        ["vote", "stake"].includes(stage.stage) && stages[index + 1]?.stage === stage.stage;
      return stageLines(isPart ? { ...stage, events: [] } : stage);
    }),
    ...(balances.length === 0
      ? []
      : [
          "Balances",
          ...table(
            balances.map((each) => balanceCells(each, seen.dao)),
            "  ",
          ),
        ]),
    ...changeLines({ changes, promises }, id, seen),
  ];
}

/** Names of transactions. */
export const STAGES: Readonly<Record<Stage["stage"], string>> = {
  propose: "propose",
  stake: "stake",
  vote: "vote",
  execute: "execute of the voting machine",
  executeScheme: "execute of the scheme",
  redeem: "redeem",
  redeemFromMachine: "redeem of the voting machine",
};
/** Names of the parts of a reward. */
export const PARTS: Readonly<Record<string, string>> = {
  nativeTokens: "tokens of the DAO",
  externalTokens: "external tokens",
};

function stageLines(stage: Stage): string[] {
  const { part, time, from, outcome, reason, gas, fits, events } = stage;
  const name = `${STAGES[stage.stage]}${part === undefined ? "" : ` ${PARTS[part] ?? part}`}`;
  const result = { done: "done", "failed inside": "FAILED INSIDE", refused: "REFUSED" }[outcome];
  return [
    `${timeText(time)}  ${name} by ${from}: ${result}, ${Number(gas).toLocaleString("en-US")} gas${fits ? "" : ", MORE THAN A BLOCK ALLOWS"}`,
    ...(reason === undefined ? [] : [`    ${oneLine(reason)}`]),
    ...events.map((event) => `    ${eventText(event)}`),
  ];
}

function eventText({ emitter, event, topics }: ToldEvent): string {
  const who = emitter.name ?? emitter.address;
  if (event === undefined) return `${who}: unknown event ${topics[0] ?? ""}`;
  const args = Object.entries(event.args).map(([name, arg]) => `${oneLine(name)}: ${argText(arg)}`);
  return `${who}: ${oneLine(event.name)}(${args.join(", ")})${event.knownBy === "guess" ? ", a guess" : ""}`;
}

function argText(arg: JsonValue): string {
  return oneLine(typeof arg === "string" ? arg : JSON.stringify(arg), 200);
}

function balanceCells(
  { account, kind, token, before, after }: BalanceChange,
  dao: Inspection,
): string[] {
  const { name, decimals } = unitOf(kind, token, dao);
  const shown = (balance: BalanceChange["before"]) => amountText(balance, decimals);
  if (isNotRead(before)) return [account, name, `before: ${shown(before)}`, `to ${shown(after)}`];
  if (isNotRead(after)) return [account, name, `from ${shown(before)}`, `after: ${shown(after)}`];
  const change = BigInt(after) - BigInt(before);
  const by = amountText(String(change < 0n ? -change : change), decimals);
  return [account, name, `${change < 0n ? "-" : "+"}${by}`, `to ${shown(after)}`];
}

/** The unit of a balance: a token with known decimals, or wei of one. */
export function unitOf(
  kind: BalanceChange["kind"],
  token: string | undefined,
  { token: own, treasury, votingMachines }: Inspection,
): { readonly name: string; readonly decimals: number } {
  if (kind !== "token" || token === undefined) return { name: kind, decimals: DECIMALS };
  const known = [
    { ...own, address: own.contract.address },
    ...(isNotRead(treasury) ? [] : treasury.tokens),
    ...votingMachines.flatMap(({ stakingToken }) =>
      stakingToken === undefined || isNotRead(stakingToken) ? [] : stakingToken,
    ),
  ].find(({ address }) => address === token);
  if (known === undefined || isNotRead(known.decimals)) {
    return { name: `wei of the token ${token}`, decimals: 0 };
  }
  const symbol = isNotRead(known.symbol) ? "token" : said(known.symbol) || "token";
  return { name: `${symbol} ${token}`, decimals: known.decimals };
}

/** Balances, votes and the proposal itself are shown elsewhere. */
const TOLD_ELSEWHERE: readonly Difference["kind"][] = [
  "holding",
  "treasury",
  "votesCast",
  "stakesPlaced",
  "redeemable",
  "proposalProgress",
];

/** How the DAO differs afterwards, in the words of `inspect --since`. */
export function changeLines(
  { changes, promises }: Pick<Future, "changes" | "promises">,
  id: string,
  { dao, block }: { readonly dao: Inspection; readonly block: BlockDescription },
): string[] {
  if (isNotRead(changes)) return [`How the DAO changes: ${notReadText(changes)}`];
  const differences = changes.differences.filter(
    (each) =>
      !TOLD_ELSEWHERE.includes(each.kind) &&
      !(each.kind === "proposalMade" && each.proposal.id === id),
  );
  // Leaves out what could not be read before either, because nobody can read it.
  const notCompared = changes.notCompared.filter(({ unknowable }) => unknowable !== true);
  const compared = { differences, notCompared, before: block };
  const lines = differenceParts(compared, { ...dao, ...promises })
    .flat()
    .flatMap((line) => line.split("\n"))
    .map((line) => `  ${line}`);
  return lines.length === 0 ? [] : ["How the DAO changes", ...lines];
}
