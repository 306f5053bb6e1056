import type { TaskDefinition } from "hardhat/types/tasks";

import { camelCase } from "../src/commands/flag.js";
import { commandsAt } from "../src/commands/table.js";
import { CHAIN_OPTIONS, type ChainOption } from "../src/test-chain/command/chain-options.js";
import { tasksOf } from "./from-table.js";
import { task, TEXT } from "./task.js";

/** The test chain's task has the same options as its command. */
function nodeTask() {
  let node = task("dao:node", "Serve a chain with Arc's base contracts, a DAO and a demo test");
  for (const { name, value, description } of CHAIN_OPTIONS as readonly ChainOption[]) {
    const option = { name: camelCase(name), description };
    node = value === undefined ? node.addFlag(option) : node.addOption({ ...TEXT, ...option });
  }
  return node.setAction(() => import("./node.js"));
}

/** The plugin's tasks: only descriptions. Their actions are loaded when they run. */
export const tasks: TaskDefinition[] = [
  ...commandsAt("task").flatMap(tasksOf),
  nodeTask().build(),
];
