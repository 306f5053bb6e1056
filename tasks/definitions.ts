import type { TaskDefinition } from "hardhat/types/tasks";

import {
  camelCase,
  CHAIN_OPTIONS,
  type ChainOption,
} from "../src/test-chain/command/chain-options.js";
import { COMMANDS } from "../src/commands/table.js";
import { taskOf } from "./from-table.js";
import {
  text,
  ARC_VERSION,
  GAS_PRICE,
  MAX_GAS_PRICE,
  OUTPUT,
  OUTPUT_READ,
  PARAMS,
  PRIVATE_KEY,
  MNEMONIC,
  OUT_DIR,
  OUT_FILE,
  CONTRACTS,
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
import { ARGUMENT, task } from "./task.js";

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

/** The test chain's task has the same options as its command. */
function nodeTask() {
  let node = task("dao:node", "Serve a chain with Arc's base contracts, a DAO and a demo test");
  for (const { name, value, description } of CHAIN_OPTIONS as readonly ChainOption[]) {
    const option = { name: camelCase(name), description };
    node = value === undefined ? node.addFlag(option) : node.addOption({ ...text, ...option });
  }
  return node.setAction(() => import("./node.js"));
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
  nodeTask().build(),
  task("dao:typechain", "Write TypeChain bindings of an Arc release")
    .addOption(ARC_VERSION)
    .addOption(OUT_DIR)
    .addOption(CONTRACTS)
    .setAction(() => import("./typechain.js"))
    .build(),
  task("dao:abis", "Write the ABIs of an Arc release as TypeScript constants, for viem and wagmi")
    .addOption(ARC_VERSION)
    .addOption(OUT_FILE)
    .addOption(CONTRACTS)
    .setAction(() => import("./abis.js"))
    .build(),
  task("dao:init", "Write what the project needs to test its DAO: parameters and a first test")
    .setAction(() => import("./init.js"))
    .build(),
  task("dao:artifacts", "Write the build file of each contract of an Arc release")
    .addOption(ARC_VERSION)
    .addOption({
      name: "outDir",
      description: "Folder for the files, one <Name>.json per contract",
      defaultValue: "arc-artifacts",
    })
    .setAction(() => import("./artifacts.js"))
    .build(),
  task("dao:contracts", "List the contracts of an Arc release, or print the ABI of one")
    .addOption(ARC_VERSION)
    .addOption({ ...text, name: "abi", description: "Print the ABI of this contract, as JSON" })
    .setAction(() => import("./contracts.js"))
    .build(),
  task("dao:narrate", "Write the story of a migrated DAO as a script, and speak it")
    .addOption(OUTPUT_READ)
    .addOption({ ...text, name: "section", description: "Which DAO to tell about: dao or test" })
    .addOption({
      name: "folder",
      description: "Folder for the script and audio",
      defaultValue: "narration",
    })
    .addOption({
      ...text,
      name: "script",
      description: "Your own script, to speak instead",
    })
    .addOption({
      name: "voice",
      type: ARGUMENT.int,
      defaultValue: -1,
      description: "Id of the voice to speak with; without it, only the script is written",
    })
    .addFlag({ name: "join", description: "Also write all segments into one file" })
    .addFlag({ name: "listVoices", description: "List the available voices" })
    .setAction(() => import("./narrate.js"))
    .build(),
  ...COMMANDS.map(taskOf),
  PLAN,
  PROPOSE,
];
