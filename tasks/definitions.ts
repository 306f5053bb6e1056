import type { TaskDefinition } from "hardhat/types/tasks";

import { commandsAt } from "../src/commands/table.js";
import { taskOf } from "./from-table.js";
import {
  ARC_VERSION,
  GAS_PRICE,
  MAX_GAS_PRICE,
  OUTPUT,
  PARAMS,
  PRIVATE_KEY,
  MNEMONIC,
  QUIET,
  FORCE,
  RESTART,
  DISABLE_CONFS,
  DRY_RUN,
  ALLOW_UNREHEARSED,
  TRUST_BASE,
  CONFIRMATIONS,
  NO_CHECK,
  PRIVATE,
  KEYSTORE,
  PASSWORD_FILE,
  CHAIN_ID,
  STAKING_TOKEN,
  REGISTRY_OWNER,
} from "./options.js";
import { PLAN, PROPOSE } from "./change-definitions.js";
import { task } from "./task.js";

/** Options of all migration tasks, with the names of the command's flags. */
function migrationTask(id: string, description: string) {
  return task(id, description)
    .addOption(ARC_VERSION)
    .addOption(GAS_PRICE)
    .addOption(MAX_GAS_PRICE)
    .addOption(OUTPUT)
    .addOption(PRIVATE_KEY)
    .addOption(MNEMONIC)
    .addOption(KEYSTORE)
    .addOption(PASSWORD_FILE)
    .addOption(CHAIN_ID)
    .addOption(STAKING_TOKEN)
    .addOption(REGISTRY_OWNER)
    .addFlag(PRIVATE)
    .addFlag(QUIET)
    .addFlag(FORCE)
    .addFlag(RESTART)
    .addFlag(DISABLE_CONFS)
    .addFlag(DRY_RUN)
    .addFlag(ALLOW_UNREHEARSED)
    .addFlag(TRUST_BASE)
    .addFlag(NO_CHECK)
    .addOption(CONFIRMATIONS);
}

/** The plugin's tasks: only descriptions. Their actions are loaded when they run. */
export const tasks: TaskDefinition[] = [
  migrationTask("dao:migrate-base", "Deploy Arc's universal contracts")
    .setAction(() => import("./migrate-base.js"))
    .build(),
  migrationTask("dao:migrate-dao", "Create the DAO of a parameters file, on an existing base")
    .addOption(PARAMS)
    .setAction(() => import("./migrate-dao.js"))
    .build(),
  migrationTask(
    "dao:migrate",
    "Deploy Arc's universal contracts and create the DAO of a parameters file",
  )
    .addOption(PARAMS)
    .setAction(() => import("./migrate.js"))
    .build(),
  migrationTask("dao:demo", "Create a test DAO with live proposals, on an existing base")
    .setAction(() => import("./demo.js"))
    .build(),
  ...commandsAt("task").map(taskOf),
  PLAN,
  PROPOSE,
];
