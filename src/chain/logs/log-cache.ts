import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { toQuantity } from "ethers";

import { SealedFolder, type SealedLimits } from "../../support/sealed-folder.js";
import type { Eip1193Provider } from "../provider.js";
import type { ChainLog, LogFilter } from "./log.js";

const FOLDER = "logs-1";
const MIB = 1024 * 1024;
const DAY = 24 * 60 * 60 * 1000;
/** 100,000 logs take 8 MiB: so many questions of so many DAOs, and none of last season's. */
const LIMITS: SealedLimits = { file: 256 * MIB, bytes: 1024 * MIB, age: 90 * DAY };
/** Unpacked, in bytes; 100,000 logs are 25 MiB then. */
const LARGEST_CONTENT = 1024 * MIB;
const NEWLINE = "\n".charCodeAt(0);

/** Logs of all blocks from the first requested to a final one. */
export interface KeptLogs {
  readonly toBlock: number;
  readonly logs: readonly ChainLog[];
}

/** The chain that logs are of: two chains with one id have other first blocks. */
interface CachedChain {
  readonly chainId: number;
  readonly genesis: string;
  /** The last block that cannot be replaced any more. */
  readonly final: { readonly number: number; readonly hash: string };
}

interface Header {
  readonly toBlock: number;
  readonly toHash: string;
}

/** Texts of which logs have many in common, and for each log its places in them. */
interface Content {
  readonly texts: readonly string[];
  readonly logs: readonly (readonly [
    block: number,
    index: number,
    transaction: string,
    data: string,
    address: number,
    ...topics: number[],
  ])[];
}

/**
 * Logs of final blocks in files, one for each question. Nothing is believed that this user's processes did
 * not write, or that is of another chain or of a block that the chain has not.
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
   * @param stateDir where this user's key is; see `stateFolder`
   * @returns undefined for a chain whose node knows no final block: there is nothing to keep
   */
  static async open(
    cacheDir: string,
    provider: Eip1193Provider,
    stateDir?: string,
  ): Promise<LogCache | undefined> {
    const [chainId, genesis, final] = await Promise.all([
      provider.request({ method: "eth_chainId" }),
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
   * What is kept of the answer to a question.
   * @returns undefined if there is nothing, or nothing that can be believed
   * @throws the node's error where it does not say whether it is of this chain
   */
  async read(filter: LogFilter, fromBlock: number): Promise<KeptLogs | undefined> {
    const bytes = await this.#folder.read(this.#key(filter, fromBlock));
    const kept = bytes && contentOf(bytes);
    if (kept === undefined || kept.toBlock > this.#chain.final.number) return undefined;
    const block = await readBlock(this.#provider, toQuantity(kept.toBlock));
    return block?.hash === kept.toHash ? kept : undefined;
  }

  /**
   * Keeps the logs of final blocks; of others none. Where that fails, nothing is kept.
   * @param toBlock the last block of which these are all logs
   */
  async write(filter: LogFilter, fromBlock: number, { toBlock, logs }: KeptLogs): Promise<void> {
    const { final } = this.#chain;
    const last =
      toBlock < final.number ? await readBlock(this.#provider, toQuantity(toBlock)) : final;
    if (last === undefined || last.number < fromBlock) return;
    const content = gzipSync(pack(logs.filter(({ blockNumber }) => blockNumber <= last.number)), {
      level: 4,
    });
    const header: Header = { toBlock: last.number, toHash: last.hash };
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content]);
    await this.#folder.write(this.#key(filter, fromBlock), bytes);
  }

  /** All that decides the answer but for the last block. */
  #key({ address, topics = [] }: LogFilter, fromBlock: number): string {
    const { chainId, genesis } = this.#chain;
    const addresses = address === undefined ? null : [address].flat().map(lower).sort();
    const wanted = topics.map((topic) =>
      topic === null ? null : [topic].flat().map(lower).sort(),
    );
    return JSON.stringify([chainId, genesis, addresses, wanted, fromBlock]);
  }
}

/** Undefined if it is larger than any that is wanted. */
function contentOf(bytes: Buffer): (KeptLogs & Header) | undefined {
  const end = bytes.indexOf(NEWLINE);
  const header = JSON.parse(bytes.toString("utf8", 0, end)) as Header;
  try {
    const content = gunzipSync(bytes.subarray(end + 1), { maxOutputLength: LARGEST_CONTENT });
    return { ...header, logs: unpack(content.toString("utf8")) };
  } catch {
    return undefined;
  }
}

function pack(logs: readonly ChainLog[]): string {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const rows = logs.map(
    (log) =>
      [
        log.blockNumber,
        log.logIndex,
        log.transactionHash,
        log.data,
        placeOf(log.address),
        ...log.topics.map(placeOf),
      ] as const,
  );
  return JSON.stringify({ texts: [...places.keys()], logs: rows } satisfies Content);
}

function unpack(text: string): ChainLog[] {
  const { texts, logs } = JSON.parse(text) as Content;
  return logs.map(([blockNumber, logIndex, transactionHash, data, address, ...topics]) => ({
    address: texts[address]!,
    topics: topics.map((place) => texts[place]!),
    data,
    blockNumber,
    logIndex,
    transactionHash,
  }));
}

async function readBlock(
  provider: Eip1193Provider,
  tag: string,
): Promise<{ readonly number: number; readonly hash: string } | undefined> {
  const block = (await provider.request({
    method: "eth_getBlockByNumber",
    params: [tag, false],
  })) as { readonly number?: unknown; readonly hash?: unknown } | null;
  if (typeof block?.number !== "string" || typeof block.hash !== "string") return undefined;
  return { number: Number(block.number), hash: block.hash };
}

function lower(text: string): string {
  return text.toLowerCase();
}
