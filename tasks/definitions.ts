import type { TaskDefinition } from "hardhat/types/tasks";

import { commandsAt } from "../src/commands/table.js";
import { tasksOf } from "./from-table.js";

/** The plugin's tasks: only descriptions. Their actions are loaded when they run. */
export const tasks: TaskDefinition[] = commandsAt("task").flatMap(tasksOf);
