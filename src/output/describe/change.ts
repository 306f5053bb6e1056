import type {
  DaoChange,
  ChangeProposal,
  ChangeTransaction,
} from "../../operations/change/change.js";
import {
  block,
  blockIfAny,
  count,
  group,
  joined,
  line,
  phrase,
  untrusted,
} from "../document/document.js";
import type { Inline, Line, Part, Parts } from "../document/document.js";
import { ifRead } from "../../engine/inspect/reading/attempt.js";
import { fewestWords } from "./control.js";
import { fileOf } from "./check.js";
import { passAnswer } from "./pass-verdict.js";
import { effectLine, warningLines } from "./simulation.js";
import { limitsWords } from "./vote-rules.js";

const STATUS: Readonly<Record<ChangeProposal["status"], Inline>> = {
  "to be made": "to be made",
  waits: "waits",
  open: "is on the chain, and open",
  passed: "has passed, but is not finished",
  failed: [{ tone: "danger", text: "failed" }, " before: it is proposed again only with --again"],
};

export function stateOf({ status, after }: Pick<ChangeProposal, "status" | "after">): Inline {
  return status === "waits" ? `waits for ${after.join(", ")}` : STATUS[status];
}

export function requestsOf({ does }: Pick<ChangeProposal, "does">): Inline {
  return joined(
    does.effects.map(({ request }) => ({ sentence: request })),
    "; ",
  );
}

/** What no vote changes. */
export function leftLines({ left }: Pick<DaoChange, "left">): readonly Line[] {
  return left.map(({ message, why }) => line({ sentence: message }, line({ sentence: why })));
}

/** What must happen to make a DAO match a file. */
export function changeDocument(change: DaoChange): Parts {
  const { avatar, name, network, chainId, block: at, arcVersion } = change;
  const { empty, transactions, proposals, warnings } = change;
  return [
    group(
      line`DAO ${name === "" ? "without a name" : untrusted(name)}, ${{ address: avatar }}, on
        ${{ untrusted: network }} (chain ID ${chainId}), block ${at.number}`,
      line`to match ${fileOf(change, "the parameters")}, Arc ${arcVersion}`,
    ),
    !empty && [
      blockIfAny("First, the proposer sends", transactions.map(transactionLine)),
      proposals.map(proposalBlock),
    ],
    blockIfAny("Warnings", warningLines(warnings)),
    remainingBlocks(change),
    group(line(summaryOf(change))),
  ];
}

export function remainingBlocks(change: DaoChange): Parts {
  return [
    blockIfAny("Differences that remain", leftLines(change)),
    blockIfAny(
      "What could not be compared",
      change.notCompared.map(
        ({ where, reason }) => line`${{ sentence: where }}: ${{ sentence: reason }}`,
      ),
    ),
  ];
}

export function transactionLine(transaction: ChangeTransaction): Line {
  const { kind, contract, address, gas, function: name } = transaction;
  const what =
    kind === "deploy"
      ? phrase`deploy ${{ untrusted: contract }}`
      : phrase`${{ untrusted: contract }}.${name} of ${{ address }}`;
  return line`${what}, gas ${gasOf(gas)}`;
}

export function proposalBlock(proposal: ChangeProposal): Part {
  const { number, why, differences = [], id, scheme, does, passes, gas } = proposal;
  const through =
    scheme === undefined
      ? "no scheme may propose it"
      : phrase`through ${scheme.name ?? "unknown code"} ${{ address: scheme.address }}`;
  const earliest =
    passes.decidedAt !== undefined &&
    phrase` At the earliest in ${{ duration: proposal.leastSeconds, exact: true }}.`;
  return block(
    phrase`Proposal ${number}: ${requestsOf(proposal)}`,
    line({ sentence: why }, ...differences.map((each) => line({ sentence: each }))),
    line`${stateOf(proposal)}${id !== undefined && phrase` (${{ code: id }})`}; ${through}`,
    votingLines(proposal),
    line`Does it pass? ${passAnswer(passes)}${earliest}`,
    does.effects.filter(({ happened }) => happened !== "yes").map(effectLine),
    line`gas: ${gasOf(gas.propose)} to propose it, ${gasOf(gas.rest)} for the rest`,
    warningLines(proposal.warnings),
  );
}

function votingLines({ control, votes }: ChangeProposal): Parts {
  const rules = ifRead(votes?.rules);
  const limits = rules && limitsWords(rules);
  return [
    control !== undefined && line`to pass it at once: ${fewestWords(control)}`,
    limits !== undefined && line(limits),
  ];
}

function gasOf(gas: string): Inline {
  return { number: Number(gas) };
}

export function summaryOf(change: DaoChange): Inline {
  const { empty, transactions, proposals, left, notCompared, gas } = change;
  const isKnown = notCompared.length === 0;
  const rest = [
    left.length > 0 && ` ${count(left.length, "difference remains", "differences remain")}.`,
    !isKnown &&
      ` Not everything could be compared: ${count(notCompared.length, "part was", "parts were")} not.`,
  ];
  if (empty) {
    if (left.length > 0) return ["Nothing to propose.", rest];
    return ["Nothing to do.", isKnown ? " The DAO matches the file." : rest];
  }
  const matches = isKnown
    ? "then matches the file"
    : "then matches the file as far as that could be compared";
  const afterwards = left.length > 0 ? "still differs from the file" : matches;
  const before = transactions.length > 0 && ` after ${count(transactions.length, "transaction")}`;
  return phrase`${count(proposals.length, "proposal")}${before}; ${gasOf(gas)} gas, votes not included. Carried out on a fork, the DAO ${afterwards}.${rest}`;
}
