import { inspectionDocument } from "../src/output/describe/inspection.js";
import { toTerminal } from "../src/output/document/to-terminal.js";
import { founderProposals } from "../src/operations/change/decide/founder-proposals.js";
import type { DecidedChange } from "../src/operations/change/decide/decide-change.js";
import { runRules } from "../src/operations/check/run-rules.js";
import { compareInspections } from "../src/engine/inspect/compare/compare-inspections.js";
import { sampleInspection } from "../test/engine/inspect/sample-inspection.js";
import { soundFacts } from "../test/operations/check/sound-facts.js";
import { median } from "./recorded.js";

/*
 * What is made of a large inspection, without a node: its check against a file with all founders, the founders' part of
 * a change, a comparison with a later one, and its text. Each size is four times the previous one.
 */

const SIZES = [
  { holders: 625, proposals: 250 },
  { holders: 2500, proposals: 1000 },
  { holders: 10_000, proposals: 4000 },
];
const ROUNDS = 5;

function worksOf(size: (typeof SIZES)[number]): readonly (readonly [string, () => unknown])[] {
  const sample = sampleInspection(size);
  const { holders } = sample.token as { readonly holders: readonly Founder[] };
  const founders = holders.map(({ account, amount }) => ({
    ...{ account, tokens: amount, reputation: amount },
  }));
  const sound = soundFacts();
  const inspection = { ...sound.inspection, founders, proposals: sample.proposals };
  const wanted = {
    ...sound.wanted,
    founders: holders.map(({ account: address, amount }, index) => ({
      ...{ address, tokens: BigInt(amount), reputation: BigInt(amount) },
      path: ["founders", index],
    })),
  };
  const facts = { ...sound, inspection, wanted };
  const later = { ...sample, block: { ...sample.block, number: sample.block.number + 1 } };
  return [
    ["check", () => runRules(facts)],
    [
      "founders' proposals",
      () => founderProposals({ facts, inspection } as unknown as DecidedChange),
    ],
    ["comparison", () => compareInspections(sample, later)],
    ["text", () => toTerminal(inspectionDocument(sample, { name: "mainnet" }))],
  ];
}

interface Founder {
  readonly account: string;
  readonly amount: string;
}

const all = SIZES.map(worksOf);
console.log(`what is made of a large inspection, medians of ${ROUNDS} rounds in turn, in ms`);
const heads = SIZES.map(({ holders, proposals }) => `${holders} and ${proposals}`.padStart(16));
console.log(`${"holders and proposals".padEnd(22)}${heads.join("")}   each 4 times takes`);
for (const [index, [name]] of all[0]!.entries()) {
  const times: number[][] = SIZES.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [size, works] of all.entries()) {
      const start = performance.now();
      works[index]![1]();
      times[size]!.push(performance.now() - start);
    }
  }
  const taken = times.map(median);
  const ratios = taken.slice(1).map((each, size) => (each / taken[size]!).toFixed(1));
  const shown = taken.map((each) => each.toFixed(each < 10 ? 1 : 0).padStart(16));
  console.log(`${name.padEnd(22)}${shown.join("")}   ${ratios.join(" and ")} times`);
}
