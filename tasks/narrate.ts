import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { narrateTask, type NarrateTaskArguments } from "../src/plugin/narrate-task.js";

const action: NewTaskActionFunction<NarrateTaskArguments> = async (taskArguments, hre) => {
  await narrateTask(taskArguments, hre);
};

export default action;
