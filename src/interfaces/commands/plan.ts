import type { DaoChange } from "../../operations/change/change.js";
import type { Outcome } from "../../output/terminal/exit-codes.js";
import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags, reading, pick } from "./flags.js";
import { parametersOf, readingInputs } from "./reading.js";
import { changing } from "./sending.js";

export const plan = command({
  name: "plan",
  library: "planChange",
  summary: "Lists the proposals that change a DAO to match a parameters file, tried on a fork.",
  positional: ["avatar"],
  flags: {
    ...reading,
    ...changing,
    block: adapted(flags.block, { about: "plan from this block on (default: the latest)" }),
    ...pick("customAbis", "markdown", "abis"),
  },
  examples: [
    ["plan --params new.json", "plan for the DAO of ./migration.json, on localhost:8545"],
    [
      "plan 0x519b70055af55A007110B4Ff99b0eA33071c720a --params new.json --provider https://node.example",
      "plan for any DAO, by its avatar",
    ],
  ],
  remarks:
    "The description's hash is computed locally; upload the file to IPFS yourself. Nothing is sent.",
  async run(options, context) {
    const { planDao, describedBy } = await import("./planning.js");
    const { hash, text } = await describedBy(options);
    const params = await parametersOf(options, context);
    const inputs = await readingInputs(options, context);
    return { change: await planDao({ ...inputs, params, hash }), text };
  },
  show: ({ change, text }) => ({
    async document(asMarkdown) {
      if (!asMarkdown)
        return (await import("../../output/describe/change.js")).changeDocument(change);
      const { reportText, reviewDocument } = await import("../../output/describe/change-report.js");
      // The authors' text is Markdown already.
      const own = text === undefined ? "" : `${text.trim()}\n\n`;
      return own + reportText(reviewDocument(change));
    },
    json: change,
  }),
  outcome: ({ change }) => planOutcome(change),
  exits: {
    done: "the DAO matches the file",
    work: "there is something to do",
    differs: "nothing to do that would make it match",
  },
});

export function planOutcome({ matches, transactions, proposals }: DaoChange): Outcome {
  if (matches === "yes") return "done";
  const isWork = transactions.length > 0 || proposals.some(({ status }) => status !== "failed");
  return isWork ? "work" : "differs";
}
