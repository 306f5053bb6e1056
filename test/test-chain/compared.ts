import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";

import { guarded } from "../../src/test-chain/guarded.js";
import { openByHardhat, openConnection, type OpenChain } from "../../src/test-chain/connection.js";
import type { TestChainNetwork } from "../../src/test-chain/options.js";
import { migrateRecording } from "../../src/test-chain/recording/record.js";
import { replay, type Recording } from "../../src/test-chain/recording/recording.js";
import { oddRequests, type OddRequest } from "./odd-requests.js";

/** Milliseconds that a pair of requests usually needs. */
const TIME = 60;
const SECOND = 1000;
/** Shorter intervals would mine at moments of their own. */
const LONG_INTERVAL = 600_000;

const second = (): number => Math.floor(Date.now() / SECOND);

/**
 * Sends the same random requests to a chain opened through EDR and to one opened by Hardhat, both with a base, a DAO and
 * a demo test, and compares all answers. Starts with new chains when a second ended between two answers, because blocks
 * have their time from the machine's clock.
 * @returns how many answers were compared
 */
export async function compareAnswers(
  count: number,
  seed: number,
  network: TestChainNetwork = {},
): Promise<number> {
  const first = await openConnection(network);
  const { recording } = await migrateRecording(first.provider, network);
  const next = oddRequests(seed, await knownOf(first, recording));
  await first.close();
  let chains = await open(network, recording);
  let compared = 0;
  for (let sent = 0; sent < count; sent++) {
    const request = next();
    if (isByChance(request)) continue;
    const began = await atStartOfSecond();
    const [own, hardhats] = await Promise.all(chains.map((chain) => answer(chain, request)));
    if (second() === began) {
      expect(
        own,
        `request ${sent} of seed ${seed}: ${JSON.stringify(request).slice(0, 500)}`,
      ).to.deep.equal(hardhats);
      compared++;
      continue;
    }
    await close(chains);
    chains = await open(network, recording);
  }
  await close(chains);
  return compared;
}

/** Requests whose effect or answer is not determined by the chain, or that would print. */
function isByChance({ method, params }: OddRequest): boolean {
  if (method === "evm_setIntervalMining") {
    return [params[0]].flat().some((time) => Number(time) > 0 && Number(time) < LONG_INTERVAL);
  }
  return method === "hardhat_setLoggingEnabled" && params[0] === true;
}

async function knownOf({ provider }: OpenChain, { sections, requests }: Recording) {
  const text = JSON.stringify(sections);
  const block = (await provider.request({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
  })) as { hash: string; transactions: string[] };
  const sent = requests.flatMap(({ params: [call] }) => (call as { data?: string })?.data ?? []);
  return {
    addresses: [...new Set(text.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g))],
    hashes: [block.hash, ...block.transactions],
    calldata: sent.filter((data) => data.length < 2000),
  };
}

/** Opens both chains within the same second, with the same blocks. */
async function open(
  network: TestChainNetwork,
  recording: Recording,
): Promise<readonly OpenChain[]> {
  for (;;) {
    const began = await atStartOfSecond();
    const options = { ...network, initialDate: new Date(began * SECOND) };
    const chains = await Promise.all([openConnection(options), openByHardhat(options)]);
    await Promise.all(chains.map(({ provider }) => replay(provider, recording)));
    if (second() === began) return chains;
    await close(chains);
  }
}

async function close(chains: readonly OpenChain[]): Promise<void> {
  await Promise.all(chains.map((chain) => chain.close()));
}

async function atStartOfSecond(): Promise<number> {
  const rest = SECOND - (Date.now() % SECOND);
  if (rest < TIME) await sleep(rest);
  return second();
}

async function answer({ provider }: OpenChain, request: OddRequest): Promise<unknown> {
  try {
    const result = await guarded(provider).request(structuredClone(request));
    // Random for each chain.
    if (request.method === "hardhat_metadata") return { ...(result as object), instanceId: 0 };
    return { result };
  } catch (error) {
    const { name, code, message, data, transactionHash } = error as Record<string, unknown>;
    // The number of a request, also in a position in its text, counts those that Hardhat makes to complete others.
    const own = typeof data === "object" ? { ...data, id: 0 } : data;
    const told = String(message).replaceAll(/ column \d+/g, "");
    return { name, code, message: told, data: own, transactionHash };
  }
}
