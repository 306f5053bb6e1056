import { HardhatPluginError } from "hardhat/plugins";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection, NetworkConnectionParams } from "hardhat/types/network";
import type { NewTaskActionFunction } from "hardhat/types/tasks";

import type { Command } from "../commands/command.js";
import { renamed } from "../commands/completed-options.js";
import { commandsAt } from "../commands/table.js";
import { perform } from "../commands/perform.js";
import { setHardhatProject } from "../../operations/connection/defaults.js";
import { isInProcess } from "../../engine/execution/deployers/simulated-network.js";
import { printable } from "../../foundation/support/printable.js";
import { errorText } from "../../output/terminal/error-text.js";
import { EXIT, exitCodeOf } from "../../output/terminal/exit-codes.js";
import { surviveClosedOutput } from "../../output/terminal/output.js";
import { progressOn } from "../../output/terminal/progress.js";
import { VoiceError } from "../../voice/errors.js";

type TaskArguments = Readonly<Record<string, string | boolean | undefined>>;

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
  setHardhatProject(paths.root, {
    artifacts: paths.artifacts,
    // As Hardhat's own task `run` does.
    compile: async () => {
      const noTests = config.solidity.splitTestsCompilation;
      await hre.tasks.getTask("build").run({ quiet: true, noTests });
    },
  });
  const given = renamed(taskArguments, command.flags, "task");
  let connection: NetworkConnection | undefined;
  try {
    const code = await perform(command, given, {
      door: "task",
      hre,
      projectRoot: paths.root,
      config: { ...dao, silenced: dao.check.silenced },
      environment: {},
      progress: progressOn(process.stderr, given.quiet === true),
      commands: commandsAt("task"),
      async connect({ signs = false }) {
        connection ??= await network.create(signs ? undefined : withoutKeys(hre));
        const { provider, networkConfig } = connection;
        return { provider, inProcess: isInProcess(networkConfig), connection };
      },
    });
    if (code !== EXIT.done) process.exitCode = code;
  } finally {
    await connection?.close();
  }
}

/**
 * Leaves out the accounts of a network. Hardhat takes their keys when it connects, from configuration variables or a
 * keystore with a password, which nobody who only reads should have to have.
 */
function withoutKeys({
  config,
  globalOptions,
}: HardhatRuntimeEnvironment): NetworkConnectionParams | undefined {
  const chosen = config.networks[globalOptions.network ?? "default"];
  const hasKeys = chosen?.type === "http" && chosen.accounts !== "remote";
  return hasKeys ? { override: { accounts: "remote" } } : undefined;
}

/**
 * Runs a task. Converts errors to the plugin's, which Hardhat prints without a stack trace, and sets the exit code that
 * the command has for them.
 */
async function asTask(run: () => Promise<void>): Promise<void> {
  surviveClosedOutput();
  endWith(undefined);
  try {
    await run();
  } catch (error) {
    // Hardhat prints its own.
    if (!(error instanceof Error) || /^Hardhat(Plugin)?Error$/.test(error.name)) throw error;
    endWith(exitCodeOf(error) ?? EXIT.failed);
    const message = error instanceof VoiceError ? error.message : errorText(error).message;
    throw new HardhatPluginError("hardhat-dao-migration", printable(message), error);
  }
}

/** The exit code of the last task, if it failed. */
let exitCode: number | undefined;

/** Hardhat exits with 1 for every error, and sets that after the task, so this sets it later. */
function endWith(code: number | undefined): void {
  exitCode = code;
  if (!process.listeners("exit").includes(setExitCode)) process.on("exit", setExitCode);
}

function setExitCode(): void {
  if (exitCode !== undefined && process.exitCode === EXIT.failed) process.exitCode = exitCode;
}
