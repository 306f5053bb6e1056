import { statSync } from "node:fs";
import { resolve } from "node:path";

import { identifyChain } from "../foundation/chain/identity.js";
import { parametersSource } from "../foundation/params/which-parameters.js";
import { UsageError } from "../foundation/support/errors.js";
import { withSeed } from "./accounts.js";
import { openConnection, type OpenChain } from "./connection.js";
import { networkToMigrate, type MigratedChain, type TestChainOptions } from "./options.js";
import { chainWith, replay, type Recording } from "./recording/recording.js";
import { findRecording, type RecordingsPlace } from "./recording/recordings.js";
import { servedProvider, startMining } from "./served-provider.js";
import type { State } from "./state/state-file.js";

export interface Opening {
  /** Called when this thread has only to wait for the chain. */
  readonly meanwhile?: () => void;
  /** Called before a migration that was not made before. */
  readonly beforeNew?: () => void;
  /** Where recordings are stored. Default: in the user's cache folder. */
  readonly recordings?: RecordingsPlace;
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
  await requireFolders(asked);
  const options = { ...(await withSeed(asked)), params: await ownParameters(asked) };
  const state = await loadedState(options);
  const chain = await openChain(options, opening, state);
  try {
    if (options.db === undefined) await startMining(chain.provider, options);
    const served = { ...chain, provider: await servedProvider(chain.provider, options) };
    if (options.dumpState === undefined) return served;
    const { dumpingState } = await import("./state/dump-state.js");
    const path = resolve(options.projectRoot ?? process.cwd(), options.dumpState);
    return await dumpingState(path, served, state?.accounts);
  } catch (error) {
    await chain.close();
    throw error;
  }
}

/** A recorded chain would not need the folders. */
async function requireFolders({ projectRoot, customAbis }: TestChainOptions): Promise<void> {
  if (
    projectRoot !== undefined &&
    !statSync(projectRoot, { throwIfNoEntry: false })?.isDirectory()
  ) {
    throw new UsageError(
      `The folder ${resolve(projectRoot)} does not exist (projectRoot). Pass an existing folder, or omit the option.`,
    );
  }
  if (customAbis === undefined) return;
  const { buildFiles } = await import("../operations/run/build-files.js");
  buildFiles(projectRoot ?? process.cwd(), customAbis);
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

async function loadedState({
  loadState: file,
  projectRoot = process.cwd(),
}: TestChainOptions): Promise<State | undefined> {
  if (file === undefined) return undefined;
  const { readState } = await import("./state/state-file.js");
  return await readState(resolve(projectRoot, file));
}

async function openChain(
  options: TestChainOptions,
  opening: Opening,
  state: State | undefined,
): Promise<MigratedChain> {
  const { db } = options;
  if (state !== undefined) {
    await requireMnemonic(options);
    const { openFromState } = await import("./state/state-file.js");
    return await openFromState(state, options);
  }
  if (db === undefined) return await openInMemory(options, opening);
  await requireMnemonic(options);
  const { openPersistedChain } = await import("./database/persisted-chain.js");
  return await openPersistedChain(db, options);
}

async function openInMemory(
  options: TestChainOptions,
  { meanwhile = () => {}, beforeNew, recordings = {} }: Opening,
): Promise<MigratedChain> {
  const network = networkToMigrate(options);
  const { recording, keep } = await findRecording(options, recordings);
  let connecting = openConnection(network, recording?.accounts);
  // It may fail before anything awaits it, and an unhandled rejection would end the process.
  connecting.catch(() => {});
  try {
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
    await requireMnemonic(options);
    beforeNew?.();
    const { migrateNew } = await import("./recording/record.js");
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

/**
 * Checks a mnemonic, unless a chain with it was migrated before.
 * @throws UsageError
 */
async function requireMnemonic({ accounts }: TestChainOptions): Promise<void> {
  if (accounts === undefined || Array.isArray(accounts)) return;
  const { mnemonic } = accounts;
  if (typeof mnemonic !== "string") return;
  // Loaded only here, because that takes as long as the migration.
  const { Mnemonic } = await import("ethers");
  if (Mnemonic.isValidMnemonic(mnemonic)) return;
  throw new UsageError(
    "The mnemonic is not valid. It must have 12, 15, 18, 21 or 24 words of the English BIP-39 list, and the last word " +
      "contains a checksum. Check for a wrong word, and put all words in quotes after --mnemonic.",
  );
}

/** The recorded chain; undefined if the replay fails or ends in another state. */
async function replayedOn(
  connection: OpenChain,
  recording: Recording,
  meanwhile: () => void,
): Promise<MigratedChain | undefined> {
  const { provider } = connection;
  const replaying = replay(provider, recording);
  const identifying = identifyChain(provider, true);
  meanwhile();
  try {
    const [identity] = await Promise.all([identifying, replaying]);
    return chainWith(connection, identity, recording);
  } catch {
    return undefined;
  }
}
