import { relative } from "node:path";

import type { Change, ChangeProposal, ChangeTransaction } from "../change/change.js";
import { isNotRead as notRead } from "../inspect/reading/attempt.js";
import { oneLine } from "../support/printable.js";
import { durationText, said } from "./inspection-words.js";
import { warningLines } from "./simulation-lines.js";

const STATUS: Readonly<Record<ChangeProposal["status"], string>> = {
  "to be made": "to be made",
  waits: "waits",
  open: "is on the chain, and open",
  passed: "has passed, but is not finished",
  failed: "FAILED before: it is proposed again only with --again",
};

/** What must happen to make a DAO match a file, as text. */
export function changeText(change: Change): string {
  const { avatar, name, network, chainId, block, params, arcVersion } = change;
  const file = params === undefined ? "the parameters" : relative(process.cwd(), params);
  return [
    [
      `DAO ${said(name) || "without a name"}, ${avatar}, on ${network} (chain ID ${chainId}), block ${block.number}`,
      `to match ${oneLine(file)}, Arc ${arcVersion}`,
    ],
    ...(change.empty ? [] : bodyOf(change)),
    ...(change.left.length === 0
      ? []
      : [
          [
            "Differences that remain",
            ...change.left.flatMap(({ message, why }) => [
              `  ${oneLine(message, 1000)}`,
              `      ${oneLine(why, 1000)}`,
            ]),
          ],
        ]),
    ...(change.notCompared.length === 0
      ? []
      : [
          [
            "What could not be compared",
            ...change.notCompared.map(
              ({ where, reason }) => `  ${oneLine(where)}: ${oneLine(reason, 1000)}`,
            ),
          ],
        ]),
    [summaryOf(change)],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function bodyOf({ transactions, proposals, warnings }: Change): string[][] {
  return [
    ...(transactions.length === 0
      ? []
      : [["First, sent by the proposer", ...transactions.map(transactionLine)]]),
    ...proposals.map(proposalLines),
    ...(warnings.length === 0
      ? []
      : [["Warnings", ...warnings.flatMap(warningLines).map(indented)]]),
  ];
}

function indented(line: string): string {
  return `  ${line}`;
}

function transactionLine({
  kind,
  contract,
  function: called,
  address,
  gas,
}: ChangeTransaction): string {
  const what =
    kind === "deploy"
      ? `deploy ${oneLine(contract)}`
      : `${oneLine(contract)}.${called} of ${address}`;
  return `  ${what}, gas ${Number(gas).toLocaleString("en-US")}`;
}

function proposalLines(proposal: ChangeProposal): string[] {
  const { number, why, differences = [], status, after, id, scheme, does, passes, gas } = proposal;
  const asked = does.deeds.map((deed) => oneLine(deed.asked)).join("; ");
  const waits = status === "waits" ? `waits for ${after.join(", ")}` : STATUS[status];
  return [
    `Proposal ${number}: ${asked}`,
    `  ${oneLine(why, 1000)}`,
    ...differences.map((each) => `      ${oneLine(each, 1000)}`),
    `  ${waits}${id === undefined ? "" : ` (${id})`}; ${throughText(scheme)}`,
    ...votingLines(proposal),
    `  ${passText(passes)}${passes.decidedAt === undefined ? "" : `; at the earliest in ${durationText(proposal.leastSeconds)}`}`,
    ...does.deeds
      .filter(({ happened }) => happened !== "yes")
      .map(
        ({ asked: what, happened, instead = "the reason is not known" }) =>
          `  ${happened === "no" ? "NOT DONE" : "NOT KNOWN whether done"}: ${oneLine(what)}: ${oneLine(instead)}`,
      ),
    `  gas: ${gasText(gas.propose)} to propose it, ${gasText(gas.rest)} for the rest`,
    ...proposal.warnings.flatMap(warningLines).map(indented),
  ];
}

function throughText(scheme: ChangeProposal["scheme"]): string {
  if (scheme === undefined) return "no scheme may propose it";
  return `through ${scheme.name ?? "unknown code"} ${scheme.address}`;
}

function votingLines({ control, votes }: ChangeProposal): string[] {
  const lines: string[] = [];
  if (control !== undefined) {
    const { accounts, share, neededPercent, boosting } = control;
    lines.push(
      accounts.length === 0
        ? `  all holders together have no more than ${neededPercent}% of the reputation`
        : `  ${accounts.length === 1 ? "one account" : `${accounts.length} accounts`} can pass it at once (${share}%; needs more than ${neededPercent}%)${boosting ? ", or fewer if it is boosted" : ""}`,
    );
  }
  if (votes === undefined || notRead(votes.rules)) return lines;
  const { rules } = votes;
  if ("GenesisProtocol" in rules) {
    const { queuedVotePeriodLimit, boostedVotePeriodLimit } = rules.GenesisProtocol;
    lines.push(
      `  a vote is open for ${durationText(queuedVotePeriodLimit)}, boosted for ${durationText(boostedVotePeriodLimit)}`,
    );
  }
  return lines;
}

function passText({ verdict, reason }: ChangeProposal["passes"]): string {
  switch (verdict) {
    case "passed":
      return "it has passed already";
    case "can pass":
      return "it can pass";
    case "cannot pass":
      return `it CANNOT pass: ${oneLine(reason ?? "", 1000)}`;
    case "inconclusive":
      return `whether it can pass is unknown: ${oneLine(reason ?? "", 1000)}`;
  }
}

function gasText(gas: string): string {
  return Number(gas).toLocaleString("en-US");
}

function summaryOf({ empty, transactions, proposals, left, notCompared, gas }: Change): string {
  const differing =
    left.length === 0 ? "" : ` The remaining differences are above (${left.length}).`;
  const unknown =
    notCompared.length === 0
      ? ""
      : ` Not everything could be compared (${notCompared.length}, above).`;
  const rest = differing + unknown;
  if (empty) return `Nothing to do.${rest || " The DAO matches the file."}`;
  const count = (number: number, what: string): string =>
    `${number} ${what}${number === 1 ? "" : "s"}`;
  return (
    `${count(proposals.length, "proposal")}, ${count(transactions.length, "transaction")} before, ${gasText(gas)} gas ` +
    `without the votes. Carried out on a fork, the DAO ${left.length > 0 ? "still differs from the file" : `then matches the file${unknown === "" ? "" : " as far as that could be compared"}`}.${rest}`
  );
}
