import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags, reading, pick } from "./flags.js";
import { planOutcome } from "./plan.js";
import type { PlanInputs } from "./planning.js";
import { parametersOf, readingInputs } from "./reading.js";
import { changing } from "./sending.js";

export const ci = command({
  name: "ci",
  summary: "Writes a report for a repository that holds a DAO's file: of an edit, or of drift.",
  positional: ["avatar"],
  flags: {
    ...reading,
    ...changing,
    since: adapted(flags.since, {
      about: "report what happened since the inspection in this file (output of --json of inspect)",
      value: "file",
    }),
    output: adapted(flags.output, {
      about: "with --since: file for the inspection that the next report starts from",
    }),
    ...pick("customAbis", "abis"),
  },
  examples: [
    [
      "ci 0x519b70055af55A007110B4Ff99b0eA33071c720a --params dao.json --provider https://node.example",
      "for a pull request: what the edited file changes, who can pass it, and what to look at",
    ],
    [
      "ci --params dao.json --since last.json --output next.json --provider https://node.example",
      "on a schedule: what happened since the last report, who did it, and what can be done",
    ],
  ],
  remarks:
    "The report is Markdown, for a comment. It needs no key and sends nothing; `dao-migrate propose --yes` does. " +
    "See docs/ci.md.",
  async run(options, context) {
    const { describedBy, planDao } = await import("./planning.js");
    const { hash } = await describedBy(options);
    const params = await parametersOf(options, context);
    const inputs = await readingInputs(options, context);
    const { since } = options;
    const wanted: PlanInputs = { ...inputs, params, hash };
    if (since === undefined) return { kind: "review" as const, change: await planDao(wanted) };
    const { watchDao } = await import("./watching.js");
    return await watchDao({ ...wanted, since });
  },
  show: (report) => ({
    document:
      report.kind === "drift" && report.isQuiet
        ? undefined
        : async () => {
            const { driftDocument, lostDocument, reportText, reviewDocument } =
              await import("../../output/describe/change-report.js");
            if (report.kind === "lost") return reportText(lostDocument(report.reason));
            return reportText(
              report.kind === "review" ? reviewDocument(report.change) : driftDocument(report),
            );
          },
    json: report,
    // What was not read now would be missed for ever if the next report began here.
    files: report.kind === "drift" && report.isWhole ? { output: () => report.after } : undefined,
  }),
  outcome(report) {
    if (report.kind === "review") return planOutcome(report.change);
    if (report.kind === "lost") return "differs";
    if (report.isQuiet) return "done";
    return report.isWhole ? "work" : "differs";
  },
  exits: {
    done: "nothing to report: the DAO matches the file, or with --since nothing happened",
    work: "a report to act on",
    differs: "the DAO differs and no vote changes that, or not all of it could be read",
  },
});
