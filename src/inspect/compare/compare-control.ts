import type { ControlDescription } from "../description.js";
import { isSame, paired, type Collector } from "./collector.js";

/** The accounts' total share follows from what they hold, so it is not a difference of its own. */
export function compareControl(
  collector: Collector,
  before: readonly ControlDescription[],
  after: readonly ControlDescription[],
): void {
  for (const [, was, is] of paired(before, after, ({ scheme, vote }) => `${scheme} ${vote}`)) {
    if (isSame(was && answerOf(was), is && answerOf(is))) continue;
    const { scheme, vote } = (is ?? was)!;
    collector.add({
      kind: "control",
      scheme,
      vote,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    });
  }
}

function answerOf(control: ControlDescription): unknown {
  const { permissions, share, ...answer } = control;
  return { ...answer, accounts: [...control.accounts].sort() };
}
