import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { NewTaskActionFunction } from "hardhat/types/tasks";

import type { Command } from "../commands/command.js";
import { commonEnvironment } from "../commands/environment.js";
import { renamed } from "../commands/options.js";
import { commandsAt } from "../commands/table.js";
import { perform } from "../commands/perform.js";
import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { asTask } from "./task-errors.js";

type TaskArguments = Readonly<Record<string, string | boolean | undefined>>;

/** The action of a command's task. */
export function actionOf(command: Command): NewTaskActionFunction<TaskArguments> {
  return async (taskArguments, hre) =>
    await asTask(async () => await runTask(command, taskArguments, hre));
}

async function runTask(
  command: Command,
  taskArguments: TaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const { config, network } = hre;
  const { dao, paths } = config;
  const given = renamed(taskArguments, command.flags, "task");
  let connection: NetworkConnection | undefined;
  try {
    const code = await perform(command, given, {
      door: "task",
      hre,
      projectRoot: paths.root,
      config: {
        ...dao,
        silenced: dao.check.silenced,
      },
      environment: commonEnvironment(process.env),
      progress: progressOn(process.stderr, given.quiet === true),
      commands: commandsAt("task"),
      async connect() {
        connection ??= await network.create();
        const inProcess = connection.networkConfig.type !== "http";
        return { provider: connection.provider, inProcess, connection };
      },
    });
    if (code !== EXIT.done) process.exitCode = code;
  } finally {
    await connection?.close();
  }
}
