import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { toQuantity } from "ethers";

import { ownKey } from "../../support/own-key.js";
import { writeWhole } from "../../support/write-file.js";
import type { Eip1193Provider } from "../provider.js";
import type { ChainLog, LogFilter } from "./log.js";
import { removeOldLogs } from "./remove-old-logs.js";

const FOLDER = "logs-1";
/** In bytes; 100,000 logs take 8 MiB, and 25 MiB unpacked. */
const LARGEST_FILE = 256 * 1024 * 1024;
const LARGEST_CONTENT = 1024 * 1024 * 1024;
const NEWLINE = "\n".charCodeAt(0);
/** HMAC-SHA-256 of all that follows it. */
const SEAL_BYTES = 32;

/** Logs of all blocks from the first that was asked for to a final one. */
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
  readonly key: string;
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
 * Logs of final blocks in files, one for each question. A file is written whole or not at all, so that
 * any number of processes may use the folder. Nothing in it is believed that is damaged, that another user
 * or machine wrote, or that is of another chain or of a block that the chain has not.
 */
export class LogCache {
  readonly #folder: string;
  readonly #provider: Eip1193Provider;
  readonly #chain: CachedChain;
  readonly #ownKey: Buffer;
  /** Whether old files were looked for: once a process is enough. */
  #isSwept = false;

  private constructor(
    folder: string,
    ownKey: Buffer,
    provider: Eip1193Provider,
    chain: CachedChain,
  ) {
    this.#folder = folder;
    this.#ownKey = ownKey;
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
    const key = await ownKey(stateDir);
    if (key === undefined) return undefined;
    const chain = { chainId: Number(chainId), genesis: genesis.hash, final };
    return new LogCache(join(cacheDir, FOLDER), key, provider, chain);
  }

  /**
   * What is kept of the answer to a question.
   * @returns undefined where there is nothing, or nothing that can be believed
   * @throws the node's error where it does not say whether it is of this chain
   */
  async read(filter: LogFilter, fromBlock: number): Promise<KeptLogs | undefined> {
    const key = this.#key(filter, fromBlock);
    const kept = await this.#readFile(key).catch(() => undefined);
    if (kept === undefined || kept.toBlock > this.#chain.final.number) return undefined;
    const block = await readBlock(this.#provider, toQuantity(kept.toBlock));
    if (block?.hash !== kept.toHash) return undefined;
    // What is used stays, and what nobody asks for any more goes; see removeOldLogs.
    const now = new Date();
    await utimes(this.#path(key), now, now).catch(() => {});
    return kept;
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
    const key = this.#key(filter, fromBlock);
    const header: Header = { key, toBlock: last.number, toHash: last.hash };
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content]);
    const bytes = Buffer.concat([this.#seal(body), body]);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeWhole(this.#path(key), bytes, { advice: "" });
      if (this.#isSwept) return;
      this.#isSwept = true;
      await removeOldLogs(this.#folder);
    } catch {
      // A full disk, or a folder that cannot be written: it is read from the chain the next time, too.
    }
  }

  async #readFile(key: string): Promise<(KeptLogs & { readonly toHash: string }) | undefined> {
    const path = this.#path(key);
    const file = await stat(path);
    if (!file.isFile() || file.size > LARGEST_FILE) return undefined;
    const bytes = await readFile(path);
    const body = bytes.subarray(SEAL_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), this.#seal(body))) return undefined;
    const end = body.indexOf(NEWLINE);
    const header = JSON.parse(body.toString("utf8", 0, end)) as Header;
    if (header.key !== key) return undefined;
    const content = body.subarray(end + 1);
    const logs = unpack(gunzipSync(content, { maxOutputLength: LARGEST_CONTENT }).toString("utf8"));
    return { toBlock: header.toBlock, toHash: header.toHash, logs };
  }

  #seal(bytes: Uint8Array): Buffer {
    return createHmac("sha256", this.#ownKey).update(bytes).digest();
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

  #path(key: string): string {
    const name = createHash("sha256").update(key).digest("hex").slice(0, 40);
    return join(this.#folder, `${name}.bin`);
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
