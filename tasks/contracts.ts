import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { asTask } from "../src/plugin/task-errors.js";
import { openTaskRelease } from "../src/plugin/task-release.js";
import { contractsText } from "../src/terminal/contracts-text.js";
import { print } from "../src/terminal/output.js";

interface ContractsTaskArguments {
  readonly arcVersion: string | undefined;
  readonly abi: string | undefined;
}

const action: NewTaskActionFunction<ContractsTaskArguments> = async (
  { arcVersion, abi },
  { config },
) => {
  await asTask(async () => {
    const release = await openTaskRelease(arcVersion, config);
    print(contractsText(release, abi));
  });
};

export default action;
