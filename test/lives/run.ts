import { parseArgs } from "node:util";

import { liveMany, withWorld } from "./lives.js";
import { OF_STEPS } from "./plan.js";

/** The most lines of a story. */
const LINES = 24;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lives: { type: "string", default: "1000" },
    path: { type: "string" },
    "no-shrink": { type: "boolean", default: false },
    pairs: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);

await withWorld(async (world) => {
  const { lives, seconds, met, failure } = await liveMany(world, seed, Number(values.lives), {
    path: values.path,
    endOnFailure: values["no-shrink"],
  });
  const pairs = [...met.values()].filter((count) => count > 0).length;
  const rate = Math.round(lives / seconds);
  console.log(
    `${lives} lives of seed ${seed} in ${seconds.toFixed(1)} s of a processor (${rate} a second); ${world.executed} transactions executed, ` +
      `${world.asked} questions asked; ${pairs} of ${met.size} pairs of incident and step`,
  );
  if (values.pairs) {
    for (const [pair, count] of [...met].sort())
      console.log(`${String(count).padStart(6)}  ${pair}`);
    for (const kind of OF_STEPS) console.log(`cannot  ${kind} × start`);
  }
  if (failure === undefined) return;
  const { plan, verdict, story, path } = failure;
  console.log(`\n${verdict.join("\n")}\n`);
  console.log(story.slice(-LINES).join("\n"));
  console.log(
    `\n${JSON.stringify(plan)}\n\nReplay: npm run lives -- --seed ${seed} --path ${path}`,
  );
  process.exitCode = 1;
});
process.exit();
