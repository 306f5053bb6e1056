/**
 * How long the first audio byte of a stream takes with the client, compared with a bare `ws` socket that sends the same
 * messages to the same server. Both alternate in one process; the server runs in another.
 * Run it with: node --import ./scripts/typescript.mjs bench/voice-first-byte.ts [rounds]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { WebSocket } from "ws";
import { VoiceClient } from "../src/voice/index.js";
import { startFakeService } from "../test/voice/fake-service.js";

interface Service {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly clientKey: string;
  readonly apiKey: string;
}

const TEXT = "The proposal has passed, and the reward is paid.";
const WARM_UP = 50;

async function serve(): Promise<void> {
  const { wsBaseUrl, clientOptions } = await startFakeService();
  process.send!({ wsBaseUrl, ...clientOptions } satisfies Service);
  process.on("disconnect", () => process.exit());
}

/** Milliseconds to the first audio; the rest is read after the measurement. */
async function withClient(client: VoiceClient): Promise<number> {
  const start = performance.now();
  let first = 0;
  for await (const piece of client.tts.stream({ voiceId: 1, text: TEXT })) {
    if (piece.length > 0) first ||= performance.now();
  }
  return first - start;
}

async function withBareSocket({ wsBaseUrl, clientKey, apiKey }: Service): Promise<number> {
  const start = performance.now();
  let first = 0;
  const socket = new WebSocket(`${wsBaseUrl}/v1/tts/stream/simplex/ws?voiceId=1`);
  socket.on("open", () => {
    socket.send(JSON.stringify({ type: "authApiKey", clientKey, apiKey }));
    socket.send(JSON.stringify({ type: "convert", text: TEXT }));
  });
  socket.on("message", () => (first ||= performance.now()));
  await once(socket, "close");
  return first - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

async function measure(rounds: number): Promise<void> {
  const server = fork(import.meta.filename, ["serve"], {
    execArgv: ["--import", "./scripts/typescript.mjs"],
  });
  try {
    const [service] = (await once(server, "message")) as [Service];
    const cold = await withClient(new VoiceClient(service));
    const client = new VoiceClient(service);
    const times = { client: [] as number[], bare: [] as number[] };
    for (let round = 0; round < WARM_UP + rounds; round++) {
      // They take turns in going first.
      const order = round % 2 === 0 ? (["client", "bare"] as const) : (["bare", "client"] as const);
      for (const who of order) {
        const ms = who === "client" ? await withClient(client) : await withBareSocket(service);
        if (round >= WARM_UP) times[who].push(ms);
      }
    }
    const [ours, bare] = [median(times.client), median(times.bare)];
    console.log(`rounds            ${rounds}, after ${WARM_UP} to warm up`);
    console.log(`client            ${ours.toFixed(3)} ms to the first byte, median`);
    console.log(`bare ws           ${bare.toFixed(3)} ms`);
    console.log(`ratio             ${(ours / bare).toFixed(3)} (goal: at most 1.2)`);
    console.log(`first call        ${cold.toFixed(1)} ms (loads ws and fetch, lists the voices)`);
    if (ours / bare > 1.2) process.exitCode = 1;
  } finally {
    server.disconnect();
  }
}

if (process.argv[2] === "serve") await serve();
else await measure(Number(process.argv[2] ?? 500));
