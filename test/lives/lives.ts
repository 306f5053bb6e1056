import fc from "fast-check";

import { fakeFiles } from "./fake-files.js";
import { Life } from "./life.js";
import { fakeForks } from "./model-fork.js";
import { INCIDENTS, OF_STEPS, plans, type Plan } from "./plan.js";
import { rememberCrypto } from "./remember.js";
import { fakeTime } from "./time.js";
import { World } from "./world.js";

/** What some lives showed. */
export interface Outcome {
  readonly lives: number;
  /** Of a processor. */
  readonly seconds: number;
  /** How often each incident met each step; 0 for pairs that no life had. Without pairs that cannot happen. */
  readonly met: ReadonlyMap<string, number>;
  /** Absent if every life was as promised. */
  readonly failure?: {
    readonly plan: Plan;
    readonly verdict: readonly string[];
    readonly story: readonly string[];
    readonly path: string;
  };
}

/** Runs with everything outside the engine replaced by models, and a world that all lives share. */
export async function withWorld<Result>(run: (world: World) => Promise<Result>): Promise<Result> {
  const world = await World.open();
  const state = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = "/lives/state";
  const restore = [fakeTime(), fakeFiles(), fakeForks(), rememberCrypto(), withoutStacks()];
  try {
    return await run(world);
  } finally {
    for (const each of restore) each();
    if (state === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = state;
    await world.close();
  }
}

/** Where an error was thrown takes longer to find out than to throw it. */
function withoutStacks(): () => void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  return () => void (Error.stackTraceLimit = stackTraceLimit);
}

export async function live(
  world: World,
  plan: Plan,
): Promise<{ readonly verdict: readonly string[]; readonly life: Life }> {
  const life = new Life(world, plan);
  const accuse = (error: unknown) => life.judge.accuse(`Nobody handles ${String(error)}`);
  process.on("unhandledRejection", accuse);
  try {
    return { verdict: await life.run(), life };
  } finally {
    process.off("unhandledRejection", accuse);
  }
}

/**
 * Lives of a seed. The first that is not as promised is shrunk.
 * @param options fast-check's, such as a path to a failure
 */
export async function liveMany(
  world: World,
  seed: number,
  lives: number,
  options: { readonly path?: string; readonly endOnFailure?: boolean } = {},
): Promise<Outcome> {
  const start = process.cpuUsage();
  const met = new Map<string, number>();
  const steps = new Set<string>();
  let count = 0;
  const property = fc.asyncProperty(plans, async (plan) => {
    count++;
    const { verdict, life } = await live(world, plan);
    for (const step of life.steps) steps.add(step);
    for (const each of life.met) met.set(each, (met.get(each) ?? 0) + 1);
    if (verdict.length > 0) throw new Error(verdict.join(" "));
  });
  const checked = await fc.check(property, { seed, numRuns: lives, ...options });
  for (const step of steps)
    for (const kind of INCIDENTS) met.set(`${kind} × ${step}`, met.get(`${kind} × ${step}`) ?? 0);
  for (const kind of OF_STEPS) met.delete(`${kind} × start`);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const plan = checked.counterexample?.[0];
  if (plan === undefined) return { lives: count, seconds, met };
  const { verdict, life } = await live(world, plan);
  const failure = { plan, verdict, story: life.story, path: checked.counterexamplePath ?? "" };
  return { lives: count, seconds, met, failure };
}
