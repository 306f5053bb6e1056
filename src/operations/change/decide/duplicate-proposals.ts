import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { warning, type SimulationWarning } from "../../simulate/simulation.js";

/**
 * Warns of open proposals that ask for what another one asks for, too, in the same words: two people may have proposed
 * the same change at once. If both pass, what they ask for happens twice.
 */
export function duplicateWarnings({
  proposals,
}: Pick<Inspection, "proposals">): readonly SimulationWarning[] {
  if (isNotRead(proposals)) return [];
  const groups = new Map<string, ProposalDescription[]>();
  for (const proposal of proposals) {
    const { scheme, requests, description, progress } = proposal;
    if (isNotRead(requests) || isNotRead(progress) || OVER.includes(progress.stage)) continue;
    const key = JSON.stringify([scheme, description, requests]);
    groups.set(key, [...(groups.get(key) ?? []), proposal]);
  }
  return [...groups.values()].flatMap((same) => {
    const open = same.filter(
      ({ progress }) => !isNotRead(progress) && progress.stage === "open",
    ).length;
    if (same.length < 2 || open === 0) return [];
    const others = same.length - open;
    return warning("duplicate-proposal", {
      what:
        `The proposals ${same.map(({ id, proposer }) => `${id} (made by ${proposer})`).join(" and ")} ask for the same, with the same ` +
        `description; ${open} ${open === 1 ? "is" : "are"} still open.`,
      why: "If more than one passes, it happens more than once: a reward is paid twice.",
      check: "Whether it is meant to happen more than once.",
      todo: `Otherwise vote against ${others > 0 ? "every open one" : open === 2 ? "one of them" : "all but one"}.`,
    });
  });
}

/** Stages of proposals that can have no effect any more, and had none. */
const OVER: readonly string[] = ["rejected", "expired"];
