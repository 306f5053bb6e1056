import { formatEther } from "ethers";

import { endText } from "../../inspect/proposals/state.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { oneLine } from "../../support/printable.js";
import type { BalanceChange, Future, Outcome, Simulation, Stage } from "../simulation.js";

/** Everything that Markdown or HTML interprets. Addresses and numbers contain none of it. */
const SPECIAL = /[\\`*_{}[\]()<>#+\-!|~&$:@]/g;
const PASSES: Readonly<Record<Simulation["passes"]["verdict"], string>> = {
  passed: "✅ It has passed already",
  "can pass": "✅ It can pass",
  "cannot pass": "❌ It cannot pass",
  inconclusive: "❔ Not known",
};
const DOES = { yes: "✅ Yes", no: "❌ No", inconclusive: "❔ Not known" } as const;

/**
 * A simulation for a pull request or a forum. Strangers' text is escaped.
 * @param changes how the DAO differs if it passes, indented by two spaces per level
 */
export function simulationMarkdown(
  simulation: Simulation,
  changes: readonly string[] = [],
): string {
  const { block, chainId, name, proposal, passes, does, warnings, passed, failed } = simulation;
  const { others, expectations } = simulation;
  return [
    `## Simulation of \`${proposal.id}\``,
    `${plain(isNotRead(name) ? "a DAO" : name)} \`${simulation.avatar}\`, chain ID ${chainId}, block ${block.number} \`${block.hash}\``,
    ...(proposal.description === undefined
      ? []
      : [`Description: ${plain(oneLine(proposal.description, 200))}`]),
    `### Does it pass? ${PASSES[passes.verdict]}`,
    ...(passes.reason === undefined ? [] : [plain(passes.reason)]),
    list(
      passes.votes.map(({ account, share }) => `\`${account}\` votes for it with ${share}%`),
      passes.stakes.map(
        ({ account, amount }) =>
          `\`${account}\` stakes ${amount} wei of the ${passes.boost === undefined ? "staking token" : `token \`${passes.boost.stakingToken}\``}`,
      ),
    ),
    `### Does it do what it says? ${DOES[does.verdict]}`,
    list(
      does.deeds.map(
        ({ asked, happened, instead }) =>
          `${DOES[happened]}: ${plain(asked)}${instead === undefined ? "" : ` (${plain(instead)})`}`,
      ),
    ),
    ...(expectations === undefined
      ? []
      : [
          "### Expectations",
          list(
            expectations.map(
              ({ expected, met, found }) =>
                `${DOES[met]}: ${plain(expected)}${found === undefined ? "" : ` (${plain(found)})`}`,
            ),
          ),
        ]),
    `### ${warnings.length === 0 ? "No warnings" : "Warnings"}`,
    list(
      warnings.map(
        ({ id, status, what, why, check, todo }) =>
          `${status === "inconclusive" ? "❔" : "⚠️"} **${id}**: ${plain(what)}\n  - why: ${plain(why)}\n  - check: ${plain(check)}\n  - do: ${plain(todo)}`,
      ),
    ),
    "### If it passes",
    stageTable(passed.stages),
    balanceTable(passed.balances),
    changes.map((line) => line.replace(/^( *)([^]*)$/, nested)).join("\n"),
    ...(failed === undefined
      ? []
      : ["### If it does not pass", failedText(failed), stageTable(failed.stages)]),
    ...(others === undefined || others.tried.length === 0
      ? []
      : [
          "### With other pending proposals: does each do what it says?",
          table(
            ["proposal", "both touch", "this one after the other", "the other after this one"],
            others.tried.map(({ id, touches, afterIt, beforeIt }) => [
              `\`${id}\``,
              plain(touches.join(", ")),
              outcomeText(afterIt),
              outcomeText(beforeIt),
            ]),
          ),
        ]),
    `Made by ${simulation.tool.name} ${simulation.tool.version}; \`simulate --verify\` repeats it. Hash \`${simulation.hash}\`.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function failedText(failed: Future): string {
  const why = failed.obstacle === undefined ? "" : `: ${plain(failed.obstacle)}`;
  return `${endText(failed).replace(/^./, (first) => first.toUpperCase())}${why}.`;
}

/** Whether a proposal does what it says, or why that is not the question. */
function outcomeText({ passes, does }: Outcome): string {
  return passes === "cannot pass" ? PASSES[passes] : DOES[does];
}

/** A list item, nested as deep as its line is indented. */
function nested(_line: string, indent: string, text: string): string {
  return `${indent}- ${plain(text)}`;
}

/** Escapes a stranger's text for Markdown, in one line. */
export function plain(text: string): string {
  return oneLine(text, 1000).replace(SPECIAL, (character) => `&#${character.codePointAt(0)};`);
}

function list(...items: readonly (readonly string[])[]): string {
  return items
    .flat()
    .map((item) => `- ${item}`)
    .join("\n");
}

function stageTable(stages: readonly Stage[]): string {
  return table(
    ["transaction", "outcome", "gas"],
    stages.map(({ stage, part, outcome, reason, gas, fits }) => [
      `${stage}${part === undefined ? "" : ` ${part}`}`,
      `${outcome}${reason === undefined ? "" : `: ${plain(reason)}`}`,
      `${Number(gas).toLocaleString("en-US")}${fits ? "" : " (more than a block takes)"}`,
    ]),
  );
}

function balanceTable(balances: readonly BalanceChange[]): string {
  return table(
    ["account", "of", "before", "after"],
    balances.map(({ account, kind, token, before, after }) => {
      const shown = (value: BalanceChange["before"]): string => {
        if (isNotRead(value)) return plain(value.notRead);
        return kind === "token" ? `${value} wei` : formatEther(value);
      };
      const of = kind === "token" ? `\`${token ?? ""}\`` : kind;
      return [`\`${account}\``, of, shown(before), shown(after)];
    }),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
