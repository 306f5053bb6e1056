import type { Comparison } from "../../engine/inspect/compare/comparison.js";
import { EXIT } from "../../output/terminal/exit-codes.js";
import { command } from "./command.js";
import { reading, pick } from "./flags.js";
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
  },
  conflicts: [["threats", "since", "show different things"]],
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
      "inspect --since yesterday.json --until today.json --fail-on-change",
      "show what changed between two outputs of --json, for a nightly job",
    ],
  ],
  remarks: 'Anything that could not be read is shown as "not read", with the reason.',
  exits: "0 done, 1 failed or changed (--fail-on-change), 2 wrong usage, 130 interrupted",
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
    const inputs = await readingInputs(options, context);
    const dao = await readDao(inputs);
    if (options.threats !== true) return dao;
    const { threatsTo } = await import("./simulating.js");
    return { ...dao, threats: await threatsTo(inputs, dao.inspection) };
  },
  show: (result) =>
    "comparison" in result
      ? {
          document: async () => {
            const { comparisonDocument } = await import("../../output/describe/comparison.js");
            return comparisonDocument(result.comparison, result.after, result.chain);
          },
          json: result.comparison,
        }
      : {
          document: async () => {
            const { inspectionDocument } = await import("../../output/describe/inspection.js");
            const shown = inspectionDocument(result.inspection, result.chain);
            if (!("threats" in result)) return shown;
            const { threatsBlock } = await import("../../output/describe/threats.js");
            const threats = threatsBlock(result.threats, result.inspection);
            return { ...shown, body: [...shown.body, threats] };
          },
          json:
            "threats" in result
              ? { ...result.inspection, threats: result.threats }
              : result.inspection,
        },
  exit: (result, { failOnChange = false }) =>
    failOnChange && "comparison" in result && !isUnchanged(result.comparison)
      ? EXIT.failed
      : EXIT.done,
});

/** Parts that were not read may have changed, unless nobody can read them. */
function isUnchanged({ differences, notCompared }: Comparison): boolean {
  return differences.length === 0 && notCompared.every(({ unknowable }) => unknowable === true);
}
