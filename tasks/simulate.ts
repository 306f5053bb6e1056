import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { simulateTask, type SimulateTaskArguments } from "../src/plugin/simulate-task.js";

const action: NewTaskActionFunction<SimulateTaskArguments> = async (taskArguments, hre) => {
  await simulateTask(taskArguments, hre);
};

export default action;
