import { DEFAULTS } from "../src/run/defaults.js";
import { ARC_VERSION, AVATAR, BLOCK, FROM_BLOCK, OUTPUT, PARAMS, QUIET, text } from "./options.js";
import { task } from "./task.js";

/** The task `dao:report`. */
export const REPORT = task("dao:report", "Writes all that a network says of a DAO as one HTML page")
  .addPositionalArgument(AVATAR)
  .addOption({ ...OUTPUT, description: `The page (default: ${DEFAULTS.report})` })
  .addOption({ ...text, name: "result", description: "File that results are read from" })
  .addOption({ ...PARAMS, description: "Migration parameters to compare the DAO with" })
  .addOption({ ...ARC_VERSION, description: "Release of Arc, where the parameters name none" })
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
    description: "Pass every pending proposal on a fork, and tell what it does",
  })
  .addOption({
    ...text,
    name: "simulations",
    description: "File that dao:simulate --json printed, to tell it in place of simulating",
  })
  .addFlag({ name: "force", shortName: "f", description: "Replace any file, not only a report" })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .setAction(() => import("./report.js"))
  .build();
