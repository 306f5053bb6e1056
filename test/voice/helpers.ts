import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { expect } from "chai";

import { VoiceClient, VoiceError, type VoiceClientOptions } from "../../src/voice/index.js";
import { compiled } from "../compiled.js";
import { endWithUs } from "../end-with-us.js";
import { ended } from "../ended.js";
import { until } from "../until.js";
import { startFakeService, type FakeService, type Settings } from "./fake-service.js";
import { closing } from "../closing.js";

export const root = join(import.meta.dirname, "../..");

/** Starts a service for a suite. After each test, resets it and checks that no stream is left open. */
export function useService(options: Partial<Settings> = {}): { readonly service: FakeService } {
  const holder = {} as { service: FakeService };
  before(async () => {
    holder.service = await startFakeService(options);
  });
  afterEach("no stream is left open", async () => {
    const { requests } = holder.service;
    await until("all streams are closed", () =>
      requests.every(({ status, close }) => status !== 101 || close !== undefined),
    );
    holder.service.reset();
  });
  after(() => holder.service.close());
  return holder;
}

/** Runs with a service that has other settings. */
export async function withService<T>(
  options: Partial<Settings>,
  run: (service: FakeService, client: VoiceClient) => Promise<T>,
): Promise<T> {
  await using service = closing(await startFakeService(options));
  return await run(service, clientOf(service));
}

export function clientOf(service: FakeService, options: VoiceClientOptions = {}): VoiceClient {
  return new VoiceClient({ ...service.clientOptions, ...options });
}

/** Creates an empty folder before each test of a suite and removes it afterwards. */
export function useFolder() {
  const folder = {
    path: "",
    at: (name: string) => join(folder.path, name),
    names: async () => (await readdir(folder.path)).sort(),
  };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "voice-"));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}

/** Returns the VoiceError that something fails with, which must be of this kind and come in time. */
export async function failure(
  work: PromiseLike<unknown> | (() => unknown),
  kind: VoiceError["kind"],
): Promise<VoiceError> {
  const run = async (): Promise<unknown> =>
    typeof work === "function" ? await work() : await work;
  const error = await Promise.race([
    run().then(
      () => "nothing failed",
      (reason: unknown) => reason,
    ),
    sleep(50_000, "nothing came in time", { ref: false }),
  ]);
  expect(error).to.be.instanceOf(VoiceError);
  expect((error as VoiceError).kind, (error as VoiceError).message).to.equal(kind);
  return error as VoiceError;
}

export async function collect(audio: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of audio) pieces.push(piece);
  return Buffer.concat(pieces);
}

const WAVE_SCRIPT = `
import sys, wave
for path in sys.argv[1:]:
    with wave.open(path) as w:
        print(w.getframerate(), w.getnframes(), len(w.readframes(w.getnframes())))
`;

/** Reads WAV files with Python, which shares no code with this project: rate, frames and bytes of each. */
export async function readWithPython(...paths: string[]): Promise<number[][]> {
  const { stdout } = await promisify(execFile)("python3", ["-c", WAVE_SCRIPT, ...paths]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
}

/** Runs JavaScript in a process of its own, where "voice" is the compiled client. */
export async function runScript(
  script: string,
  options: { env?: NodeJS.ProcessEnv; timeoutMs?: number; cwd?: string; shell?: string } = {},
): Promise<string> {
  const code = script.replace(
    /"(hardhat-dao-migration\/)?voice"/g,
    JSON.stringify(compiled("src/voice/index.ts")),
  );
  const node = [process.execPath, "--input-type=module", "-e", code];
  const [command = "", ...args] =
    options.shell === undefined ? node : ["sh", "-c", options.shell, "sh", ...node];
  const child = endWithUs(
    spawn(command, args, { cwd: options.cwd ?? root, env: { ...process.env, ...options.env } }),
  );
  const { stdout, stderr, code: exit } = await ended(child, options.timeoutMs ?? 60_000);
  expect(stderr).to.equal("");
  expect(exit).to.equal(0);
  return stdout;
}
