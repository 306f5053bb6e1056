import { task } from "hardhat/config";

import { AVATAR, BLOCK, FROM_BLOCK, QUIET, text } from "./options.js";

/** The task dao:export; its options carry the names of the command's flags. */
export const EXPORT = task("dao:export", "Writes the parameters file of a DAO on a network")
  .addPositionalArgument(AVATAR)
  .addOption({
    ...text,
    name: "output",
    shortName: "o",
    description: "Parameters file to write; by default it is printed",
  })
  .addFlag({ name: "force", shortName: "f", description: "Replace a file that is there" })
  .addFlag({ name: "now", description: "Today's holders as founders" })
  .addOption(BLOCK)
  .addOption(FROM_BLOCK)
  .addOption({ ...text, name: "section", description: "Which DAO of the result file: dao or test" })
  .addOption({ ...text, name: "result", description: "Result file that says what there is" })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .addFlag({ name: "json", description: "Print file, release, and what is missing as JSON" })
  .setAction(() => import("./export.js"))
  .build();
