import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";

import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../../arc/versions.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import type { MigrationResult } from "../../result/result.js";
import { DEFAULT_CHAIN_ID, splitOptions, type TestChainOptions } from "../options.js";
import type { Recorded } from "./record.js";

/**
 * The migration of a chain with default options, as signed transactions. Sending them takes a third
 * of the time of a migration, because it needs no artifacts, ABIs or ethers.
 */
export interface Recording {
  readonly requests: readonly Recorded[];
  readonly sections: Pick<MigrationResult, "base" | "dao" | "test">;
}

/** In the built package it is in dist/test-chain, two folders above the compiled code. */
const FILE = new URL("../../../test-chain/recording.bin", import.meta.url);

/** Options that affect neither the migration nor its transactions. */
const HARMLESS: ReadonlySet<string> = new Set([
  "initialDate",
  "loggingEnabled",
  "coinbase",
  "networkId",
  "throwOnCallFailures",
]);

/** The recording for these options; undefined if there is none. */
export async function recordingFor(options: TestChainOptions): Promise<Recording | undefined> {
  return isDefault(options) ? await readRecording() : undefined;
}

export async function packRecording(recording: Recording): Promise<Buffer> {
  return await promisify(deflateRaw)(JSON.stringify(recording), { level: 9 });
}

/**
 * Replays the recording on a fresh chain.
 * @throws Error if the chain does not end up as recorded
 */
export async function replay(
  provider: Eip1193Provider,
  { requests, sections }: Recording,
): Promise<void> {
  // The chain handles them in this order, although all are sent at once.
  const made = [sections.base?.DaoCreator, sections.dao?.Avatar, sections.test?.Avatar];
  const looks = made.map((address) => ({ method: "eth_getCode", params: [address, "latest"] }));
  const answers = await Promise.all(
    [...requests, ...looks].map((request) => provider.request(request)),
  );
  for (const [index, address] of made.entries()) {
    if (answers[requests.length + index] === "0x") {
      throw new Error(`The recording deployed no contract at ${address}.`);
    }
  }
}

function isDefault(options: TestChainOptions): boolean {
  const { contents, network } = splitOptions(options);
  const { arcVersion, params, demo = true } = contents;
  const { chainId = DEFAULT_CHAIN_ID, ...rest } = network;
  return (
    (arcVersion === undefined || resolveArcVersion(arcVersion) === DEFAULT_ARC_VERSION) &&
    params === undefined &&
    demo &&
    chainId === DEFAULT_CHAIN_ID &&
    Object.entries(rest).every(([name, value]) => value === undefined || HARMLESS.has(name))
  );
}

async function readRecording(): Promise<Recording | undefined> {
  // The sources have none, only the built package.
  const bytes = await readFile(FILE).catch(() => undefined);
  return bytes && (await unpackRecording(bytes));
}

export async function unpackRecording(bytes: Buffer): Promise<Recording> {
  return JSON.parse((await promisify(inflateRaw)(bytes)).toString("utf8")) as Recording;
}
