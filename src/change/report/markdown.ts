import { isNotRead } from "../../inspect/reading/attempt.js";
import { plain } from "../../simulate/report/markdown.js";
import type { Change, ChangeProposal } from "../change.js";

const MARK = { yes: "✅", no: "❌", inconclusive: "❔" } as const;

/**
 * A change, with what the fork showed, for a forum or a pull request. Text by strangers is escaped.
 * @param text what the authors say about it, in their own Markdown
 */
export function changeMarkdown(change: Change, text?: string): string {
  const { avatar, name, chainId, block, transactions, proposals, left, warnings } = change;
  return [
    ...(text === undefined ? [] : [text.trim()]),
    "## What changes",
    `${plain(isNotRead(name) ? "a DAO" : name)} \`${avatar}\`, chain ID ${chainId}, tried at block ${block.number} \`${block.hash}\``,
    ...(change.empty ? ["Nothing: the DAO is as the file says."] : []),
    ...(transactions.length === 0
      ? []
      : [
          "### Before any vote",
          ...transactions.map(({ kind, contract, function: called }) =>
            kind === "deploy"
              ? `- deploy \`${plain(contract)}\``
              : `- \`${plain(contract)}.${plain(called ?? "")}\``,
          ),
        ]),
    ...proposals.map(proposalMarkdown),
    ...warnings.map(({ id, what, why }) => `⚠️ **${id}**: ${plain(what)} ${plain(why)}`),
    ...(left.length === 0
      ? []
      : [
          "### What stays different",
          ...left.map(({ message, why }) => `- ${plain(message)} ${plain(why)}`),
        ]),
    `\`${change.hash}\``,
  ].join("\n\n");
}

function proposalMarkdown(proposal: ChangeProposal): string {
  const { number, why, differences = [], does, passes, after, control, warnings } = proposal;
  return [
    `### Proposal ${number}${after.length === 0 ? "" : `, after ${after.join(", ")}`}`,
    plain(why),
    ...differences.map((each) => `- ${plain(each)}`),
    ...does.deeds.map(({ asked, happened }) => `- ${MARK[happened]} ${plain(asked)}`),
    ...(control === undefined
      ? []
      : [
          `- more than ${control.neededPercent}% pass it at once; ${control.accounts.length} accounts have ${control.share}%`,
        ]),
    `- on the fork it ${plain(passes.verdict === "can pass" || passes.verdict === "passed" ? "passed" : `did not pass: ${passes.reason ?? ""}`)}`,
    ...warnings.map(({ id, what, check }) => `- ⚠️ **${id}**: ${plain(what)} ${plain(check)}`),
  ].join("\n");
}
