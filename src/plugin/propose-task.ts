import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { MigrationError } from "../support/errors.js";
import { KEY_FLAG_WARNING, openAccount } from "../terminal/account.js";
import { questions, requireAnswers, willAsk } from "../terminal/answers.js";
import { interruptible } from "../terminal/interruption.js";
import { progressOn } from "../terminal/progress.js";
import {
  proposeAndPrint,
  sendsNothing,
  type ProposeOutput,
} from "../terminal/propose-and-print.js";
import { liveAccount } from "./live-account.js";
import { asTask } from "./task-errors.js";
import { resolveTaskOptions, type MigrateTaskArguments } from "./task-options.js";

/** Options of `dao:propose`; they have the names of the command's flags. */
export interface ProposeTaskArguments
  extends
    Omit<MigrateTaskArguments, "stakingToken" | "registryOwner" | "noCheck">,
    Omit<ProposeOutput, "json"> {
  readonly avatar: string | undefined;
  readonly section: string | undefined;
  readonly newController: boolean;
}

/** Proposes a change on the network that Hardhat was started with, and prints what was done. */
export async function proposeTask(
  taskArguments: ProposeTaskArguments,
  { config, network }: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    // For this task, `force` concerns what a change may leave behind; it does not redeploy anything.
    const dryRun = sendsNothing(taskArguments);
    const answers = { ...taskArguments, force: false, json: false, dryRun };
    const progress = progressOn(process.stderr, answers.quiet && !willAsk(answers));
    const all = { ...answers, stakingToken: undefined, registryOwner: undefined, noCheck: true };
    const inputs = await resolveTaskOptions(["dao"], all, config);
    const connection = await network.create();
    try {
      const { privateKey, mnemonic, avatar, section, force, newController, restart } =
        taskArguments;
      if ((privateKey ?? mnemonic) !== undefined) progress.note(KEY_FLAG_WARNING);
      const signer = await openAccount(taskArguments, progress);
      const live = await liveAccount(connection.networkConfig, signer);
      if (live === undefined) throw noAccount(connection.networkConfig.type);
      requireAnswers(answers);
      await interruptible(inputs.output, progress, async (signal) => {
        const liveInputs = {
          ...inputs,
          sections: [],
          restart,
          change: { avatar, section, force, newController },
          provider: await live.connect(signal, (warning) => progress.note(warning)),
          signer: live.signer,
          signal,
          ...questions(answers, progress, signal),
          onEvent: progress.onEvent,
        };
        await proposeAndPrint(liveInputs, answers, progress);
      });
    } finally {
      progress.end();
      await connection.close();
    }
  });
}

function noAccount(type: string): MigrationError {
  return new MigrationError(
    type === "http"
      ? 'The node signs here (accounts: "remote"), so nothing can be journaled. Configure accounts for the network, or pass a key ' +
          "with --keystore."
      : "This network is simulated and starts empty with each task, so there is no DAO to change. Choose another with " +
          "--network; in tests, use governance.change of the fixtures.",
  );
}
