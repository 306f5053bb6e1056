import { StepSender } from "../../../../src/engine/execution/sending/step-sender.js";
import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { rejection } from "../../../rejection.js";
import { contextOn, plannedSteps, type FakeNode } from "./fake-node.js";

type Steps = number | readonly PlannedStep[];
type Changes = Parameters<typeof contextOn>[1];

function begin(node: FakeNode, steps: Steps, changes: Changes) {
  const run = contextOn(node, changes);
  const all = typeof steps === "number" ? plannedSteps(steps) : steps;
  return { run, sending: new StepSender(run.context).send(all, () => {}) };
}

/** Sends steps, or so many of them, to a node: how they ended, and what was signed, journaled and reported. */
export async function sendOn(node: FakeNode, steps: Steps, changes: Changes = {}) {
  const { run, sending } = begin(node, steps, changes);
  return { ...run, ...(await sending) };
}

/** The same where sending ends with an error. */
export async function refusedOn(node: FakeNode, steps: Steps, changes: Changes = {}) {
  const { run, sending } = begin(node, steps, changes);
  return { ...run, error: await rejection(sending) };
}
