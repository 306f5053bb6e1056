import { resolve } from "node:path";

import { whichRelease } from "../../foundation/arc/which-release.js";
import { digest } from "../../foundation/support/digest.js";
import { packageVersion } from "../../foundation/support/package.js";
import { jsonText } from "../../foundation/support/json-text.js";
import { checksummed } from "../../foundation/chain/same-address.js";
import { hardhatVersion, openConnection, type OpenChain } from "../connection.js";
import { nodeAccounts } from "../../foundation/chain/provider.js";
import { migrateContents, parametersText } from "../migrate.js";
import { startMining } from "../served-provider.js";
import {
  networkOf,
  networkToMigrate,
  type MigratedChain,
  type ServedProvider,
  type TestChainOptions,
} from "../options.js";
import type { Identity, Start } from "./change.js";
import { PersistedProvider } from "./persisted-provider.js";
import { replay } from "./replay.js";
import { ChainStore, type Persisted } from "./chain-store.js";

/**
 * Resumes the chain of a folder, or starts one there.
 * @throws MigrationError if the folder is not a database folder, is in use or damaged, or the migration fails
 */
export async function openPersistedChain(
  db: string,
  options: TestChainOptions,
): Promise<MigratedChain> {
  const { projectRoot = process.cwd(), initialDate: asked = new Date() } = options;
  const identity = await identityOf(options);
  const store = await ChainStore.open(resolve(projectRoot, db), identity);
  const { persisted } = store;
  const now = Math.floor(new Date(asked).getTime() / 1000);
  const { genesisTime = now } = persisted?.start ?? {};
  let connection: OpenChain | undefined;
  try {
    const initialDate = new Date(genesisTime * 1000);
    connection = await openConnection({ ...networkToMigrate(options), initialDate });
    const inner = connection.provider;
    const { provider, result, params } =
      persisted === undefined
        ? await start(inner, store, options, { ...identity, genesisTime })
        : await resume(inner, store, persisted);
    if (options.onNote !== undefined) store.onFailure = options.onNote;
    return {
      provider,
      result,
      accounts: async () => checksummed(await nodeAccounts(inner)),
      params: () => Promise.resolve(params),
      close: async () => {
        try {
          await provider.close();
        } finally {
          await store.close();
          await connection!.close();
        }
      },
    };
  } catch (error) {
    await connection?.close();
    await store.close();
    throw error;
  }
}

interface Running extends Pick<Start, "params" | "result"> {
  readonly provider: PersistedProvider;
}

async function start(
  inner: ServedProvider,
  store: ChainStore,
  options: TestChainOptions,
  known: Omit<Start, "params" | "result">,
): Promise<Running> {
  const provider = await PersistedProvider.create(inner, store);
  const result = await migrateContents(provider, options);
  await startMining(provider, options);
  const params = await parametersText(options, async () => await nodeAccounts(inner));
  provider.makeDurable({ ...known, result, params });
  return { provider, result, params };
}

async function resume(
  inner: ServedProvider,
  store: ChainStore,
  persisted: Persisted,
): Promise<Running> {
  const origin = originOf(store.path, persisted.start);
  const { snapshots, interval } = await replay(inner, persisted, origin);
  const provider = await PersistedProvider.create(inner, store, snapshots);
  provider.makeDurable();
  if (interval !== undefined) provider.mineAtInterval(interval);
  return { provider, ...persisted.start };
}

/** The file, and the version that wrote it if it was not this one. */
function originOf(path: string, before: Identity): string {
  const own = versions();
  const others = Object.entries(before.versions).filter(([name, value]) => own[name] !== value);
  if (others.length === 0) return path;
  const told = others.map(([name, value]) => `${name} ${value} (now ${own[name] ?? "none"})`);
  return `${path}, which was started by ${told.join(" and ")},`;
}

/** Digits of a hash that are kept. */
const DIGITS = 16;

/** What must be the same at each start, and the versions, for the error if a chain cannot be restored. */
async function identityOf(options: TestChainOptions): Promise<Identity> {
  const { arcVersion, params, demo = true } = options;
  // The example depends on the accounts, which are part of the configuration.
  const text = params && (await parametersText(options, () => Promise.resolve([])));
  const configuration: Record<string, string> = {
    arcVersion: whichRelease(arcVersion),
    params: text === undefined ? "the example" : digest(text).slice(0, DIGITS),
    demo: String(demo),
  };
  const { loggingEnabled, ...network } = networkOf(options);
  for (const [name, value] of Object.entries(network) as [string, unknown][]) {
    // The file must not contain a mnemonic or key.
    const text = typeof value === "string" ? value : jsonText(value).replaceAll(/\s+/g, " ");
    configuration[name] = name === "accounts" ? digest(text).slice(0, DIGITS) : text;
  }
  return { versions: versions(), configuration };
}

function versions(): Readonly<Record<string, string>> {
  return { version: packageVersion(), hardhat: hardhatVersion() };
}
