import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { id } from "ethers";

import { DirectDeployer } from "../src/engine/execution/deployers/direct-deployer.js";
import { RpcClient } from "../src/foundation/chain/rpc-client.js";
import { prepareMigration } from "../src/operations/run/prepare.js";
import { runMigration } from "../src/operations/run/run-migration.js";
import { TEST_MNEMONIC } from "../src/foundation/chain/test-mnemonic.js";
import { packageFile } from "../src/foundation/support/package.js";
import { median } from "./recorded.js";

/*
 * The time from the start of a process to its first correct answer over HTTP: `orgName()` of the example DAO's avatar,
 * or the block number of an empty chain; and its memory then (Linux). Needs `npm run build`. The runs of all programs alternate. Anvil comes from
 * test/live (npm ci --prefix test/live) or from PATH.
 */

const RUNS = Number(process.argv[2] ?? 9);
const ROOT = dirname(packageFile("package.json"));
const LIVE = join(ROOT, "test/live");
const ORG_NAME = id("orgName()").slice(0, 10);
const TIMEOUT = 30_000;

interface Program {
  readonly name: string;
  readonly command: string;
  /** Arguments for a port. */
  readonly args: (port: number) => string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Avatar of its DAO; absent for an empty chain. */
  readonly avatar?: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function ask(port: number, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "Content-Type": "application/json" };
  // Something else may have taken the port meanwhile, and may never answer.
  const signal = AbortSignal.timeout(TIMEOUT / 3);
  const url = `http://127.0.0.1:${port}`;
  const response = await fetch(url, { method: "POST", body, headers, signal });
  return ((await response.json()) as { result?: unknown }).result;
}

/** Whether the program answers correctly. */
async function answers(port: number, avatar: string | undefined): Promise<boolean> {
  try {
    if (avatar === undefined) return (await ask(port, "eth_blockNumber", [])) !== undefined;
    const name = await ask(port, "eth_call", [{ to: avatar, data: ORG_NAME }, "latest"]);
    return (
      typeof name === "string" && Buffer.from(name.slice(2), "hex").includes("Harbour Commons")
    );
  } catch {
    return false;
  }
}

interface Figures {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** A process's memory, with its share of what others use, too. */
function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024) / 1e6;
}

