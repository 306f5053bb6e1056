import type { SimulationWarning } from "../simulation.js";
import type { CallDescription, ContractDescription } from "../../../engine/inspect/description.js";

/** What to know of a proposal, by ID: every warning of `find-warnings.ts`. docs/simulate.md says when each is given. */
export const WARNINGS = [
  ...["account-gains-permissions", "account-decides-alone", "unknown-code-gains-permissions"],
  ...["unknown-rules", "power-gained", "power-lost", "cannot-be-undone", "votes-shift"],
  ...["votes-add-up", "unpaid-promises", "reputation-given", "stakes-given", "revives-proposal"],
  ...["planted-storage", "token-diluted", "allowance-given", "ownership-given-away"],
  ...["constraint-added", "constraint-removed", "constraint-removal-changes"],
  ...["controller-changes-hands", "treasury-emptied", "treasury-halved", "treasury-adds-up"],
  ...[
    "callee-pays-others",
    "entry-falls",
    "reward-not-paid",
    "owes-more-than-it-has",
    "fails-after-another",
  ],
  ...["breaks-another", "description-differs", "action-fails-inside", "execution-refused"],
  ...["call-to-account", "call-to-unknown-code", "behaves-differently", "acts-on-another-proposal"],
  ...["delegatecall", "selfdestruct", "too-much-gas"],
] as const;
/** What could not be checked. */
export const NOT_CHECKED = [
  ...["control", "treasury", "debts", "description", "other-proposals"],
] as const;
/** What to know of a change, before it is proposed; docs/changing.md. */
type ChangeWarning =
  | "all-permissions-in-between"
  | "contracts-of-the-result-file"
  | "duplicate-proposal"
  | "lockout"
  | "new-controller-incompatible"
  | "stray-proposal";

export type WarningId = (typeof WARNINGS)[number] | (typeof NOT_CHECKED)[number] | ChangeWarning;

/** What to do if something could not be read. */
export const READ_ALL = "Run it again with a node that returns all events.";

/** From how many percent on a share of all reputation, or of a token that is staked, is told, even if nobody passes a bar. */
export const MUCH_POWER = 10;

/** Whether so much of a token is new that it is told. */
export function dilutes(more: bigint, supply: bigint): boolean {
  return supply > 0n && more * 4n >= supply + more;
}

/** Whether what the treasury, or another contract that the DAO calls, loses of what it had is told. */
export function isMuchLost(lost: bigint, had: bigint): boolean {
  return lost > 0n && lost * 2n >= had;
}

/** Whether a call only pays ether. One without data and ether runs what its receiver does for all other calls. */
export function isPayment({ data, value }: Pick<CallDescription, "data" | "value">): boolean {
  return data === "0x" && value !== "0";
}

/** What a warning says; without advice, to vote against it unless the DAO wants it, or somebody explains it. */
export type WarningTexts = Omit<SimulationWarning, "id" | "status" | "todo"> &
  Partial<Pick<SimulationWarning, "todo">>;

export function warning(id: WarningId, texts: WarningTexts): SimulationWarning {
  const todo = "Vote against it unless that is what the DAO wants.";
  return { id, status: "warning", ...texts, todo: texts.todo ?? todo };
}

export function inconclusive(id: WarningId, texts: WarningTexts): SimulationWarning {
  const todo = "Vote against it unless somebody explains this.";
  return { id, status: "inconclusive", ...texts, todo: texts.todo ?? todo };
}

/** A contract or account in the middle of a sentence. */
export function nameOf({ address, name, code }: ContractDescription): string {
  return `${name ?? (code === "account" ? "the account" : "the unknown code at")} ${address}`;
}

/** The first of many, in a list. */
export function firstOf(all: readonly string[], most = 5): string {
  return `${all.slice(0, most).join(", ")}${all.length > most ? ", …" : ""}`;
}
