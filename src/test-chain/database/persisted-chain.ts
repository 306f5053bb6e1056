import { createHash } from "node:crypto";
import { resolve } from "node:path";

import type { NetworkConnection } from "hardhat/types/network";

import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../../arc/versions.js";
import { packageVersion } from "../../support/package.js";
import { checksummed } from "../../chain/checksummed.js";
import type { MigrationResult } from "../../result/result.js";
import { openConnection } from "../connection.js";
import { hardhatVersion } from "../hardhat-version.js";
import { nodeAccounts } from "../../chain/node-accounts.js";
import { migrateContents } from "../migrate.js";
import { startMining, withoutMining } from "../mining.js";
import type { MigratedChain } from "../migrated-chain.js";
import {
  splitOptions,
  type TestChainContents,
  type TestChainNetwork,
  type TestChainOptions,
} from "../options.js";
import { parametersText } from "../parameters-text.js";
import { headOf, offsetOf } from "./head.js";
import { PersistedProvider } from "./persisted-provider.js";
import { replay } from "./replay.js";
import { Snapshots } from "./snapshots.js";
import type { Identity } from "./change.js";
import { ChainStore, type Persisted } from "./store.js";

/**
 * Resumes the chain of a folder, or starts one there.
 * @throws MigrationError if the folder is not a database folder, is in use or damaged, or the migration fails
 */
export async function openPersistedChain(
  db: string,
  options: TestChainOptions,
): Promise<MigratedChain> {
  const { contents, network } = splitOptions(options);
  const folder = resolve(contents.projectRoot ?? process.cwd(), db);
  const identity = await identityOf(contents, network);
  const { initialDate: asked = new Date() } = network;
  const genesisTime = Math.floor(new Date(asked).getTime() / 1000);
  const store = await ChainStore.open(folder, identity, genesisTime);
  let connection: NetworkConnection | undefined;
  try {
    const initialDate = new Date(store.header.genesisTime * 1000);
    connection = await openConnection({ ...withoutMining(network), initialDate });
    const open =
      store.persisted === undefined
        ? await start(store, connection, options)
        : await resume(store, store.persisted, connection);
    const { provider } = connection;
    return {
      ...open,
      accounts: async () => checksummed(await nodeAccounts(provider)),
      close: () => close(open.provider, store, connection!),
    };
  } catch (error) {
    await connection?.close();
    await store.close().catch(() => {});
    throw error;
  }
}

interface OpenChain extends Omit<MigratedChain, "accounts" | "close"> {
  readonly provider: PersistedProvider;
}

async function start(
  store: ChainStore,
  connection: NetworkConnection,
  options: TestChainOptions,
): Promise<OpenChain> {
  const { contents, network } = splitOptions(options);
  const inner = connection.provider;
  const provider = new PersistedProvider(inner, store, {
    head: await headOf(inner),
    clock: await offsetOf(inner),
    snapshots: new Snapshots(),
  });
  const { result } = await migrateContents(Promise.resolve({ provider }), options);
  await startMining(provider, network);
  const params = await parametersText(contents, async () => await nodeAccounts(inner));
  store.appendReady({ result, params });
  await store.synced();
  provider.makeDurable();
  return { provider, result, params: () => Promise.resolve(params) };
}

async function resume(
  store: ChainStore,
  persisted: Persisted,
  { provider: inner }: NetworkConnection,
): Promise<OpenChain> {
  const { interval, ...state } = await replay(inner, persisted, originOf(store));
  await store.restored();
  const provider = new PersistedProvider(inner, store, state);
  provider.makeDurable();
  if (interval !== undefined) provider.resumeInterval(interval);
  const { result, params } = persisted.ready;
  return { provider, result: result as MigrationResult, params: () => Promise.resolve(params) };
}

/** The file, and the version that wrote it if it was not this one. */
function originOf({ path, header }: ChainStore): string {
  const own = versions();
  const others = Object.entries(header.versions).filter(([name, value]) => own[name] !== value);
  if (others.length === 0) return path;
  const told = others.map(([name, value]) => `${name} ${value} (now ${own[name] ?? "none"})`);
  return `${path}, which was started by ${told.join(" and ")},`;
}

async function close(
  provider: PersistedProvider,
  store: ChainStore,
  connection: NetworkConnection,
): Promise<void> {
  await provider.close();
  await store.close();
  await connection.close();
}

/** What must be the same at each start, and the versions, for the error if a chain cannot be restored. */
async function identityOf(
  contents: TestChainContents,
  network: TestChainNetwork,
): Promise<Identity> {
  const configuration: Record<string, string> = {
    "arc-version": resolveArcVersion(contents.arcVersion ?? DEFAULT_ARC_VERSION),
    params: contents.params === undefined ? "the example" : await digestOfParameters(contents),
    demo: String(contents.demo !== false),
  };
  for (const [name, value] of Object.entries(network) as [string, unknown][]) {
    // The file must not contain a mnemonic or key.
    configuration[name] = name === "accounts" ? digest(value) : stringOf(value);
  }
  return { versions: versions(), configuration };
}

function versions(): Readonly<Record<string, string>> {
  return { version: packageVersion(), hardhat: hardhatVersion() };
}

async function digestOfParameters(contents: TestChainContents): Promise<string> {
  return digest(await parametersText(contents, () => Promise.resolve([])));
}

function digest(value: unknown): string {
  return createHash("sha256").update(stringOf(value)).digest("hex").slice(0, 16);
}

function stringOf(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "bigint" ? inner.toString() : inner,
  );
}
