import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { migrateTask } from "../src/plugin/migrate-task.js";
import type { MigrateTaskArguments } from "../src/plugin/task-options.js";

const action: NewTaskActionFunction<MigrateTaskArguments> = async (taskArguments, hre) => {
  await migrateTask(["base", "dao"], taskArguments, hre);
};

export default action;
