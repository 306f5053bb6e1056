import {
  ARC_VERSION,
  AVATAR,
  BLOCK,
  FROM_BLOCK,
  OUTPUT_READ,
  PARAMS,
  QUIET,
  SECTION,
} from "./options.js";
import { task } from "./task.js";

/** `dao:plan`. */
export const PLAN = task(
  "dao:plan",
  "Tells which proposals make a DAO on a network what a parameters file says",
)
  .addPositionalArgument(AVATAR)
  .addOption({ ...PARAMS, description: "What the DAO is to be" })
  .addOption({ ...ARC_VERSION, description: "Release of Arc, where the parameters name none" })
  .addOption(SECTION)
  .addOption(OUTPUT_READ)
  .addOption({ ...BLOCK, description: "Plan from this block on" })
  .addOption(FROM_BLOCK)
  .addFlag({
    name: "force",
    shortName: "f",
    description: "Plan even what leaves nothing that could register schemes",
  })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .addFlag({ name: "json", description: "Print the plan as JSON" })
  .setAction(() => import("./plan.js"))
  .build();
