import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { openArcRelease } from "../src/arc/open-release.js";
import { asTask } from "../src/plugin/task-errors.js";
import { contractsText } from "../src/terminal/contracts-text.js";
import { print, printError } from "../src/terminal/output.js";

interface ContractsTaskArguments {
  readonly arcVersion: string | undefined;
  readonly abi: string | undefined;
}

const action: NewTaskActionFunction<ContractsTaskArguments> = async (
  { arcVersion, abi },
  { config },
) => {
  await asTask(async () => {
    const release = await openArcRelease(arcVersion ?? config.dao.arcVersion, {
      projectRoot: config.paths.root,
      onFetch: printError,
    });
    print(contractsText(release, abi));
  });
};

export default action;
