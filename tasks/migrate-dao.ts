import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { migrateTask, type MigrateTaskArguments } from "../src/plugin/migrate-task.js";

const action: NewTaskActionFunction<MigrateTaskArguments> = async (taskArguments, hre) => {
  await migrateTask(["dao"], taskArguments, hre);
};

export default action;
