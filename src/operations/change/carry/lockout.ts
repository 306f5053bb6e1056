import { JUST_REGISTERED, mayRegister } from "../../../foundation/arc/permissions.js";
import { mostRegistered } from "../../../engine/inspect/control/compare-powers.js";
import type { SchemeResult } from "../../../foundation/result/result.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { tryRegistering } from "../../simulate/carrying/try-registering.js";
import type { Session } from "../../simulate/session.js";
import type { RegisterVerdict, SimulationWarning } from "../../simulate/simulation.js";
import { inconclusive, warning } from "../../simulate/verdicts/warnings.js";
import type { DecidedChange } from "../decide/decide-change.js";
import { isOfSchemes } from "../decide/proposal-order.js";
import type { FailedProposal } from "./pass-proposals.js";

/*
 * When a change is refused, or warned of, because no scheme could be registered after it: then nothing could ever
 * change the DAO again.
 */

/** A trial on the fork after the change: whether a scheme could be registered with these permissions. */
export interface RegisterTrial extends RegisterVerdict {
  readonly permissions: string;
}

/** What was not possible in trials, of which each asks for less than the one before. */
function lockedWords(tried: readonly RegisterTrial[]): string {
  const { permissions, verdict } = tried.at(-1)!;
  return verdict === "no" && permissions === JUST_REGISTERED
    ? "After this change, nothing could ever register, change or remove a scheme of the DAO again"
    : `After this change, nothing could ever register a scheme of the DAO again that holds ${tried[0]!.permissions}, ` +
        "and a permission that is lost never comes back";
}

/** The error for a change after which no scheme can be registered, or none with as many permissions as now. */
function lockoutError(tried: readonly RegisterTrial[]): MigrationError {
  return new MigrationError(
    `${lockedWords(tried)}. ${tried[0]!.why.join(" ")} Keep a SchemeRegistrar with all permissions in the file with ` +
      "which a vote can pass, or allow the lockout (--allow-lockout, or allowLockout: true in code) if the DAO is " +
      "meant to be locked. Nothing was sent.",
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
  const why = ["No scheme in the file may register schemes."];
  throw lockoutError([{ verdict: "no", permissions: JUST_REGISTERED, why }]);
}

/** What a trial on the fork says about registering schemes after the change. */
export function lockoutWarnings(
  tried: readonly RegisterTrial[],
  failed: readonly FailedProposal[],
): readonly SimulationWarning[] {
  const [{ verdict, why } = { verdict: "yes", why: [] }] = tried;
  if (verdict === "no") {
    return [
      warning("lockout", {
        what: `${lockedWords(tried)}. ${why.join(" ")}`,
        why: "A scheme was proposed on the fork after the change, with the votes of all holders, and could not be registered.",
        check: "Whether the DAO is meant to stay for ever as the file describes it.",
        todo: "Keep a SchemeRegistrar with all permissions in the file with which a vote can pass.",
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

/**
 * Tries on the fork, after a change, whether schemes can be registered: first with all that is possible now, then, if
 * not, any.
 * @param before the DAO before the change
 * @param last the DAO after it
 */
export async function tryLockout(
  before: Session["inspection"],
  last: Session,
  owner: string | undefined,
): Promise<readonly RegisterTrial[]> {
  const tried: RegisterTrial[] = [];
  for (const permissions of new Set([mostRegistered(before, last.inspection), JUST_REGISTERED])) {
    const verdict = await tryRegistering(last, permissions, owner);
    tried.push({ ...verdict, permissions });
    if (verdict.verdict !== "no") break;
  }
  return tried;
}

/** Whether fewer schemes can be registered after a change than at most before it. */
export function isLockout([first]: readonly RegisterTrial[]): boolean {
  return first?.verdict === "no";
}

/**
 * Refuses a change that locks the DAO. One that nothing can register such schemes with now does not lose anything.
 * @param session with the DAO before the change
 * @throws MigrationError unless nothing may register such schemes now, either
 */
export async function refuseLockout(
  session: Session,
  tried: readonly RegisterTrial[],
  owner: string | undefined,
): Promise<void> {
  for (const { permissions } of tried.filter(({ verdict }) => verdict === "no")) {
    const now = await tryRegistering(session, permissions, owner);
    if (now.verdict !== "no") throw lockoutError(tried);
  }
}
