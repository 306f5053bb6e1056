import type { BuildFiles } from "../../foundation/arc/build-files.js";
import type { DaoChoice } from "../../operations/run/find-dao.js";
import type { ParametersSource } from "../../foundation/params/which-parameters.js";
import type { Context } from "./command.js";
import type { OptionsOf } from "./flag.js";
import type { flags, reading } from "./flags.js";

/** What every command that reads a DAO needs besides its own options. */
export interface ReadingInputs extends DaoChoice {
  readonly projectRoot: string;
  /** With a block's hash: the node itself, which also has other blocks. */
  readonly node?: ReadingInputs["provider"];
  readonly onNote?: (message: string) => void;
}

/** A command's options, with which DAO to read, and from where. */
export async function readingInputs<
  Options extends OptionsOf<typeof reading> & { readonly customAbis?: string },
>(options: Options, context: Context): Promise<Omit<Options, "provider"> & ReadingInputs> {
  const { config, progress, projectRoot } = context;
  const { provider, inProcess, ...at } = await connectAt(options, context);
  progress.status("Reading the chain");
  let files: BuildFiles | undefined;
  return {
    ...options,
    ...at,
    ...{ provider, inProcess, projectRoot, networks: config.networks },
    output: options.result ?? "",
    builds: async () => {
      const { buildFiles } = await import("../../operations/run/build-files.js");
      files ??= buildFiles(projectRoot, options.customAbis ?? config.customAbis);
      return await files.all();
    },
    openRelease: async (version) => {
      const { openArcRelease } = await import("../../foundation/arc/open-release.js");
      return await openArcRelease(version, { projectRoot, onFetch: (it) => progress.status(it) });
    },
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  };
}

/**
 * Opens the chain; with a block's hash, as one whose state at that block is proven.
 * @throws UsageError if the hash is none, or `block` is another one
 */
async function connectAt(
  options: OptionsOf<Pick<typeof flags, "provider" | "block" | "blockHash" | "signal">>,
  context: Context,
): Promise<Pick<ReadingInputs, "provider" | "inProcess" | "block" | "isProven" | "node">> {
  const { provider, inProcess } = await context.connect(options);
  const { block, blockHash } = options;
  if (blockHash === undefined) return { provider, inProcess, block };
  const [{ ProvenChain }, { UsageError }, { FORMATS }] = await Promise.all([
    import("../../engine/execution/fork/proven-chain.js"),
    import("../../foundation/support/errors.js"),
    import("../../foundation/support/formats.js"),
  ]);
  if (!FORMATS.Hash.test(blockHash)) {
    const { wrongValue } = await import("../../foundation/support/command-line.js");
    throw wrongValue("--block-hash", blockHash, "a block's hash: 0x and 64 hex digits");
  }
  const proven = await ProvenChain.at(provider, blockHash);
  if (block !== undefined && block !== proven.block) {
    const said = `--block-hash is the hash of block ${proven.block}, and --block says ${block}.`;
    throw new UsageError(`${said} Omit --block.`);
  }
  context.atEnd?.(() => proven.close());
  return { provider: proven, node: provider, inProcess, block: proven.block, isProven: true };
}

/** The parameters that count: the option's, the configuration's, or the project's own. */
export async function parametersOf(
  { params }: OptionsOf<{ readonly params: (typeof flags)["params"] }>,
  { config, projectRoot }: Context,
): Promise<ParametersSource> {
  const { parametersSource } = await import("../../foundation/params/which-parameters.js");
  return await parametersSource({ given: params, configured: config.params, projectRoot });
}
