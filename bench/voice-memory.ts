/**
 * How much memory a slow reader of a 600 MiB stream needs, for frames of 4 KiB to 8 MiB: the peak resident memory of
 * the reader's process, which runs the module as JavaScript, as users do. The server runs in this process.
 * Run it with: node --import tsx/esm bench/voice-memory.ts [runs]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { startVoiceServer } from "../src/voice/testing/index.js";
import { installVoice } from "../test/voice/compiled.js";

const KIB = 1024;
const MIB = 1024 * KIB;
const STREAM_BYTES = 600 * MIB;
const FRAMES = [4 * KIB, 64 * KIB, 256 * KIB, MIB, 2 * MIB, 4 * MIB, 8 * MIB];
/** Goal for frames up to 1 MiB. */
const MOST_MIB = 150;

const READER = `
import { setTimeout as sleep } from "node:timers/promises";
import { VoiceClient } from "hardhat-dao-migration/voice";
let bytes = 0, next = 0, peak = 0;
for await (const piece of new VoiceClient().tts.stream({ voiceId: 1, text: "Hello" })) {
  bytes += piece.length;
  peak = Math.max(peak, process.memoryUsage.rss());
  // 20 ms every 2 MiB: the server could send several times as fast.
  if (bytes >= next) { next += 2 * ${MIB}; await sleep(20); }
}
console.log(JSON.stringify({ bytes, peak }));`;

/** Peak resident memory of the reader, MiB. */
async function measure(folder: string, frameBytes: number): Promise<number> {
  const server = await startVoiceServer();
  try {
    server.fail({ fault: "flood", bytes: STREAM_BYTES, frameBytes });
    const env = {
      ...process.env,
      VOICE_BASE_URL: server.baseUrl,
      VOICE_CLIENT_KEY: server.clientKey,
      VOICE_API_KEY: server.apiKey,
    };
    const args = ["--input-type=module", "-e", READER];
    const reader = spawn(process.execPath, args, {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", 2],
    });
    const closed = once(reader, "close");
    const said = await text(reader.stdout!);
    await closed;
    const { bytes, peak } = JSON.parse(said) as { bytes: number; peak: number };
    if (bytes !== STREAM_BYTES) throw new Error(`${bytes} bytes came`);
    return Math.round(peak / MIB);
  } finally {
    await server.close();
  }
}

const runs = Number(process.argv[2] ?? 3);
const project = await installVoice();
try {
  console.log("frames      peak resident MiB of the reader, run by run");
  for (const frameBytes of FRAMES) {
    const peaks: number[] = [];
    for (let run = 0; run < runs; run++) peaks.push(await measure(project.folder, frameBytes));
    const size = frameBytes < MIB ? `${frameBytes / KIB} KiB` : `${frameBytes / MIB} MiB`;
    console.log(`${size.padStart(7)}     ${peaks.join("  ")}`);
    if (frameBytes <= MIB && Math.max(...peaks) > MOST_MIB) process.exitCode = 1;
  }
} finally {
  await project.remove();
}
