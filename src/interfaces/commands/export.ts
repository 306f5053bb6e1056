import { shownPath } from "../../foundation/support/shown-path.js";
import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags, reading, pick } from "./flags.js";
import { readingInputs } from "./reading.js";

export const exportCommand = command({
  name: "export",
  library: "exportDao",
  summary: "Writes the parameters file of an existing DAO.",
  positional: ["avatar"],
  flags: {
    ...reading,
    output: adapted(flags.output, {
      about: "parameters file to write (default: standard output)",
      replaces: "nothing",
    }),
    ...pick("overwrite", "now", "customAbis"),
    json: adapted(flags.json, {
      about: "print the file, its release and what is missing as JSON",
    }),
  },
  examples: [
    [
      "export --output my-dao.json",
      "export the DAO of ./migration.json, on localhost:8545, to a new file",
    ],
    [
      "export 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example > my-dao.json",
      "export any DAO, by its avatar; what the file cannot contain is listed on standard error",
    ],
    ["export --now --output my-dao.json", "use today's holders as founders"],
  ],
  async run(options, context) {
    const { exportDao } = await import("./exporting.js");
    return await exportDao(await readingInputs(options, context));
  },
  show(report, { output }) {
    const file = async () => {
      const { fileText } = await import("../../operations/export/file-text.js");
      return fileText(report.parameters);
    };
    return {
      document: output === undefined ? async () => (await file()).trimEnd() : undefined,
      json: report,
      summary: output === undefined ? undefined : () => `Wrote ${shownPath(output)}.`,
      note: async () => (await import("../../output/describe/export.js")).exportDocument(report),
      files: { output: file },
    };
  },
  outcome: ({ complete }) => (complete ? "done" : "failed"),
  exits: {
    done: "the file recreates the DAO",
    failed: "the file is missing part of the DAO (it says what) or the command failed",
  },
});
