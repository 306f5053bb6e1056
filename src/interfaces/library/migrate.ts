import { dirname, resolve } from "node:path";

import { whichRelease } from "../../foundation/arc/which-release.js";
import { resolveArcVersion } from "../../foundation/arc/versions.js";
import { chainIdOf, networkNameOf, type NetworkName } from "../../foundation/chain/networks.js";
import type { LibraryOptionsOf, TypedCommand } from "../commands/command.js";
import { migrate } from "../commands/migrations.js";
import { refuseUnknown, renamed } from "../commands/completed-options.js";
import type { Sent } from "../commands/send.js";
import { exampleFile } from "../../foundation/params/example.js";
import { readResultOf } from "../../foundation/result/file.js";
import { knownDeployments } from "../../foundation/result/known-deployments.js";
import type { MigrationResult } from "../../foundation/result/result.js";
import { DEFAULTS } from "../../foundation/support/defaults.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { callCommand } from "./call.js";

/** Options of `DaoMigration.migrate` and the other migrations. A private key overrides a mnemonic (specification). */
export interface DaoMigrationOptions extends LibraryOptionsOf<typeof migrate> {
  /** Another name of `result` (specification). */
  readonly output?: string;
  /** No effect (specification): the library prints nothing in any case. */
  readonly quiet?: boolean;
}

/** It accepts the others of a migration, too. */
type MigrationOfOptions = Pick<DaoMigrationOptions, "result" | "output" | "arcVersion">;

/** See DaoMigration.migration. */
export async function migrationOn(
  named: NetworkName,
  given: MigrationOfOptions,
): Promise<MigrationResult> {
  const options = renamed(given, migrate.flags, "library") as MigrationOfOptions;
  refuseUnknown(options, migrate.flags);
  const network = networkNameOf(named);
  const chainId = chainIdOf(network);
  if (chainId === undefined) {
    throw new UsageError(
      `Unknown network ${JSON.stringify(named)}. Pass a name such as mainnet, arbitrum or private, or a chain ID.`,
    );
  }
  const asked =
    options.arcVersion === undefined ? undefined : resolveArcVersion(options.arcVersion);
  const arcVersion = whichRelease(asked);
  const path = resolve(options.result ?? DEFAULTS.output);
  const own = await readResultOf(path, network, asked);
  if (own !== undefined) return own;
  if (network === "private") return await testChainResult(arcVersion);
  const known = await knownDeployments(network, arcVersion);
  if (known.base === undefined && known.dao === undefined) {
    throw new MigrationError(
      `No migration of Arc ${arcVersion} on ${network} is known: it is neither in ${path} nor among ` +
        "the known deployments. Migrate one, or choose another release.",
    );
  }
  return { network, chainId, ...known };
}

/** The contents of every test chain of the release: the same steps give the same addresses at every start. */
async function testChainResult(arcVersion: string): Promise<MigrationResult> {
  const { TestChainProvider } = await import("../../test-chain/provider.js");
  // Always the example, even if the current folder has parameters.
  const projectRoot = dirname(exampleFile());
  await using chain = new TestChainProvider({ arcVersion, projectRoot });
  // Block 0 differs at each start.
  const { genesis: _, inProcess: _inProcess, ...result } = await chain.result();
  return result;
}

/**
 * Runs a migration for a script.
 * @returns the sections that it made
 */
export async function migrateWith(
  command: TypedCommand<typeof migrate.flags, Sent>,
  options: DaoMigrationOptions,
): Promise<MigrationResult> {
  const run = await callCommand(command, options);
  if ("preview" in run) throw new TypeError("The library has no dry run.");
  const { network, chainId, genesis, createdIn } = run.result;
  return { network, chainId, genesis, ...run.made, ...(createdIn && { createdIn }) };
}
