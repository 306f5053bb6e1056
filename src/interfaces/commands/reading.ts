import type { BuildFiles } from "../../foundation/arc/build-files.js";
import type { DaoChoice } from "../../operations/run/find-dao.js";
import type { ParametersSource } from "../../operations/run/parameters-source.js";
import type { Context } from "./command.js";
import type { OptionsOf } from "./flag.js";
import type { flags, reading } from "./flags.js";

/** What every command that reads a DAO needs besides its own options. */
export interface ReadingInputs extends DaoChoice {
  readonly projectRoot: string;
  readonly onNote?: (message: string) => void;
}

/** A command's options, with which DAO to read, and from where. */
export async function readingInputs<
  Options extends OptionsOf<typeof reading> & { readonly customAbis?: string },
>(options: Options, context: Context): Promise<Omit<Options, "provider"> & ReadingInputs> {
  const { config, progress, projectRoot } = context;
  const { provider, inProcess } = await context.connect(options);
  progress.status("Reading the chain");
  let files: BuildFiles | undefined;
  return {
    ...options,
    ...{ provider, inProcess, projectRoot, networks: config.networks },
    output: options.result ?? "",
    builds: async () => {
      const { buildFiles } = await import("../../operations/run/build-files.js");
      files ??= buildFiles(projectRoot, options.customAbis ?? config.customAbis);
      return await files.all();
    },
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  };
}

/** The parameters that count: the option's, the configuration's, or the project's own. */
export async function parametersOf(
  { params }: OptionsOf<{ readonly params: (typeof flags)["params"] }>,
  { config, projectRoot }: Context,
): Promise<ParametersSource> {
  const { parametersSource } = await import("../../operations/run/parameters-source.js");
  return await parametersSource({ given: params, configured: config.params, projectRoot });
}
