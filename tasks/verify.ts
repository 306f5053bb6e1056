import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { verifyTask, type VerifyTaskArguments } from "../src/plugin/verify-task.js";

const action: NewTaskActionFunction<VerifyTaskArguments> = async (taskArguments, hre) => {
  await verifyTask(taskArguments, hre);
};

export default action;
