import type { ChainIdentity } from "../chain/identity.js";
import type { Inspection } from "../inspect/description.js";
import type { Future, Simulation, ToldCall } from "../simulate/simulation.js";
import { oneLine } from "../support/printable.js";
import { callText } from "./inspection-proposals-text.js";
import { said, table, timeText } from "./inspection-words.js";
import { PARTS, shortId, simulationParts, STAGES } from "./simulation-lines.js";

/** The deepest nested call to show; the JSON has them all. */
const DEEPEST = 12;

/**
 * What a proposal would do, for people who decide about it: the verdicts first, then their reasons.
 * @param dao the DAO before, for names and units
 */
export function simulationText(
  simulation: Simulation,
  dao: Inspection,
  chain: Pick<ChainIdentity, "name">,
): string {
  const { block, chainId, name, proposal, passed } = simulation;
  const description = proposal.description ?? "";
  return [
    [
      `${description === "" ? "" : `"${oneLine(description, 80)}" `}${proposal.id}`,
      `of ${said(name) || "a DAO without a name"}, ${simulation.avatar}`,
      `on a fork of ${oneLine(chain.name)} (chain ID ${chainId}) at block ${block.number} of ${timeText(block.timestamp)}`,
      `by ${proposal.proposer} through ${proposal.scheme.name ?? "unknown code"} ${proposal.scheme.address}`,
    ],
    ...simulationParts(simulation, dao).map(({ title, lines }) => [
      title,
      ...lines.map((line) => `  ${line}`),
    ]),
    ["Calls, if it passes", ...callLines(passed).map((line) => shortId(line, proposal.id))],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** A table with one line for each simulation. */
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

function callLines({ stages }: Future): string[] {
  return stages
    .filter(({ stage }) => !["stake", "vote", "redeemFromMachine"].includes(stage))
    .concat(stages.filter(({ stage }) => stage === "vote").slice(-1))
    .sort((a, b) => a.time - b.time)
    .flatMap(({ stage, part, calls }) => [
      `  ${STAGES[stage]}${part === undefined ? "" : ` ${PARTS[part] ?? part}`}`,
      ...treeLines(calls, 2),
    ]);
}

function treeLines(call: ToldCall, depth: number): string[] {
  if (call.type === "STATICCALL" && call.failed === undefined) return [];
  const type = call.type === "CALL" ? "" : `${call.type.toLowerCase()} `;
  const failed = call.failed === undefined ? "" : `  FAILS: ${oneLine(call.failed)}`;
  const own = `${"  ".repeat(depth)}${type}${callText(call)}${failed}`;
  if (depth > DEEPEST && call.calls.length > 0) {
    return [
      own,
      `${"  ".repeat(depth + 1)}… (${call.calls.length === 1 ? "1 call; the JSON has it" : `${call.calls.length} calls; the JSON has them`})`,
    ];
  }
  return [own, ...call.calls.flatMap((each) => treeLines(each, depth + 1))];
}
