import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags, reading, pick } from "./flags.js";
import { parametersOf, readingInputs } from "./reading.js";

export const check = command({
  name: "check",
  library: "checkDao",
  summary: "Compares a DAO on a chain with its parameters file, and shows the differences.",
  positional: ["avatar"],
  flags: {
    ...reading,
    section: adapted(flags.section, {
      about:
        "which DAO of the result file: dao or test (default: dao); test needs no parameters file",
    }),
    ...pick("params", "arcVersion", "customAbis", "silenced", "sarif"),
  },
  examples: [
    ["check --params my-dao.json", "check the DAO of ./migration.json, on localhost:8545"],
    ["check --section test", "check its demo test, which needs no parameters"],
    [
      "check 0x519b70055af55A007110B4Ff99b0eA33071c720a --params my-dao.json --provider https://node.example",
      "check any DAO, by its avatar",
    ],
    ["check --params my-dao.json --sarif check.sarif", "for CI: findings at the lines of the file"],
  ],
  remarks: "A rule that could not read everything does not pass.",
  async run(options, context) {
    const [
      { allSilences },
      { checkInspected },
      { readDao },
      { EXAMPLE_DAO, EXAMPLE_NOTE },
      errors,
    ] = await Promise.all([
      import("../../operations/check/report/silences.js"),
      import("../../operations/run/compared.js"),
      import("../../operations/run/find-dao.js"),
      import("../../foundation/params/which-parameters.js"),
      import("../../foundation/support/errors.js"),
    ]);
    const { config, progress } = context;
    const { avatar, section = avatar === undefined ? "dao" : undefined } = options;
    const isDemo = section === "test" && options.params === undefined;
    const params = isDemo ? undefined : await parametersOf(options, context);
    const silenced = await allSilences(config.silenced, options.silenced);
    if (params === EXAMPLE_DAO && avatar !== undefined) {
      throw new errors.UsageError(
        "No parameters were given to compare this DAO with. Pass its parameters file with --params; " +
          "`dao-migrate export` writes one for the DAO as it is.",
      );
    }
    if (params === EXAMPLE_DAO) progress.note(EXAMPLE_NOTE);
    const inputs = { ...(await readingInputs(options, context)), section };
    return await checkInspected({ ...inputs, params, silenced }, await readDao(inputs));
  },
  show: (report, _options, { projectRoot }) => ({
    document: async () => (await import("../../output/describe/check.js")).checkDocument(report),
    json: report,
    files: {
      sarif: async () => {
        const [{ sarifOf }, { packageVersion }] = await Promise.all([
          import("../../operations/check/report/sarif.js"),
          import("../../foundation/support/package.js"),
        ]);
        return sarifOf(report, { version: packageVersion(), root: projectRoot });
      },
    },
  }),
  outcome: ({ passed }) => (passed ? "done" : "failed"),
  exits: { done: "the DAO matches the file", failed: "it differs or could not be checked" },
});
