import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { checkTask, type CheckTaskArguments } from "../src/plugin/check-task.js";

const action: NewTaskActionFunction<CheckTaskArguments> = async (taskArguments, hre) => {
  await checkTask(taskArguments, hre);
};

export default action;
