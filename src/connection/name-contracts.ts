import type { Artifact } from "../arc/artifact.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { namedBuild } from "./named-build.js";

/** A contract of an Arc release. */
export interface ReleasedContract {
  readonly version: string;
  readonly artifact: Artifact;
}

/** Hardhat's provider for simulated networks has this method, but not in its types; the task `node` calls it, too. */
export interface NamingProvider extends Eip1193Provider {
  addCompilationResult?(compiler: string, input: unknown, output: unknown): Promise<void>;
}

/** Hardhat's chain only reads compiler output from 0.5.1 on. It accepts code of older compilers under this version. */
const COMPILER = "0.5.17";

/** Contracts already named, by connection: each takes some 20 ms. */
const named = new WeakMap<object, Set<string>>();

/**
 * Tells Hardhat's chain the names of contracts and functions, if it shows them: in gas reports (`--gas-stats`) and in
 * traces of calls (`-vvv`).
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
