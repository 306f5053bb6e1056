import type { NetworkConnection } from "hardhat/types/network";

import { identifyChain } from "../chain.js";
import type { MigrationResult } from "../result/result.js";
import { openConnection } from "./connection.js";
import { splitOptions, type TestChainOptions } from "./options.js";
import { recordingFor, replay } from "./recording.js";

/** A chain that holds a migrated base, DAO and demo test. */
export interface MigratedChain {
  readonly connection: NetworkConnection;
  readonly result: MigrationResult;
}

/**
 * Opens a chain and migrates everything that the options ask for: from the recording, where one fits.
 * @param meanwhile begun when this thread has nothing to do but to wait for the chain
 * @throws MigrationError where the release or the parameters are not right; no chain stays open
 */
export async function openMigratedChain(
  options: TestChainOptions,
  meanwhile: () => void = () => {},
): Promise<MigratedChain> {
  const opening = openConnection(splitOptions(options).network);
  try {
    const recording = await recordingFor(options);
    if (recording === undefined) {
      const { migrateContents } = await import("./migrate.js");
      meanwhile();
      return { result: await migrateContents(opening, options), connection: await opening };
    }
    const connection = await opening;
    const replaying = replay(connection.provider, recording);
    const identifying = identifyChain(connection.provider, true);
    meanwhile();
    const [{ name, chainId, genesis }] = await Promise.all([identifying, replaying]);
    return { connection, result: { network: name, chainId, genesis, ...recording.sections } };
  } catch (error) {
    await opening.then(
      (connection) => connection.close(),
      () => {},
    );
    throw error;
  }
}
