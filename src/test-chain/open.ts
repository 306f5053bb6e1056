import { resolve } from "node:path";

import type { NetworkConnection } from "hardhat/types/network";

import { identifyChain } from "../chain/identity.js";
import { parametersSource } from "../run/parameters-source.js";
import { openConnection } from "./connection.js";
import { withGasPrice } from "./gas-price.js";
import { guarded } from "./guarded.js";
import { withSeed } from "./known-options.js";
import type { MigratedChain } from "./migrated-chain.js";
import { startMining, withoutMining } from "./mining.js";
import { splitOptions, type ServedProvider, type TestChainOptions } from "./options.js";
import { withUnlocked } from "./unlocked.js";
import type { Recording } from "./recording/recording.js";
import { Recordings } from "./recording/recordings.js";
import { replay } from "./recording/replay.js";

/** How to open a chain. */
export interface Opening {
  /** Called when this thread has only to wait for the chain. */
  readonly meanwhile?: () => void;
  /** Called before a migration that was not made before; may throw if something is wrong. */
  readonly beforeNew?: () => Promise<void>;
  /** Where recordings are stored. Default: in the user's cache folder. */
  readonly recordings?: Recordings;
}

/**
 * Opens a chain and migrates what the options request, from a recording if there is one. With a database folder,
 * resumes the chain that is persisted there.
 * @throws MigrationError if the release or the parameters are wrong; no chain stays open
 */
export async function openMigratedChain(
  asked: TestChainOptions,
  opening: Opening = {},
): Promise<MigratedChain> {
  const options = { ...(await withSeed(asked)), params: await ownParameters(asked) };
  const { db } = options;
  if (db !== undefined) {
    await opening.beforeNew?.();
    const { openPersistedChain } = await import("./database/persisted-chain.js");
    const chain = await openPersistedChain(db, options);
    return { ...chain, provider: await served(chain.provider, options) };
  }
  const chain = await openInMemory(options, opening);
  try {
    await startMining(chain.provider, splitOptions(options).network);
    return { ...chain, provider: await served(chain.provider, options) };
  } catch (error) {
    await chain.close();
    throw error;
  }
}

async function served(
  provider: ServedProvider,
  options: TestChainOptions,
): Promise<ServedProvider> {
  return guarded(withGasPrice(await withUnlocked(provider, options), options));
}

/** Undefined for the packaged example, which may have a recording. */
async function ownParameters({
  params,
  projectRoot = process.cwd(),
}: TestChainOptions): Promise<string | object | undefined> {
  const given = typeof params === "string" ? resolve(projectRoot, params) : params;
  const source = await parametersSource({ given, projectRoot });
  return typeof source === "symbol" ? undefined : source;
}

async function openInMemory(
  options: TestChainOptions,
  { meanwhile = () => {}, beforeNew, recordings = new Recordings() }: Opening,
): Promise<MigratedChain> {
  const network = withoutMining(splitOptions(options).network);
  let connecting = openConnection(network);
  // It may fail before anything awaits it, and an unhandled rejection would end the process.
  connecting.catch(() => {});
  try {
    const { recording, keep } = await recordings.find(options);
    if (recording !== undefined) {
      const replayed = await replayedOn(await connecting, recording, meanwhile);
      if (replayed !== undefined) {
        for (const note of recording.notes) options.onNote?.(note);
        return replayed;
      }
      // The recording may come from another version of Hardhat. This chain has a part of it, so it cannot be used.
      await (await connecting).close();
      connecting = openConnection(network);
    }
    await beforeNew?.();
    const { migrateNew } = await import("./migrate-new.js");
    meanwhile();
    return await migrateNew(connecting, options, keep);
  } catch (error) {
    await connecting.then(
      (connection) => connection.close(),
      () => {},
    );
    throw error;
  }
}

/** The recorded chain; undefined if the replay fails or ends in another state. */
async function replayedOn(
  connection: NetworkConnection,
  recording: Recording,
  meanwhile: () => void,
): Promise<MigratedChain | undefined> {
  const { provider } = connection;
  const replaying = replay(provider, recording);
  const identifying = identifyChain(provider, true);
  meanwhile();
  try {
    const [{ name, chainId, genesis }] = await Promise.all([identifying, replaying]);
    return {
      provider,
      result: { network: name, chainId, genesis, ...recording.sections },
      accounts: () => Promise.resolve(recording.accounts),
      params: () => Promise.resolve(recording.params),
      close: async () => await connection.close(),
    };
  } catch {
    return undefined;
  }
}
