import { task } from "hardhat/config";

import { BLOCK, FROM_BLOCK, OUTPUT_READ, QUIET, text } from "./options.js";

/** `dao:simulate`. */
export const SIMULATE = task(
  "dao:simulate",
  "Tells what a proposal would do, on a fork of the network",
)
  .addPositionalArgument({
    ...text,
    name: "proposal",
    description: "Id of the proposal, or its beginning; by default all that are pending",
  })
  .addOption({ ...text, name: "avatar", description: "Address of the DAO's avatar" })
  .addOption({
    ...text,
    name: "section",
    description: "Which DAO of the result file: dao or test",
  })
  .addOption(OUTPUT_READ)
  .addOption({ ...BLOCK, description: "Fork at this block" })
  .addOption(FROM_BLOCK)
  .addFlag({ name: "failOnWarning", description: "Fail where there is a warning, too" })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .addFlag({ name: "json", description: "Print what came out as JSON" })
  .setAction(() => import("./simulate.js"))
  .build();