/** Starts a program, waits until it answers, and always ends it. */
async function withProgram<Result>(
  program: Program,
  act: (port: number, figures: Figures) => Promise<Result>,
  signal: NodeJS.Signals = "SIGKILL",
): Promise<Result> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(program.command, program.args(port), {
    cwd: program.cwd,
    env: { ...process.env, ...program.env },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    while (!(await answers(port, program.avatar))) {
      if (performance.now() - start > TIMEOUT || child.exitCode !== null) {
        throw new Error(`${program.name} did not answer.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const milliseconds = performance.now() - start;
    return await act(port, { milliseconds, megabytes: memoryOf(child.pid!) });
  } finally {
    child.kill(signal);
    await ended;
  }
}

/** Migrates base and the example DAO over JSON-RPC; returns the DAO's avatar. */
async function migrate(port: number): Promise<string> {
  const provider = new RpcClient(`http://127.0.0.1:${port}`);
  const prepared = await prepareMigration(
    {
      sections: ["base", "dao"],
      params: packageFile("migration-params.json"),
      projectRoot: ROOT,
    },
    "private",
    {},
  );
  const deployer = await DirectDeployer.create({ provider, inProcess: false });
  const { dao } = await runMigration(deployer, prepared, {});
  return dao?.Avatar ?? "";
}

/** Without this user's key, no recordings of chains with options are stored. */
const WITHOUT_RECORDING = { XDG_STATE_HOME: "/dev/null/none" };
const OWN = '{"chainId":1337}';
const OTHER_MNEMONIC = "test test test test test test test test test test test junk";

/** Commands that serve our test chain, with and without Node's compile cache. */
async function ownServers(folder: string): Promise<Program[]> {
  const server = JSON.stringify(join(ROOT, "dist/src/test-chain/server/server.js"));
  const path = join(folder, "server.mjs");
  const text = `import module from "node:module";
const [port, options, cache] = process.argv.slice(2);
if (cache) module.enableCompileCache(cache);
const { TestChainServer } = await import(${server});
await new TestChainServer(JSON.parse(options)).listen(Number(port));
if (cache) module.flushCompileCache();
`;
  await writeFile(path, text);
  const program = (name: string, options: string, ...cache: string[]): Program => ({
    ...{ name, command: process.execPath, cwd: ROOT },
    args: (port) => [path, String(port), options, ...cache],
  });
  const cache = join(folder, "compiled");
  return [
    program("TestChain.server()", "{}"),
    program("the same, code cached", "{}", cache),
    { ...program("own options, the first time", OWN), env: WITHOUT_RECORDING },
    program("own options", OWN),
    program("the same, code cached", OWN, cache),
    command("dao-test-chain", folder),
    command("dao-test-chain --mnemonic", folder, "--mnemonic", OTHER_MNEMONIC),
  ];
}

function command(name: string, folder: string, ...options: string[]): Program {
  const file = join(ROOT, "dist/src/interfaces/cli/test-chain.js");
  const output = join(folder, name.replaceAll(/\W/g, ""), "migration.json");
  return {
    ...{ name, command: process.execPath, cwd: folder },
    args: (port) => [file, "--port", String(port), "--output", output, ...options],
  };
}

const folder = await mkdtemp(join(tmpdir(), "dao-cold-start-"));
try {
  const empty = join(folder, "empty");
  await mkdir(empty);
  await writeFile(join(empty, "package.json"), '{ "type": "module" }\n');
  await writeFile(join(empty, "hardhat.config.ts"), "export default {};\n");
  await symlink(join(ROOT, "node_modules"), join(empty, "node_modules"));

  const cli = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
  const programs: Program[] = [
    {
      name: "hardhat node, empty",
      command: process.execPath,
      args: (port) => [cli, "node", "--port", String(port)],
      cwd: empty,
    },
  ];

  for (const program of await ownServers(folder)) {
    const found = await withProgram(program, async (port) => {
      const avatar = await avatarOf(port);
      // The command writes the cache three seconds after its start.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return avatar;
    });
    programs.push({ ...program, avatar: found });
  }

  const ganache: Program = {
    name: "ganache 7, prepared database",
    command: process.execPath,
    args: (port) => [
      join(LIVE, "ganache.mjs"),
      JSON.stringify({
        port,
        wallet: { mnemonic: TEST_MNEMONIC },
        database: { dbPath: join(folder, "ganache") },
      }),
    ],
    cwd: ROOT,
  };
  programs.push({ ...ganache, avatar: await withProgram(ganache, migrate, "SIGTERM") });

  const anvil = anvilPath();
  if (anvil !== undefined) {
    const state = join(folder, "anvil.json");
    const program = (name: string, option: string): Program => ({
      ...{ name, command: anvil, cwd: ROOT },
      args: (port) => ["--port", String(port), "--mnemonic", TEST_MNEMONIC, option, state],
    });
    const preparing = program("anvil", "--dump-state");
    const avatar = await withProgram(preparing, migrate, "SIGTERM");
    programs.push({ ...program("anvil --load-state", "--load-state"), avatar });
  }

  const runs = new Map<Program, Figures[]>(programs.map((program) => [program, []]));
  for (let run = 0; run < RUNS; run++) {
    for (const [program, taken] of runs) {
      taken.push(await withProgram(program, (_port, figures) => Promise.resolve(figures)));
    }
  }
  const rows = [...runs].map(([{ name }, taken]) => {
    const of = (figure: keyof Figures): number => median(taken.map((figures) => figures[figure]));
    return { name, milliseconds: of("milliseconds"), megabytes: of("megabytes") };
  });
  console.log(`process start to first correct answer, and memory then, medians of ${RUNS} runs`);
  for (const { name, milliseconds, megabytes } of rows) {
    const shown = (value: number, unit: string, bare: number): string =>
      `${value.toFixed(0).padStart(5)} ${unit}  ${(value / bare).toFixed(2)}`;
    const time = shown(milliseconds, "ms", rows[0]!.milliseconds);
    console.log(`${name.padEnd(30)} ${time}  ${shown(megabytes, "MB", rows[0]!.megabytes)}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The avatar on our server: the only contract that returns the example DAO's name. */
async function avatarOf(port: number): Promise<string> {
  const head = Number(await ask(port, "eth_blockNumber", []));
  for (let number = 1; number <= head; number++) {
    const receipts = (await ask(port, "eth_getLogs", [
      { fromBlock: `0x${number.toString(16)}`, toBlock: `0x${number.toString(16)}` },
    ])) as { address: string }[];
    for (const { address } of receipts) if (await answers(port, address)) return address;
  }
  throw new Error("The server holds no example DAO.");
}

function anvilPath(): string | undefined {
  const installed = join(LIVE, "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
  if (existsSync(installed)) return installed;
  const folders = (process.env["PATH"] ?? "").split(":");
  return folders.map((each) => join(each, "anvil")).find((path) => existsSync(path));
}
