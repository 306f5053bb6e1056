import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { inspectTask, type InspectTaskArguments } from "../src/plugin/inspect-task.js";

const action: NewTaskActionFunction<InspectTaskArguments> = async (taskArguments, hre) => {
  await inspectTask(taskArguments, hre);
};

export default action;
