import type { NetworkConnection } from "hardhat/types/network";

import { checksummed } from "../chain/checksummed.js";
import { nodeAccounts } from "../chain/node-accounts.js";
import { migrateContents } from "./migrate.js";
import type { MigratedChain } from "./migrated-chain.js";
import { splitOptions, type TestChainOptions } from "./options.js";
import { parametersText } from "./parameters-text.js";
import { migrateRecording } from "./recording/record.js";
import type { Found } from "./recording/recordings.js";

/**
 * Migrates a chain that has no recording.
 * @param keep saves the recording; undefined if there can be none
 */
export async function migrateNew(
  opening: Promise<NetworkConnection>,
  options: TestChainOptions,
  keep: Found["keep"],
): Promise<MigratedChain> {
  const { contents } = splitOptions(options);
  const { result, recording } =
    keep === undefined
      ? { ...(await migrateContents(opening, options)), recording: undefined }
      : await migrateRecording(opening, options);
  const connection = await opening;
  const { provider } = connection;
  const addresses = async () => await nodeAccounts(provider);
  // Runs while the chain is already in use. If saving fails, the next start records again.
  const keeping = recording && keep?.(recording).catch(() => {});
  return {
    provider,
    result,
    accounts: async () => recording?.accounts ?? checksummed(await addresses()),
    params: async () => recording?.params ?? (await parametersText(contents, addresses)),
    close: async () => {
      await keeping;
      await connection.close();
    },
  };
}
