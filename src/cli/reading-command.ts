import type { Eip1193Provider } from "../chain/provider.js";
import { RpcClient } from "../chain/rpc-client.js";
import { codeOf } from "../terminal/exit-codes.js";
import { progressOn, type Progress } from "../terminal/progress.js";
import { report } from "./report.js";

/** Options of every command that reads a DAO; see `addReadingOptions`. */
export interface ReadingCliOptions {
  readonly provider: string;
  readonly block?: number;
  readonly fromBlock?: number;
  readonly section?: string;
  readonly chainId?: number;
  readonly quiet: boolean;
}

/**
 * Runs a command that reads a DAO from a node, and reports errors.
 * @param act returns an exit code, or false for exit code 1
 * @returns the exit code
 */
export async function readingCommand(
  options: ReadingCliOptions & { readonly json?: boolean },
  act: (provider: Eip1193Provider, progress: Progress) => Promise<boolean | number>,
): Promise<number> {
  const progress = progressOn(process.stderr, options.quiet);
  try {
    const provider = new RpcClient(options.provider, {
      onWarning: (warning) => progress.note(warning),
    });
    return codeOf(await act(provider, progress));
  } catch (error) {
    progress.end();
    return report(error, { json: options.json ?? false });
  }
}
