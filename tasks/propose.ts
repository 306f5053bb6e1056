import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { proposeTask, type ProposeTaskArguments } from "../src/plugin/propose-task.js";

const action: NewTaskActionFunction<ProposeTaskArguments> = async (taskArguments, hre) => {
  await proposeTask(taskArguments, hre);
};

export default action;
