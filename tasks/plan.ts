import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { planTask, type PlanTaskArguments } from "../src/plugin/plan-task.js";

const action: NewTaskActionFunction<PlanTaskArguments> = async (taskArguments, hre) => {
  await planTask(taskArguments, hre);
};

export default action;
