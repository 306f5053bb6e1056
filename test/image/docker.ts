import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { imageTag } from "../../scripts/image/names.mjs";

const run = promisify(execFile);

export const IMAGE = imageTag().name;
const DOCKER = process.env["DOCKER"] ?? "docker";

/** Runs a command and returns its standard output; standard error is in the error if it fails. */
export async function output(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { timeout: 120_000, maxBuffer: 2 ** 26, env: { ...process.env, ...env } };
  const { stdout } = await run(command, [...args], options);
  return stdout;
}

export async function docker(...args: readonly string[]): Promise<string> {
  return (await output(DOCKER, args)).trim();
}

/** Options of `docker run` and arguments of the chain. */
export interface Started {
  readonly options?: readonly string[];
  readonly args?: readonly string[];
}

/** A container of the image, with a unique name. */
export class Container {
  readonly name: string;

  static async start({ options = [], args = [] }: Started): Promise<Container> {
    const name = `dao-check-${randomBytes(6).toString("hex")}`;
    await docker("run", "--detach", "--name", name, ...options, IMAGE, ...args);
    return new Container(name);
  }

  private constructor(name: string) {
    this.name = name;
  }

  async exec(...command: readonly string[]): Promise<string> {
    return await docker("exec", this.name, ...command);
  }

  async inspect(format: string): Promise<string> {
    return await docker("inspect", "--format", format, this.name);
  }

  async logs(): Promise<string> {
    const { stdout, stderr } = await run(DOCKER, ["logs", this.name], { timeout: 30_000 });
    return stdout + stderr;
  }

  /** Waits until the image's own health check passes. */
  async healthy(): Promise<void> {
    await this.#until(async () => (await this.inspect("{{.State.Health.Status}}")) === "healthy");
  }

  async ready(): Promise<void> {
    await this.#until(async () => /^Listening on /m.test(await this.logs()));
  }

  /** Waits until it exits by itself and returns its exit code. */
  async ended(): Promise<number> {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
      if ((await this.inspect("{{.State.Running}}")) === "true") continue;
      return Number(await this.inspect("{{.State.ExitCode}}"));
    }
    throw new Error(`The container did not end within a minute:\n${await this.logs()}`);
  }

  async remove(): Promise<void> {
    await docker("rm", "--force", "--volumes", this.name);
  }

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
      if (await isSo()) return;
      if ((await this.inspect("{{.State.Running}}")) === "true") continue;
      throw new Error(`The container ended:\n${await this.logs()}`);
    }
    const state = await this.inspect("{{json .State}}");
    throw new Error(`The container took more than a minute: ${state}\n${await this.logs()}`);
  }
}

/** Runs with a container and removes it afterwards. */
export async function withContainer(
  started: Started,
  use: (container: Container) => Promise<void>,
): Promise<void> {
  const container = await Container.start(started);
  try {
    await use(container);
  } finally {
    await container.remove();
  }
}

/** Reads a file of an image without running the image. */
export async function fileOf(image: string, file: string): Promise<Buffer> {
  const container = await docker("create", image);
  const folder = await mkdtemp(path.join(tmpdir(), "dao-image-file-"));
  try {
    const copy = path.join(folder, "copy");
    await docker("cp", `${container}:${file}`, copy);
    return await readFile(copy);
  } finally {
    await docker("rm", container);
    await rm(folder, { recursive: true });
  }
}
