import { formatEther } from "ethers";

import type { Comparison } from "../inspect/compare/comparison.js";
import type { JsonValue } from "../inspect/description.js";
import type { ChainIdentity } from "../chain/identity.js";
import type {
  BalanceChange,
  Future,
  Others,
  Outcome,
  PassVerdict,
  Simulation,
  Stage,
  ToldCall,
  ToldEvent,
  Warning,
} from "../simulate/simulation.js";
import { oneLine } from "../support/printable.js";
import { callText } from "./inspection-proposals-text.js";
import { amountText, isNotRead, notReadText, said, table, timeText } from "./inspection-words.js";

const DECIMALS = 18;
/** Calls within calls that are shown; the JSON has them all. */
const DEEPEST = 12;
const THIS_PROPOSAL = "this proposal";

/** What a proposal would do, for somebody who decides on it: the verdicts first, then what they rest on. */
export function simulationText(simulation: Simulation, chain: Pick<ChainIdentity, "name">): string {
  const { block, chainId, name, proposal, passes, does, warnings, passed, failed } = simulation;
  const { expectations, others } = simulation;
  // It stands in every event and call.
  const short = (line: string): string => line.replaceAll(proposal.id, THIS_PROPOSAL);
  const description = proposal.description ?? "";
  return [
    [
      `${description === "" ? "" : `"${oneLine(description, 80)}" `}${proposal.id}`,
      `of ${said(name) || "a DAO without a name"}, ${simulation.avatar}`,
      `on a fork of ${oneLine(chain.name)} (chain id ${chainId}) at block ${block.number} of ${timeText(block.timestamp)}`,
      `by ${proposal.proposer} through ${proposal.scheme.name ?? "unknown code"} ${proposal.scheme.address}`,
    ],
    [`Does it pass?  ${passText(passes)}`, ...passLines(passes)],
    [
      `Does it do what it says?  ${{ yes: "Yes.", no: "NO.", inconclusive: "Not known." }[does.verdict]}`,
      ...does.deeds.flatMap(({ asked, happened, instead }) => [
        `  ${{ yes: "done    ", no: "NOT DONE", inconclusive: "unknown " }[happened]}  ${oneLine(asked)}`,
        ...(instead === undefined ? [] : [`            ${oneLine(instead)}`]),
      ]),
    ],
    ...(expectations === undefined
      ? []
      : [
          [
            "Is it as expected?",
            ...expectations.map(
              ({ expected, met, found }) =>
                `  ${{ yes: "yes    ", no: "NO     ", inconclusive: "unknown" }[met]}  ${oneLine(expected)}${found === undefined ? "" : `: ${oneLine(found)}`}`,
            ),
          ],
        ]),
    warnings.length === 0 ? ["No warnings"] : ["Warnings", ...warnings.flatMap(warningLines)],
    ["If it passes", ...futureLines(passed).map(short)],
    ...(failed === undefined ? [] : [["If it does not pass", ...futureLines(failed).map(short)]]),
    ...(others === undefined || others.tried.length === 0 ? [] : [otherLines(others)]),
    ["Calls, if it passes", ...callLines(passed).map(short)],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function otherLines({ tried }: Others): string[] {
  const outcome = ({ passes, does }: Outcome): string =>
    `${passes === "passed" ? "passed" : passes}, ${{ yes: "does what it says", no: "DOES NOT DO WHAT IT SAYS", inconclusive: "what it does is not known" }[does]}`;
  return [
    "With other pending proposals",
    ...tried.flatMap(({ id, touches, afterIt, beforeIt }) => [
      `  ${id}: both touch ${oneLine(touches.join(", "))}`,
      `    if the other one passes first, this one ${outcome(afterIt)}`,
      `    if this one passes first, the other one ${outcome(beforeIt)}`,
    ]),
  ];
}

/** One line for each of several simulations. */
export function simulationsTable(simulations: readonly Simulation[]): string {
  return table([
    ["proposal", "does it pass?", "does it do what it says?", "warnings"],
    ...simulations.map(({ proposal, passes, does, warnings }) => [
      proposal.id,
      passes.verdict,
      does.verdict,
      warnings.map(({ id }) => id).join(", ") || "none",
    ]),
  ]).join("\n");
}

function passText({ verdict, reason }: PassVerdict): string {
  const because =
    reason === undefined
      ? ""
      : ` ${oneLine(reason).replace(/^./, (first) => first.toUpperCase())}.`;
  switch (verdict) {
    case "passed":
      return "It has passed already.";
    case "can pass":
      return "It can.";
    case "cannot pass":
      return `NO.${because}`;
    case "inconclusive":
      return `Not known.${because}`;
  }
}

function passLines({ votes, stakes, missing, majority, boost, decidedAt }: PassVerdict): string[] {
  const lines: string[] = [];
  if (majority !== undefined && missing !== undefined) {
    lines.push(
      missing === "0"
        ? "  it has the majority that decides at once"
        : `  ${amountText(missing, DECIMALS)} reputation is missing for the majority that decides at once (more than ${amountText(majority, DECIMALS)})`,
    );
  }
  if (votes.length > 0) {
    lines.push(
      `  the fewest who pass it: ${votes.map(({ account, share }) => `${account} (${share} %)`).join(", ")}`,
    );
  }
  if (boost !== undefined) {
    const until = boost.until === undefined ? "" : ` until ${timeText(boost.until)}`;
    lines.push(
      `  a stake of ${amountText(boost.stake, DECIMALS)} of the token ${boost.stakingToken}${until} would boost it, and then fewer votes decide`,
    );
  }
  if (stakes.length > 0) {
    lines.push(
      `  staked on the fork: ${stakes.map(({ account, amount }) => `${amountText(amount, DECIMALS)} by ${account}`).join(", ")}`,
    );
  }
  if (decidedAt !== undefined) lines.push(`  on the fork it was decided at ${timeText(decidedAt)}`);
  return lines;
}

export function warningLines({ id, status, what, why, check, todo }: Warning): string[] {
  return [
    `  ${status === "inconclusive" ? "? not checked: " : "! "}${id}: ${oneLine(what)}`,
    `      why:   ${oneLine(why)}`,
    `      check: ${oneLine(check)}`,
    `      do:    ${oneLine(todo)}`,
  ];
}

function futureLines({ state, decision, obstacle, stages, balances, changes }: Future): string[] {
  return [
    `  ${state}${decision === undefined ? "" : `, decided ${decision} it`}${obstacle === undefined ? "" : `: ${oneLine(obstacle)}`}`,
    ...stages.flatMap((stage, index) => {
      // Votes and stakes are much alike; only the one that decided does more.
      const isPart =
        ["vote", "stake"].includes(stage.stage) && stages[index + 1]?.stage === stage.stage;
      return stageLines(isPart ? { ...stage, events: [] } : stage);
    }),
    ...(balances.length === 0 ? [] : ["  Balances", ...table(balances.map(balanceCells), "    ")]),
    ...changeLines(changes),
  ];
}

const STAGES: Readonly<Record<Stage["stage"], string>> = {
  propose: "propose",
  stake: "stake",
  vote: "vote",
  execute: "execute of the voting machine",
  executeScheme: "execute of the scheme",
  redeem: "redeem",
};

function stageLines(stage: Stage): string[] {
  const { part, time, from, outcome, reason, gas, fits, events } = stage;
  const name = `${STAGES[stage.stage]}${part === undefined ? "" : ` ${part}`}`;
  const result = { done: "done", "failed inside": "FAILED INSIDE", refused: "REFUSED" }[outcome];
  return [
    `  ${timeText(time)}  ${name} by ${from}: ${result}, ${Number(gas).toLocaleString("en-US")} gas${fits ? "" : ", MORE THAN A BLOCK TAKES"}`,
    ...(reason === undefined ? [] : [`      ${oneLine(reason)}`]),
    ...events.map((event) => `      ${eventText(event)}`),
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

function balanceCells({ account, kind, token, before, after }: BalanceChange): string[] {
  const what = kind === "token" ? `token ${token ?? ""}` : kind;
  if (isNotRead(before) || isNotRead(after)) {
    return [account, what, isNotRead(before) ? notReadText(before) : before, ""];
  }
  const change = BigInt(after) - BigInt(before);
  const shown = (wei: bigint): string => (kind === "token" ? `${wei} wei` : formatEther(wei));
  return [account, what, `${change > 0n ? "+" : ""}${shown(change)}`, `to ${shown(BigInt(after))}`];
}

/** Those that say something about who may do what: balances and votes are told above. */
const TOLD_ELSEWHERE: readonly Comparison["differences"][number]["kind"][] = [
  "holding",
  "treasury",
  "votesCast",
  "stakesPlaced",
  "redeemable",
  "proposalProgress",
];

function changeLines(changes: Future["changes"]): string[] {
  if (isNotRead(changes)) return [`  How the DAO differs: ${notReadText(changes)}`];
  const told = changes.differences.filter(({ kind }) => !TOLD_ELSEWHERE.includes(kind));
  const lines = [
    ...told.map((difference) => `    ${differenceText(difference)}`),
    ...changes.notCompared
      .filter(({ unknowable }) => unknowable !== true)
      .map(
        ({ path, before, after }) =>
          `    ${oneLine(path)}: not compared: ${oneLine(before ?? after ?? "")}`,
      ),
  ];
  return lines.length === 0 ? [] : ["  How the DAO differs", ...lines];
}

function differenceText(difference: Comparison["differences"][number]): string {
  const { kind, ...rest } = difference;
  switch (difference.kind) {
    case "controller":
      return `controller: ${difference.before.address}, then ${difference.after.address}`;
    case "supply":
      return `supply of ${difference.of}: ${amountText(difference.before, DECIMALS)}, then ${amountText(difference.after, DECIMALS)}`;
    case "schemeRegistered":
      return `registered: ${difference.scheme.name ?? "unknown code"} ${difference.scheme.address} with ${difference.permissions.bytes} (${difference.permissions.words.join("; ")})`;
    case "schemeUnregistered":
      return `unregistered: ${difference.scheme.name ?? "unknown code"} ${difference.scheme.address}, which had ${difference.permissions.bytes}`;
    case "permissions":
      return `${difference.scheme.name ?? "unknown code"} ${difference.scheme.address}: ${difference.before.bytes}, then ${difference.after.bytes}${difference.gained.length > 0 ? `; gains: ${difference.gained.join("; ")}` : ""}${difference.lost.length > 0 ? `; loses: ${difference.lost.join("; ")}` : ""}`;
    default:
      return `${kind}: ${oneLine(JSON.stringify(rest), 300)}`;
  }
}

function callLines({ stages }: Future): string[] {
  return stages
    .filter(({ stage }) => stage !== "stake" && stage !== "vote")
    .concat(stages.filter(({ stage }) => stage === "vote").slice(-1))
    .sort((a, b) => a.time - b.time)
    .flatMap(({ stage, part, calls }) => [
      `  ${STAGES[stage]}${part === undefined ? "" : ` ${part}`}`,
      ...treeLines(calls, 2),
    ]);
}

function treeLines(call: ToldCall, depth: number): string[] {
  if (call.type === "STATICCALL" && call.failed === undefined) return [];
  const type = call.type === "CALL" ? "" : `${call.type.toLowerCase()} `;
  const failed = call.failed === undefined ? "" : `  FAILS: ${oneLine(call.failed)}`;
  const own = `${"  ".repeat(depth)}${type}${callText(call)}${failed}`;
  if (depth > DEEPEST && call.calls.length > 0) {
    return [own, `${"  ".repeat(depth + 1)}… (${call.calls.length} calls; the JSON has them)`];
  }
  return [own, ...call.calls.flatMap((each) => treeLines(each, depth + 1))];
}
