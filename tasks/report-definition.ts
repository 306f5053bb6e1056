import { DEFAULTS } from "../src/run/defaults.js";
import { ARC_VERSION, AVATAR, BLOCK, FROM_BLOCK, OUTPUT, PARAMS, QUIET, text } from "./options.js";
import { task } from "./task.js";

/** The task `dao:report`. */
export const REPORT = task(
  "dao:report",
  "Write everything a network says about a DAO as one HTML page",
)
  .addPositionalArgument(AVATAR)
  .addOption({ ...OUTPUT, description: `HTML file to write (default: ${DEFAULTS.report})` })
  .addOption({ ...text, name: "result", description: "Result file to read" })
  .addOption({ ...PARAMS, description: "Migration parameters to compare the DAO with" })
  .addOption({ ...ARC_VERSION, description: "Arc release, if the parameters do not set it" })
  .addOption({ ...text, name: "silenced", description: "JSON list of findings to silence" })
  .addOption(BLOCK)
  .addOption(FROM_BLOCK)
  .addOption({
    ...text,
    name: "section",
    description: "Which DAO of the result file: dao or test",
  })
  .addFlag({
    name: "simulate",
    description: "Pass every pending proposal on a fork, and show what it does",
  })
  .addOption({
    ...text,
    name: "simulations",
    description: "Output file of dao:simulate --json, to show instead of simulating",
  })
  .addFlag({ name: "force", shortName: "f", description: "Replace any file, not only a report" })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .setAction(() => import("./report.js"))
  .build();
