import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { runInitTask } from "../src/plugin/init/init-task.js";
import { asTask } from "../src/plugin/task-errors.js";

const action: NewTaskActionFunction = async (_arguments, hre) => {
  await asTask(async () => await runInitTask(hre));
};

export default action;
