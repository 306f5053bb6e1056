import { isWhole, type Comparison } from "../../engine/inspect/compare/comparison.js";
import { command } from "./command.js";
import { executedText, expectedHash, otherEffects } from "./effect-hashes.js";
import { flags, pick, reading } from "./flags.js";
import { readingInputs } from "./reading.js";

export const inspect = command({
  name: "inspect",
  library: "inspectDao",
  summary:
    "Reads a DAO from a chain: its holders, schemes, permissions, vote parameters and proposals.",
  positional: ["avatar"],
  flags: {
    ...reading,
    ...pick("customAbis", "abis", "token", "since", "until", "failOnChange", "threats"),
    executed: flags.executed,
    expectHash: {
      ...flags.expectHash,
      about: "with --executed: fail unless what it did has this hash (output of simulate --hash)",
      doors: flags.executed.doors,
    },
  },
  conflicts: [
    ["threats", "since", "show different things"],
    ["executed", "since", "show different things"],
    ["executed", "threats", "show different things"],
  ],
  examples: [
    ["inspect", "inspect the DAO of ./migration.json, on localhost:8545"],
    ["inspect --section test", "inspect its demo test"],
    [
      "inspect 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example --json",
      "inspect any DAO, by its avatar, as JSON",
    ],
    ["inspect --since 12000000", "show what changed since that block"],
    ["inspect --threats", "also show who could take what it owns, and at which price"],
    [
      "inspect --executed 0x2567abe8 --expect-hash effects-2:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      "find out whether a proposal did what a simulation had claimed",
    ],
    [
      "inspect --since yesterday.json --until today.json --fail-on-change",
      "show what changed between two outputs of --json, for a nightly job",
    ],
  ],
  remarks: 'Anything that could not be read is shown as "not read", with the reason.',
  async run(options, context) {
    const { since, until } = options;
    if (since !== undefined) {
      const { compareDao } = await import("./comparing.js");
      return await compareDao({ ...(await readingInputs(options, context)), since });
    }
    const [{ readDao }, { UsageError }] = await Promise.all([
      import("../../operations/run/find-dao.js"),
      import("../../foundation/support/errors.js"),
    ]);
    if (until !== undefined || options.failOnChange === true) {
      const option = until === undefined ? "--fail-on-change" : "--until";
      throw new UsageError(`${option} needs --since, which says what to compare with.`);
    }
    const { executed, expectHash } = options;
    if (expectHash !== undefined && executed === undefined) {
      throw new UsageError("--expect-hash needs --executed, which names the proposal.");
    }
    const expected = await expectedHash(expectHash);
    const inputs = await readingInputs(options, context);
    const dao = await readDao(inputs);
    if (executed !== undefined) {
      const { executedEffects } =
        await import("../../operations/simulate/report/executed-effects.js");
      const { provider } = inputs;
      const effects = await executedEffects(provider, dao.inspection, executed, inputs);
      return { ...dao, executed: effects, other: otherEffects(expected, effects.effectHash.hash) };
    }
    if (options.threats !== true) return dao;
    const { threatsTo } = await import("./simulating.js");
    return { ...dao, threats: await threatsTo(inputs, dao.inspection) };
  },
  show(result) {
    if ("executed" in result) {
      const { executed, other } = result;
      const note = other === undefined ? undefined : () => other;
      return { document: () => executedText(executed), json: executed, note };
    }
    if ("comparison" in result) {
      const document = async () => {
        const { comparisonDocument } = await import("../../output/describe/comparison.js");
        return comparisonDocument(result.comparison, result.after, result.chain);
      };
      return { document, json: result.comparison };
    }
    const threats = "threats" in result ? result.threats : undefined;
    const document = async () => {
      const { inspectionDocument } = await import("../../output/describe/inspection.js");
      const shown = inspectionDocument(result.inspection, result.chain);
      if (threats === undefined) return shown;
      const { threatsBlock } = await import("../../output/describe/threats.js");
      return { ...shown, body: [...shown.body, threatsBlock(threats, result.inspection)] };
    };
    return { document, json: { ...result.inspection, threats } };
  },
  outcome: (result, { failOnChange = false }) =>
    ("executed" in result && result.other !== undefined) ||
    (failOnChange && "comparison" in result && !isUnchanged(result.comparison))
      ? "failed"
      : "done",
  exits: {
    failed: "failed or changed (--fail-on-change), or it did something else (--expect-hash)",
  },
});

function isUnchanged(comparison: Comparison): boolean {
  return comparison.differences.length === 0 && isWhole(comparison);
}
