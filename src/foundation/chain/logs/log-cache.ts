import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { toQuantity } from "ethers";

import { SealedFolder, type SealedLimits } from "../../support/sealed-folder.js";
import { ask, type Eip1193Provider } from "../provider.js";
import type { ChainLog, LogFilter } from "./log.js";

const FOLDER = "logs-2";
const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** 100,000 logs take 10 MiB. This keeps many queries of many DAOs, but none that were not used for months. */
const LIMITS: SealedLimits = { file: 256 * MIB, bytes: 1024 * MIB, age: 90 * DAY };
/** Decompressed, in bytes: as much text as Node can parse. 100,000 logs take 50 MiB. */
const LARGEST_CONTENT = 512 * MIB - 32;
const NEWLINE = "\n".charCodeAt(0);

/** All logs from the first requested block to a final block. */
export interface KeptLogs {
  readonly toBlock: number;
  readonly logs: readonly ChainLog[];
}

/** The chain of the logs. Two chains with the same ID differ in their first blocks. */
interface CachedChain {
  readonly chainId: number;
  readonly genesis: string;
  /** The last block that can no longer be replaced. */
  readonly final: { readonly number: number; readonly hash: string };
}

interface Header {
  readonly toBlock: number;
  readonly toHash: string;
}

/**
 * Caches logs of final blocks in files, one per query. Ignores files that this user's processes did not write, that
 * belong to another chain, or that end at a block that the chain does not have.
 */
export class LogCache {
  readonly #folder: SealedFolder;
  readonly #provider: Eip1193Provider;
  readonly #chain: CachedChain;

  private constructor(folder: SealedFolder, provider: Eip1193Provider, chain: CachedChain) {
    this.#folder = folder;
    this.#provider = provider;
    this.#chain = chain;
  }

  /**
   * @param cacheDir see `defaultCacheDir`
   * @param stateDir the folder with this user's key; see `stateFolder`
   * @returns undefined if the chain's node knows no final block, so nothing can be kept
   */
  static async open(
    cacheDir: string,
    provider: Eip1193Provider,
    stateDir?: string,
  ): Promise<LogCache | undefined> {
    const [chainId, genesis, final] = await Promise.all([
      ask(provider, "eth_chainId"),
      readBlock(provider, "0x0"),
      readBlock(provider, "finalized").catch(() => undefined),
    ]);
    if (genesis === undefined || final === undefined) return undefined;
    const folder = await SealedFolder.open(join(cacheDir, FOLDER), LIMITS, stateDir);
    if (folder === undefined) return undefined;
    const chain = { chainId: Number(chainId), genesis: genesis.hash, final };
    return new LogCache(folder, provider, chain);
  }

  /**
   * Reads the cached answer to a query.
   * @returns undefined if there is none, or none that can be trusted
   * @throws the node's error if it cannot be asked whether the block is on its chain
   */
  async read(filter: LogFilter, fromBlock: number): Promise<KeptLogs | undefined> {
    const bytes = await this.#folder.read(this.#key(filter, fromBlock));
    const kept = bytes && contentOf(bytes);
    if (kept === undefined || kept.toBlock > this.#chain.final.number) return undefined;
    const block = await readBlock(this.#provider, toQuantity(kept.toBlock));
    return block?.hash === kept.toHash ? kept : undefined;
  }

  /**
   * Keeps the logs of final blocks only. If writing fails, nothing is kept.
   * @param toBlock the last block that these logs cover
   */
  async write(filter: LogFilter, fromBlock: number, { toBlock, logs }: KeptLogs): Promise<void> {
    const { final } = this.#chain;
    const last =
      toBlock < final.number ? await readBlock(this.#provider, toQuantity(toBlock)) : final;
    if (last === undefined || last.number < fromBlock) return;
    const kept = logs.filter(({ blockNumber }) => blockNumber <= last.number);
    const content = gzipSync(JSON.stringify(kept), { level: 4 });
    const header: Header = { toBlock: last.number, toHash: last.hash };
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content]);
    await this.#folder.write(this.#key(filter, fromBlock), bytes);
  }

  async drop(filter: LogFilter, fromBlock: number): Promise<void> {
    await this.#folder.remove(this.#key(filter, fromBlock));
  }

  /** Everything that decides the answer except the last block. */
  #key({ address, topics = [] }: LogFilter, fromBlock: number): string {
    const { chainId, genesis } = this.#chain;
    const addresses = address === undefined ? null : [address].flat().map(lower).sort();
    const wanted = topics.map((topic) =>
      topic === null ? null : [topic].flat().map(lower).sort(),
    );
    return JSON.stringify([chainId, genesis, addresses, wanted, fromBlock]);
  }
}

/** Undefined if it is larger than any content that is kept. */
function contentOf(bytes: Buffer): (KeptLogs & Header) | undefined {
  const end = bytes.indexOf(NEWLINE);
  const header = JSON.parse(bytes.toString("utf8", 0, end)) as Header;
  try {
    const content = gunzipSync(bytes.subarray(end + 1), { maxOutputLength: LARGEST_CONTENT });
    return { ...header, logs: JSON.parse(content.toString("utf8")) as readonly ChainLog[] };
  } catch {
    return undefined;
  }
}

async function readBlock(
  provider: Eip1193Provider,
  tag: string,
): Promise<{ readonly number: number; readonly hash: string } | undefined> {
  type Answer = { readonly number?: unknown; readonly hash?: unknown } | null;
  const block = await ask<Answer>(provider, "eth_getBlockByNumber", tag, false);
  if (typeof block?.number !== "string" || typeof block.hash !== "string") return undefined;
  return { number: Number(block.number), hash: block.hash };
}

function lower(text: string): string {
  return text.toLowerCase();
}
