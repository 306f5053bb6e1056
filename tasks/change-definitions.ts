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
  description: "File with the text of the proposals, of which they keep the IPFS hash",
} as const;

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
  .addOption(DESCRIPTION)
  .addFlag({ name: "markdown", description: "Print text and plan for a forum" })
  .addFlag({ name: "json", description: "Print the plan as JSON" })
  .setAction(() => import("./plan.js"))
  .build();

/** `dao:propose`. */
export const PROPOSE = task(
  "dao:propose",
  "Deploys and proposes what makes a DAO on a network what a parameters file says",
)
  .addPositionalArgument(AVATAR)
  .addOption({ ...PARAMS, description: "What the DAO is to be" })
  .addOption({ ...ARC_VERSION, description: "Release of Arc, where the parameters name none" })
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
    description: "Write them into this file for Safe's transaction builder",
  })
  .addFlag({ name: "again", description: "Propose again what was rejected or expired" })
  .addFlag({ name: "deployOnly", description: "Deploy and set parameters, and propose nothing" })
  .addFlag({
    name: "force",
    shortName: "f",
    description: "Propose even what leaves nothing that could register schemes",
  })
  .addFlag(PRIVATE)
  .addFlag(QUIET)
  .addFlag(RESTART)
  .addFlag(DISABLE_CONFS)
  .addFlag(DRY_RUN)
  .addFlag(ALLOW_UNREHEARSED)
  .addFlag(TRUST_BASE)
  .setAction(() => import("./propose.js"))
  .build();
