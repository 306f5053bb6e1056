import { command } from "./command.js";
import { adapted } from "./flag.js";
import { connecting, flags, pick } from "./flags.js";
import { readingInputs } from "./reading.js";

export const verify = command({
  name: "verify",
  library: "verifySources",
  summary: "Compiles published sources and compares them with the code of contracts on a chain.",
  positional: ["address"],
  flags: {
    ...connecting,
    ...pick("address", "result"),
    block: adapted(flags.block, { about: "compare the code at this block (default: the latest)" }),
    blockHash: flags.blockHash,
    arcVersion: adapted(flags.arcVersion, {
      about: "Arc release of the contracts (default: from the result file, otherwise the latest)",
      configured: undefined,
    }),
    ...pick("contract", "out"),
    cacheDir: adapted(flags.cacheDir, {
      about:
        "folder for fetched releases, sources and compilers (default: the user's cache folder)",
    }),
    offline: flags.offline,
  },
  examples: [
    ["verify", "verify every contract in ./migration.json, on localhost:8545"],
    [
      "verify 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example",
      "verify the contracts of a DAO, by its avatar",
    ],
    [
      "verify 0x519b70055af55A007110B4Ff99b0eA33071c720a --contract Avatar --arc-version rc.40",
      "verify one contract",
    ],
  ],
  async run(options, context) {
    const { verifyInputs } = await import("../../operations/verify/verify-sources.js");
    const note = (message: string): void => {
      context.progress.note(message);
      context.progress.status(message);
    };
    const inputs = await readingInputs(options, context);
    return await verifyInputs({ ...inputs, onNote: note, onFetch: note });
  },
  show: (found) => ({
    document: async () =>
      (await import("../../output/describe/verification.js")).verificationDocument(found),
    json: async () =>
      (await import("../../output/describe/verification.js")).verificationJson(found),
  }),
  outcome: ({ verified }) => (verified ? "done" : "failed"),
  exits: { done: "everything is verified", failed: "something is not" },
});
