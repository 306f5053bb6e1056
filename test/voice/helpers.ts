import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { endWithUs } from "../end-with-us.js";
import { VoiceClient, type VoiceClientOptions } from "../../src/voice/index.js";
import {
  startVoiceServer,
  type VoiceServer,
  type VoiceServerOptions,
} from "../../src/voice/testing/index.js";

export const root = join(import.meta.dirname, "../..");

/** Starts a server for a suite and resets it after each test. */
export function useServer(options: VoiceServerOptions = {}): { readonly server: VoiceServer } {
  const holder = {} as { server: VoiceServer };
  before(async () => {
    holder.server = await startVoiceServer(options);
  });
  afterEach(() => holder.server.reset());
  after(() => holder.server.close());
  return holder;
}

/** Creates a client that retries almost at once. */
export function clientOf(server: VoiceServer, options: VoiceClientOptions = {}): VoiceClient {
  return new VoiceClient({ ...server.clientOptions, retryDelayMs: 1, ...options });
}

/** Creates an empty folder before each test of a suite and removes it afterwards. */
export function useFolder(): { path: string; readonly names: () => Promise<string[]> } {
  const folder = { path: "", names: () => readdir(folder.path) };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "voice-"));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

type ErrorClass<T extends Error> = abstract new (...args: never[]) => T;

/** Returns the error that a promise rejects with, which must be of this class and arrive in time. */
export async function failure<T extends Error>(
  promise: PromiseLike<unknown>,
  type: ErrorClass<T>,
  withinMs = 5_000,
): Promise<T> {
  const outcome = await Promise.race([
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
    sleep(withinMs, { late: true }, { ref: false }),
  ]);
  expect(outcome, `failed within ${withinMs} ms`).to.have.property("error");
  const { error } = outcome as { error: unknown };
  expect(error).to.be.instanceOf(type);
  return error as T;
}

/** Returns the error that a function throws synchronously. */
export function thrown<T extends Error>(work: () => unknown, type: ErrorClass<T>): T {
  try {
    work();
  } catch (error) {
    expect(error).to.be.instanceOf(type);
    return error as T;
  }
  throw new Error(`nothing was thrown, not a ${type.name}`);
}

/** Waits until a condition holds; fails after five seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 5) {
    if (waited > 5_000) throw new Error(`not within 5 s: ${what}`);
    await sleep(5);
  }
}

export async function collect(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of audio) pieces.push(piece);
  return Buffer.concat(pieces);
}

const WAVE_SCRIPT = `
import json, sys, wave
found = []
for path in sys.argv[1:]:
    with wave.open(path) as w:
        frames = w.getnframes()
        audio = w.readframes(frames)
        found.append([w.getnchannels(), w.getsampwidth(), w.getframerate(), frames, len(audio)])
print(json.dumps(found))
`;

export interface WaveFacts {
  readonly channels: number;
  readonly sampleWidth: number;
  readonly rate: number;
  /** According to the header. */
  readonly frames: number;
  /** Bytes actually read. */
  readonly bytesRead: number;
}

/** Reads files with Python's wave module, which shares no code with this project. */
export async function readWithPython(...paths: string[]): Promise<WaveFacts[]> {
  const { stdout } = await promisify(execFile)("python3", ["-c", WAVE_SCRIPT, ...paths]);
  const rows = JSON.parse(stdout) as [number, number, number, number, number][];
  return rows.map(([channels, sampleWidth, rate, frames, bytesRead]) => ({
    channels,
    sampleWidth,
    rate,
    frames,
    bytesRead,
  }));
}

/** Runs a script in a separate process: TypeScript in the project's folder, or JavaScript in `compiled`. */
export async function runScript(
  script: string,
  options: {
    env?: Record<string, string>;
    timeoutMs?: number;
    /** Shell code that runs the process as `"$@"`. */
    shell?: string;
    /** A folder of JavaScript to run in instead. */
    compiled?: string;
  } = {},
): Promise<{ code: number | null; stdout: string; stderr: string; ms: number }> {
  const loader = options.compiled === undefined ? ["--import", "tsx/esm"] : [];
  const node = [process.execPath, ...loader, "--input-type=module", "-e", script];
  const [command = "", ...args] =
    options.shell === undefined ? node : ["sh", "-c", options.shell, "sh", ...node];
  const started = performance.now();
  const env = { ...process.env, ...options.env };
  const child = endWithUs(spawn(command, args, { cwd: options.compiled ?? root, env }));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  const timer = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs ?? 20_000);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  return { code, stdout, stderr, ms: performance.now() - started };
}
