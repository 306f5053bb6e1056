import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import { wouldFail } from "../../../src/operations/simulate/verdicts/verdicts.js";

/** What a simulation says, without what differs from run to run, such as times, blocks and gas. */
export function factsOf(simulation: Simulation): Readonly<Record<string, unknown>> {
  const { passes, does, passed, failed, powers, warnings, expectations, others } = simulation;
  const { changes } = passed;
  return {
    passes: [passes.verdict, passes.votes, passes.majority],
    does: [does.verdict, ...does.effects],
    state: [passed.state, passed.decision],
    stages: passed.stages.map(({ stage, part, outcome, reason }) => [stage, part, outcome, reason]),
    balances: passed.balances.map(({ account, kind, token, before, after }) => [
      ...[account, kind, token, before, after],
    ]),
    changes: "differences" in changes ? changes.differences.map(({ kind }) => kind) : changes,
    failed: [failed?.state, failed?.decision],
    powers: [powers.verdict, powers.undoable],
    warnings: warnings.map(({ id, what }) => [id, what]),
    expectations: expectations?.map(({ met, found }) => [met, found]),
    others: others?.tried.map(({ id, touches, itAlone, beforeIt, afterIt }) => {
      const verdicts = [itAlone, beforeIt, afterIt].map((each) => [each.passes, each.does]);
      return { id, touches, verdicts };
    }),
    wouldFail: wouldFail(simulation),
  };
}
