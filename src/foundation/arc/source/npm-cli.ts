import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";

const LONGEST_OUTPUT = 64 * 1024;
const KILL_AFTER_MS = 1_000;

/** How npm is started: a program and the arguments before npm's own. */
export interface NpmCommand {
  readonly program: string;
  readonly arguments: readonly string[];
}

/** The result of running npm. `exitCode` is undefined if it was stopped for taking too long. */
export interface NpmRun {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The user's npm: the one that runs us, the one beside our Node, or the first on the PATH. If npm's own script can be
 * found, it is run with our Node, because npm.cmd on Windows needs a shell.
 */
export function findNpm(
  environment: NodeJS.ProcessEnv = process.env,
  node: string = process.execPath,
  platform: NodeJS.Platform = process.platform,
): NpmCommand | undefined {
  const running = environment["npm_execpath"];
  const scripts = [
    ...(running !== undefined && basename(running) === "npm-cli.js" ? [running] : []),
    join(dirname(node), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    join(dirname(node), "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const beside = scripts.map(realPath).find((file) => file !== undefined);
  if (beside !== undefined) return { program: node, arguments: [beside] };
  const isWindows = platform === "win32";
  const inFolder = isWindows
    ? [join("node_modules", "npm", "bin", "npm-cli.js"), "npm.exe"]
    : ["npm"];
  const name = Object.keys(environment).find(
    (key) => (isWindows ? key.toUpperCase() : key) === "PATH",
  );
  const folders = (environment[name ?? ""] ?? "").split(delimiter).filter((each) => each !== "");
  const file = folders
    .flatMap((folder) => inFolder.map((each) => realPath(join(folder, each))))
    .find((each) => each !== undefined);
  if (file === undefined) return undefined;
  return /\.[cm]?js$/.test(file)
    ? { program: node, arguments: [file] }
    : { program: file, arguments: [] };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Runs npm without a shell, a terminal or input. Stops it after `timeoutMs` milliseconds. */
export async function runNpm(
  npm: NpmCommand,
  options: {
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly timeoutMs: number;
  },
): Promise<NpmRun> {
  return await new Promise((resolve, reject) => {
    const child = spawn(npm.program, [...npm.arguments, ...options.args], {
      cwd: options.cwd,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill();
      // A process started by npm or its wrapper may survive and keep the pipes open.
      setTimeout(() => {
        child.kill("SIGKILL");
        child.stdout.destroy();
        child.stderr.destroy();
      }, KILL_AFTER_MS).unref();
    }, options.timeoutMs);

    const output = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        output[stream] = (output[stream] + text).slice(-LONGEST_OUTPUT);
      });
    }
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ exitCode: timedOut ? undefined : (code ?? 1), ...output });
    });
  });
}
