import { isNotRead } from "../../inspect/reading/attempt.js";
import { plain } from "../../simulate/report/markdown.js";
import type { Change, ChangeProposal } from "../change.js";

const MARK = { yes: "✅", no: "❌", inconclusive: "❔" } as const;
const WARNING = { warning: "⚠️", inconclusive: "❔" } as const;

/**
 * A change, with what the fork showed, for a forum or a pull request. Text by strangers is escaped.
 * @param text what the authors say about it, in their own Markdown
 */
export function changeMarkdown(change: Change, text?: string): string {
  const { avatar, name, chainId, block, transactions, proposals, left, notCompared, warnings } =
    change;
  return [
    ...(text === undefined ? [] : [text.trim()]),
    "## What changes",
    `${plain(isNotRead(name) ? "a DAO" : name)} \`${avatar}\`, chain ID ${chainId}, tried at block ${block.number} \`${block.hash}\``,
    ...(change.empty ? [nothingText(change)] : []),
    ...(transactions.length === 0
      ? []
      : [
          "### Before any vote",
          ...transactions.map(({ kind, contract, function: called }) =>
            kind === "deploy"
              ? `- deploy ${plain(contract)}`
              : `- call ${plain(called ?? "")} of ${plain(contract)}`,
          ),
        ]),
    ...proposals.map(proposalMarkdown),
    ...warnings.map(
      ({ id, status, what, why, check }) =>
        `${WARNING[status]} **${id}**: ${plain(what)} ${plain(why)} ${plain(check)}`,
    ),
    ...(left.length === 0
      ? []
      : [
          "### What stays different",
          ...left.map(({ message, why }) => `- ${plain(message)} ${plain(why)}`),
        ]),
    ...(notCompared.length === 0
      ? []
      : [
          "### What could not be compared",
          ...notCompared.map(({ where, reason }) => `- ${plain(where)}: ${plain(reason)}`),
        ]),
    `\`${change.hash}\``,
  ].join("\n\n");
}

function nothingText({ left, notCompared }: Change): string {
  if (left.length > 0) return "Nothing that a vote can change.";
  return notCompared.length > 0
    ? "Nothing: the DAO is as the file says, as far as that could be compared."
    : "Nothing: the DAO is as the file says.";
}

const STATUS: Readonly<Record<ChangeProposal["status"], string | undefined>> = {
  "to be made": undefined,
  waits: undefined,
  open: "it is on the chain, and open",
  passed: "it has passed, but is not finished",
  failed: "⚠️ it failed before",
};

function proposalMarkdown(proposal: ChangeProposal): string {
  const { number, why, differences = [], does, after, control, warnings } = proposal;
  const status = STATUS[proposal.status];
  return [
    `### Proposal ${number}${after.length === 0 ? "" : `, after ${after.join(", ")}`}`,
    plain(why),
    ...differences.map((each) => `- ${plain(each)}`),
    ...(status === undefined ? [] : [`- ${status}`]),
    ...does.deeds.map(
      ({ asked, happened, instead }) =>
        `- ${MARK[happened]} ${plain(asked)}${instead === undefined ? "" : ` (${plain(instead)})`}`,
    ),
    ...(control === undefined
      ? []
      : [`- more than ${control.neededPercent}% pass it at once; ${holdersText(control)}`]),
    `- ${passText(proposal.passes)}`,
    ...warnings.map(
      ({ id, status: known, what, check }) =>
        `- ${WARNING[known]} **${id}**: ${plain(what)} ${plain(check)}`,
    ),
  ].join("\n");
}

function holdersText({ accounts, share }: NonNullable<ChangeProposal["control"]>): string {
  if (accounts.length === 0) return `all holders together have ${share}%`;
  return accounts.length === 1
    ? `1 account has ${share}%`
    : `${accounts.length} accounts have ${share}%`;
}

function passText({ verdict, reason }: ChangeProposal["passes"]): string {
  const because = reason === undefined ? "" : `: ${plain(reason)}`;
  switch (verdict) {
    case "passed":
      return "it has passed already";
    case "can pass":
      return "on the fork it passed";
    case "cannot pass":
      return `❌ on the fork it did not pass${because}`;
    case "inconclusive":
      return `❔ whether it can pass is not known${because}`;
  }
}
