import { mayRegister } from "../../../foundation/arc/permissions.js";
import type { SchemeResult } from "../../../foundation/result/result.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { RegisterVerdict, SimulationWarning } from "../../simulate/simulation.js";
import { inconclusive, warning } from "../../simulate/verdicts/warnings.js";
import type { DecidedChange } from "../decide/decide-change.js";
import { isOfSchemes } from "../decide/proposal-order.js";
import type { FailedProposal } from "./pass-proposals.js";

const LOCKED =
  "After this change, nothing could ever register, change or remove a scheme of the DAO again";

/** The error for a change after which no scheme can be registered. */
export function lockoutError(why: readonly string[]): MigrationError {
  return new MigrationError(
    `${LOCKED}. ${why.join(" ")} Keep a SchemeRegistrar in the file with which a vote can pass, or allow the lockout ` +
      "(--allow-lockout, or allowLockout: true in code) if the DAO is meant to be locked. Nothing was sent.",
  );
}

/**
 * Refuses a file in which no scheme may register schemes, no matter who could pass its proposals.
 * @throws MigrationError unless nothing may register schemes now, either
 */
export function refuseLock(
  { inspection, keptDeployer }: DecidedChange,
  schemes: readonly SchemeResult[],
): void {
  const hasNow = inspection.schemes.some(
    ({ registered, permissions }) => registered && mayRegister(permissions.bytes),
  );
  const will = schemes.some(({ permissions }) => mayRegister(permissions));
  if (will || !hasNow || keptDeployer !== undefined) return;
  throw lockoutError(["No scheme in the file may register schemes."]);
}

/** What a trial on the fork says about registering schemes after the change. */
export function lockoutWarnings(
  { verdict, why }: RegisterVerdict,
  failed: readonly FailedProposal[],
): readonly SimulationWarning[] {
  if (verdict === "no") {
    return [
      warning("lockout", {
        what: `${LOCKED}. ${why.join(" ")}`,
        why: "A scheme was proposed on the fork after the change, with the votes of all holders, and could not be registered.",
        check: "Whether the DAO is meant to stay for ever as the file describes it.",
        todo: "Keep a SchemeRegistrar in the file with which a vote can pass.",
      }),
    ];
  }
  const untried = failed.filter(({ proposal }) => isOfSchemes(proposal));
  if (verdict === "yes" && untried.length === 0) return [];
  const reasons =
    verdict === "yes"
      ? untried.map(({ proposal: { key } }) => `${key} could not be carried out on the fork.`)
      : why;
  return [
    inconclusive("lockout", {
      what: `Whether a scheme of the DAO can still be registered after this change is not known. ${reasons.join(" ")}`,
      why: "If not, the DAO can never be changed again.",
      check: "Who could register a scheme then, and by which rules.",
      todo: "Do not make the proposals until you know.",
    }),
  ];
}
