import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { WebSocket } from "ws";

import { EdrProvider } from "../../src/foundation/chain/edr/edr-provider.js";
import { guarded } from "../../src/test-chain/guarded.js";
import { openByHardhat, openConnection, type OpenChain } from "../../src/test-chain/connection.js";
import type { TestChainNetwork } from "../../src/test-chain/options.js";
import { migrateRecording } from "../../src/test-chain/recording/record.js";
import { replay, type Recording } from "../../src/test-chain/recording/recording.js";
import { Answers } from "../../src/test-chain/server/json-rpc.js";
import { answerSockets } from "../../src/test-chain/server/web-socket.js";
import { oddRequests, type OddRequest } from "./odd-requests.js";

/** Whether to ask the providers themselves, or servers over WebSockets, as other programs do. */
export type Way = "provider" | "web socket";

/** A chain whose answers are compared. */
interface Compared {
  ask(request: OddRequest): Promise<unknown>;
  /** What subscribers got so far. */
  readonly events: Event[];
  close(): Promise<void>;
}

interface Event {
  readonly subscription: string;
  readonly result: unknown;
}

const FIRST_ACCOUNT = "0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1";
const SUBSCRIPTIONS = [["newHeads"], ["newPendingTransactions"], ["logs", {}], ["newHeads"]];
/** Emits an event with each of its opcodes LOG0 and LOG1. */
const EMITS = "0x60006000a060016000600060a1a100";
/** Sent between the random requests, most of which fail, so that subscribers get something. */
const USUAL: readonly OddRequest[] = [
  ...[0, 1].map(() => ({
    method: "eth_sendTransaction",
    params: [{ from: FIRST_ACCOUNT, data: EMITS, gas: "0x186a0", gasPrice: "0x174876e800" }],
  })),
  { method: "evm_mine", params: [] },
  { method: "hardhat_mine", params: ["0x2"] },
  { method: "evm_setAutomine", params: [true] },
  { method: "hardhat_setBalance", params: [FIRST_ACCOUNT, "0x8ac7230489e80000"] },
  ...SUBSCRIPTIONS.map((params) => ({ method: "eth_subscribe", params })),
];

/** How long events may arrive after the answer to the request that caused them, in milliseconds. */
const LATEST = 500;

/** Milliseconds that a pair of requests usually needs. */
const TIME = 60;
const SECOND = 1000;
/** Shorter intervals would mine at moments of their own. */
const LONG_INTERVAL = 600_000;

const second = (): number => Math.floor(Date.now() / SECOND);

/**
 * Sends the same random requests to a chain opened through EDR and to one opened by Hardhat, both with a base, a DAO and
 * a demo test, and compares all answers and events. Starts with new chains when a second ended between two answers,
 * because blocks have their time from the machine's clock.
 * @returns how many answers and events were compared
 */
export async function compareAnswers(
  count: number,
  seed: number,
  network: TestChainNetwork = {},
  way: Way = "provider",
): Promise<{ readonly answers: number; readonly events: number }> {
  const first = await openConnection(network);
  expect(first.provider).to.be.instanceOf(EdrProvider);
  const { recording } = await migrateRecording(first.provider, network);
  const next = oddRequests(seed, await knownOf(first, recording));
  await first.close();
  let chains = await open(network, recording, way);
  const compared = { answers: 0, events: 0 };
  for (let sent = 0; sent < count; sent++) {
    const request = sent % 4 === 0 ? USUAL[(sent / 4) % USUAL.length]! : next();
    if (isByChance(request)) continue;
    const began = await atStartOfSecond();
    const [own, hardhats] = await Promise.all(chains.map((chain) => chain.ask(request)));
    if (second() === began) {
      const told = `request ${sent} of seed ${seed}: ${JSON.stringify(request).slice(0, 500)}`;
      expect(own, told).to.deep.equal(hardhats);
      compared.answers++;
      const [events, others] = await eventsOf(chains);
      expect(bySubscription(events), told).to.deep.equal(bySubscription(others));
      compared.events += events.length;
      continue;
    }
    await close(chains);
    chains = await open(network, recording, way);
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
  way: Way,
): Promise<readonly Compared[]> {
  for (;;) {
    const began = await atStartOfSecond();
    const options = { ...network, initialDate: new Date(began * SECOND) };
    const chains = await Promise.all([openConnection(options), openByHardhat(options)]);
    await Promise.all(chains.map(({ provider }) => replay(provider, recording)));
    const asked = await Promise.all(chains.map(way === "provider" ? directly : overSocket));
    if (second() === began) return asked;
    await close(asked);
  }
}

async function close(chains: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(chains.map((chain) => chain.close()));
}

async function atStartOfSecond(): Promise<number> {
  const rest = SECOND - (Date.now() % SECOND);
  if (rest < TIME) await sleep(rest);
  return second();
}

/** Takes what subscribers got. With EDR, also under Hardhat, it may arrive before or after the answer. */
async function eventsOf(chains: readonly Compared[]): Promise<[Event[], Event[]]> {
  const [own, hardhats] = chains.map(({ events }) => events) as [Event[], Event[]];
  for (let waited = 0; own.length !== hardhats.length && waited < LATEST; waited++) await sleep(1);
  return [own.splice(0), hardhats.splice(0)];
}

/** Also under Hardhat, EDR informs the subscriptions of a chain in an order that is random for each chain. */
function bySubscription(events: readonly Event[]): object {
  return Object.groupBy(events, ({ subscription }) => subscription);
}

async function directly(chain: OpenChain): Promise<Compared> {
  const provider = guarded(chain.provider);
  const events: Event[] = [];
  for (const params of SUBSCRIPTIONS) await provider.request({ method: "eth_subscribe", params });
  provider.on("notification", (event: Event) => events.push(event));
  return {
    ask: async (request) => {
      const answer = await provider.request(structuredClone(request)).then(
        (result) => ({ result }),
        ({ name, code, message, data, transactionHash }: Record<string, unknown>) => {
          return { name, transactionHash, error: { code, message, data } };
        },
      );
      return withoutChance(request, answer);
    },
    events,
    close: async () => await chain.close(),
  };
}

interface Message {
  readonly id?: number;
  readonly params: Event;
}

async function overSocket(chain: OpenChain): Promise<Compared> {
  const http = createServer();
  answerSockets(http, guarded(chain.provider), new Answers());
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  await once(socket, "open");
  const events: Event[] = [];
  let answered = (_answer: Message): void => {};
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.id === undefined) events.push(message.params);
    else answered(message);
  });
  const ask = async (request: OddRequest): Promise<unknown> => {
    const answering = new Promise<Message>((resolve) => (answered = resolve));
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, ...request }));
    return withoutChance(request, await answering);
  };
  for (const params of SUBSCRIPTIONS) await ask({ method: "eth_subscribe", params });
  return {
    ask,
    events,
    close: async () => {
      socket.terminate();
      http.close();
      await chain.close();
    },
  };
}

/** The answer without what differs between any two chains. */
function withoutChance({ method }: OddRequest, answer: object): unknown {
  const { result, error, ...others } = answer as {
    readonly result?: unknown;
    readonly error?: unknown;
  };
  if (error === undefined) {
    return {
      result: method === "hardhat_metadata" ? { ...(result as object), instanceId: 0 } : result,
    };
  }
  // The number of a request, also in a position in its text, counts those that Hardhat makes to complete others.
  const told = JSON.stringify(error).replaceAll(/ column \d+|(?<="data":\{.*)"id":\d+/g, "");
  return { ...others, error: told };
}
