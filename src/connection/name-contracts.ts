import type { Artifact } from "../arc/artifact.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { namedBuild } from "./named-build.js";

/** A contract of an Arc release. */
export interface ReleasedContract {
  readonly version: string;
  readonly artifact: Artifact;
}

/** Of Hardhat's provider of simulated networks, not in its types; the task `node` calls it, too. */
export interface NamingProvider extends Eip1193Provider {
  addCompilationResult?(compiler: string, input: unknown, output: unknown): Promise<void>;
}

/** Hardhat's chain reads the output of no compiler before 0.5.1, and takes it for that of any other. */
const COMPILER = "0.5.17";

/** Those that were named, by connection: each takes some 20 ms. */
const named = new WeakMap<object, Set<string>>();

/**
 * Tells Hardhat's chain which contracts these are, where something is made of it: gas reports
 * (`--gas-stats`) and traces of calls (`-vvv`). They name contract and function then.
 */
export async function nameContracts(
  connection: { readonly provider: Eip1193Provider },
  contracts: readonly ReleasedContract[],
): Promise<void> {
  const provider: NamingProvider = connection.provider;
  const done = named.get(connection) ?? new Set();
  named.set(connection, done);
  for (const { version, artifact } of contracts) {
    if (done.has(artifact.deployedBytecode)) continue;
    done.add(artifact.deployedBytecode);
    const build = namedBuild(version, artifact);
    if (build !== undefined) {
      await provider.addCompilationResult?.(COMPILER, build.input, build.output);
    }
  }
}
