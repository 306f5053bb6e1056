import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { Inspected } from "../../../engine/inspect/description.js";
import type {
  Effect,
  EffectVerdict,
  ExpectationResult,
  PassVerdict,
  PowerVerdict,
  SimulatedOutcome,
  Simulation,
  UnprovenCode,
} from "../simulation.js";

/*
 * When the answers of a simulation are yes, no, or not known.
 */

/**
 * Whether a proposal can pass.
 * @param obstacle why it was not carried out on the fork
 * @param unread why not all of its voters are known
 */
export function passVerdict({
  isDone,
  obstacle,
  unread,
  isCut,
}: {
  readonly isDone: boolean;
  readonly obstacle: string | undefined;
  readonly unread: string | undefined;
  /** Whether a transaction got less gas than the chain gives. */
  readonly isCut: boolean;
}): Pick<PassVerdict, "verdict" | "reason"> {
  const unknown =
    unread !== undefined
      ? `who can vote is unknown: ${unread}`
      : isCut
        ? "with more gas, it may pass"
        : undefined;
  const failed = unknown === undefined ? "cannot pass" : "inconclusive";
  const passes = obstacle === undefined;
  return {
    verdict: isDone ? "passed" : passes ? "can pass" : failed,
    reason: passes || unknown === undefined ? obstacle : `${obstacle}; ${unknown}`,
  };
}

export function effectVerdict(effects: readonly Effect[]): EffectVerdict {
  const is = (happened: Effect["happened"]): boolean =>
    effects.some((effect) => effect.happened === happened);
  return { verdict: is("no") ? "no" : is("inconclusive") ? "inconclusive" : "yes", effects };
}

/** Why it is not known what a proposal does; undefined if it always did the same. */
export function whyUnknown(unproven?: UnprovenCode): string | undefined {
  const { dependsOn = [], looksAt = [] } = unproven ?? {};
  if (dependsOn.length === 0) {
    if (looksAt.length === 0) return undefined;
    return `it looks at ${looksAt.join(" and at ")}, so it can wait for one that was not tried`;
  }
  return `it behaves differently when ${dependsOn.join(" or ")} differ${dependsOn.length === 1 ? "s" : ""}`;
}

/** What is known of its effects if code that is not proven takes part in them. */
export function unlessUnproven(judged: EffectVerdict, unproven?: UnprovenCode): EffectVerdict {
  const reason = whyUnknown(unproven);
  return reason === undefined ? judged : { ...judged, verdict: "inconclusive", reason };
}

/** Whether somebody gains or loses power. */
export function powersVerdict(changes: PowerVerdict["changes"]): PowerVerdict["verdict"] {
  if (changes.length === 0) return "unchanged";
  return changes.every(({ kind }) => kind === "unknown") ? "unknown" : "changed";
}

/** Whether an expectation is met, of which something else was found, or why that is not known. */
export function expectationVerdict(
  found: Inspected<string | undefined>,
): Pick<ExpectationResult, "met" | "found"> {
  if (isNotRead(found)) return { met: "inconclusive", found: found.notRead };
  return { met: found === undefined ? "yes" : "no", found };
}

type Verdicts = Pick<SimulatedOutcome, "passes" | "does">;

/** Whether it can pass and does what it says. */
export function isFine({ passes, does }: Verdicts): boolean {
  return (passes === "can pass" || passes === "passed") && does === "yes";
}

/** Nothing is known to fail, but something could not be checked. */
export function isUnknown({ passes, does }: Verdicts): boolean {
  return passes === "inconclusive" || (passes !== "cannot pass" && does === "inconclusive");
}

/**
 * Whether a proposal cannot pass, does not do what it says, changes who has power over the DAO, or does not meet the
 * expectations. Unknown counts as failing.
 */
export function wouldFail({ passes, does, powers, expectations = [] }: Simulation): boolean {
  const isAsExpected = expectations.every(({ met }) => met === "yes");
  const isSafe = powers.verdict === "unchanged";
  return !isFine({ passes: passes.verdict, does: does.verdict }) || !isSafe || !isAsExpected;
}
