import {
  combine,
  helpText,
  readArguments,
  readEnvironment,
} from "../../test-chain/command/chain-arguments.js";
import { packageVersion } from "../../foundation/support/package.js";
import { onStop } from "../../foundation/support/stop-signals.js";
import { EXIT, exitCodeOf } from "../../output/terminal/exit-codes.js";
import { print, printError, surviveClosedOutput } from "../../output/terminal/output.js";

/** Runs the command line of the test chain until it is stopped. */
export async function testChainMain(args: readonly string[]): Promise<number> {
  surviveClosedOutput();
  if (args.includes("--help") || args.includes("-?")) {
    print(helpText().trimEnd());
    return EXIT.done;
  }
  if (args.includes("--version")) {
    print(packageVersion());
    return EXIT.done;
  }
  const endAtOnce = () => process.exit(EXIT.done);
  onStop("on", endAtOnce);
  try {
    const raw = combine(readArguments(args), readEnvironment(process.env));
    const { chainSettings, serve } = await import("../../test-chain/command/serve.js");
    const settings = chainSettings(raw);
    // From here on, a signal must close something.
    onStop("off", endAtOnce);
    await serve(settings);
    return EXIT.done;
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === undefined) throw error;
    printError(`error: ${(error as Error).message}`);
    return code;
  } finally {
    onStop("off", endAtOnce);
  }
}
