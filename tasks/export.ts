import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { exportTask, type ExportTaskArguments } from "../src/plugin/export-task.js";

const action: NewTaskActionFunction<ExportTaskArguments> = async (taskArguments, hre) => {
  await exportTask(taskArguments, hre);
};

export default action;
