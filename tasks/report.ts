import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { reportTask, type ReportTaskArguments } from "../src/plugin/report-task.js";

const action: NewTaskActionFunction<ReportTaskArguments> = async (taskArguments, hre) => {
  await reportTask(taskArguments, hre);
};

export default action;
