import { resolve } from "node:path";

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
import { recordingFor, replay } from "./recording/recording.js";

/**
 * Opens a chain and migrates what the options ask for, from the recording if it fits. With a database
 * folder, resumes the chain that is persisted there.
 * @param meanwhile called when this thread only waits for the chain
 * @throws MigrationError if the release or the parameters are wrong; no chain stays open
 */
export async function openMigratedChain(
  asked: TestChainOptions,
  meanwhile: () => void = () => {},
): Promise<MigratedChain> {
  const options = { ...(await withSeed(asked)), params: await ownParameters(asked) };
  const { contents, network } = splitOptions(options);
  if (contents.db !== undefined) {
    const { openPersistedChain } = await import("./database/persisted-chain.js");
    const chain = await openPersistedChain(contents.db, options);
    return { ...chain, provider: await served(chain.provider, options) };
  }
  const opening = openConnection(withoutMining(network));
  // It can fail before anybody awaits it, which must not end the process.
  opening.catch(() => {});
  try {
    const { provider, result } = await fill(opening, options, meanwhile);
    await startMining(provider, network);
    const params = async () => {
      const { parametersText } = await import("./parameters-text.js");
      const accounts = provider.request({ method: "eth_accounts" }) as Promise<string[]>;
      return await parametersText(contents, () => accounts);
    };
    const close = async () => await (await opening).close();
    return { provider: await served(provider, options), result, params, close };
  } catch (error) {
    await opening.then(
      (connection) => connection.close(),
      () => {},
    );
    throw error;
  }
}

async function served(
  provider: ServedProvider,
  options: TestChainOptions,
): Promise<ServedProvider> {
  return guarded(withGasPrice(await withUnlocked(provider, options), options));
}

/** Undefined for the packaged example, for which there may be a recording. */
async function ownParameters({
  params,
  projectRoot = process.cwd(),
}: TestChainOptions): Promise<string | object | undefined> {
  const given = typeof params === "string" ? resolve(projectRoot, params) : params;
  const source = await parametersSource({ given, projectRoot });
  return typeof source === "symbol" ? undefined : source;
}

async function fill(
  opening: ReturnType<typeof openConnection>,
  options: TestChainOptions,
  meanwhile: () => void,
): Promise<Pick<MigratedChain, "provider" | "result">> {
  const recording = await recordingFor(options);
  if (recording === undefined) {
    const { migrateContents } = await import("./migrate.js");
    meanwhile();
    return { result: await migrateContents(opening, options), provider: (await opening).provider };
  }
  const { provider } = await opening;
  const replaying = replay(provider, recording);
  const identifying = identifyChain(provider, true);
  meanwhile();
  const [{ name, chainId, genesis }] = await Promise.all([identifying, replaying]);
  return { provider, result: { network: name, chainId, genesis, ...recording.sections } };
}
