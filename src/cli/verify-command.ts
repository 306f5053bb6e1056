import { resolve } from "node:path";

import { RpcClient } from "../chain/rpc-client.js";
import { EXIT } from "../terminal/exit-codes.js";
import { progressOn } from "../terminal/progress.js";
import { verifyAndPrint } from "../terminal/verify-and-print.js";
import { report } from "./report.js";
import type { VerifyCliOptions } from "./verify-options.js";

/**
 * Verifies contracts for the command line and prints the results.
 * @param apiKey Etherscan's API key
 * @returns the exit code
 */
export async function verifyCommand(
  address: string | undefined,
  options: VerifyCliOptions,
  apiKey: string | undefined,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    const verified = await verifyAndPrint(
      {
        ...options,
        provider,
        address,
        projectRoot: process.cwd(),
        output: resolve(options.output),
        out: options.out === undefined ? undefined : resolve(options.out),
        apiKey,
      },
      options,
      progress,
    );
    return verified ? EXIT.done : EXIT.failed;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}
