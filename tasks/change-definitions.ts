import {
  ALLOW_UNREHEARSED,
  ARC_VERSION,
  AVATAR,
  BLOCK,
  CHAIN_ID,
  CONFIRMATIONS,
  DISABLE_CONFS,
  DRY_RUN,
  FROM_BLOCK,
  GAS_PRICE,
  KEYSTORE,
  MAX_GAS_PRICE,
  MNEMONIC,
  OUTPUT,
  OUTPUT_READ,
  PARAMS,
  PASSWORD_FILE,
  PRIVATE,
  PRIVATE_KEY,
  QUIET,
  RESTART,
  SECTION,
  text,
  TRUST_BASE,
} from "./options.js";
import { task } from "./task.js";

const DESCRIPTION = {
  ...text,
  name: "description",
  description: "File with the text of the proposals; they contain its IPFS hash",
} as const;

const NEW_CONTROLLER = {
  name: "newController",
  description: "Also a controller of the file's release, if the DAO has another one",
} as const;

/** `dao:plan`. */
export const PLAN = task(
  "dao:plan",
  "List the proposals that change a DAO on a network to match a parameters file",
)
  .addPositionalArgument(AVATAR)
  .addOption({ ...PARAMS, description: "Parameters the DAO should have" })
  .addOption({ ...ARC_VERSION, description: "Arc release, if the parameters do not set it" })
  .addOption(SECTION)
  .addOption(OUTPUT_READ)
  .addOption({ ...BLOCK, description: "Plan from this block on" })
  .addOption(FROM_BLOCK)
  .addFlag({
    name: "force",
    shortName: "f",
    description: "Plan even if the DAO could not register schemes afterwards",
  })
  .addFlag(NEW_CONTROLLER)
  .addFlag({ ...QUIET, description: "Show no progress" })
  .addOption(DESCRIPTION)
  .addFlag({ name: "markdown", description: "Print the text and plan for a forum" })
  .addFlag({ name: "json", description: "Print the plan as JSON" })
  .setAction(() => import("./plan.js"))
  .build();

/** `dao:propose`. */
export const PROPOSE = task(
  "dao:propose",
  "Deploy contracts and make proposals that change a DAO on a network to match a parameters file",
)
  .addPositionalArgument(AVATAR)
  .addOption({ ...PARAMS, description: "Parameters the DAO should have" })
  .addOption({ ...ARC_VERSION, description: "Arc release, if the parameters do not set it" })
  .addOption(SECTION)
  .addOption(OUTPUT)
  .addOption(GAS_PRICE)
  .addOption(MAX_GAS_PRICE)
  .addOption(PRIVATE_KEY)
  .addOption(MNEMONIC)
  .addOption(KEYSTORE)
  .addOption(PASSWORD_FILE)
  .addOption(CHAIN_ID)
  .addOption(CONFIRMATIONS)
  .addOption(DESCRIPTION)
  .addOption({
    ...text,
    name: "calldata",
    description: "Write the transactions into this file instead of sending them",
  })
  .addOption({
    ...text,
    name: "safe",
    description: "Write them into this file for Safe's Transaction Builder",
  })
  .addFlag({ name: "again", description: "Repeat proposals that were rejected or expired" })
  .addFlag({ name: "deployOnly", description: "Deploy and set parameters, but propose nothing" })
  .addFlag({
    name: "force",
    shortName: "f",
    description: "Propose even if the DAO could not register schemes afterwards",
  })
  .addFlag(NEW_CONTROLLER)
  .addFlag(PRIVATE)
  .addFlag(QUIET)
  .addFlag(RESTART)
  .addFlag(DISABLE_CONFS)
  .addFlag(DRY_RUN)
  .addFlag(ALLOW_UNREHEARSED)
  .addFlag(TRUST_BASE)
  .setAction(() => import("./propose.js"))
  .build();
