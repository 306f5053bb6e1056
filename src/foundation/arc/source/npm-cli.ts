import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";

const LONGEST_OUTPUT = 64 * 1024;

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
  {
    args,
    timeoutMs: timeout,
    ...place
  }: {
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly timeoutMs: number;
  },
): Promise<NpmRun> {
  // A process started by npm or its wrapper may survive. It cannot keep the pipes open: they are closed, too.
  const killSignal = "SIGKILL";
  const options = {
    ...place,
    timeout,
    killSignal,
    maxBuffer: Infinity,
    windowsHide: true,
  } as const;
  return await new Promise((resolve, reject) => {
    const child = execFile(npm.program, [...npm.arguments, ...args], options, (error, ...texts) => {
      const code = error === null ? 0 : (error.code ?? 1);
      // The system's, if npm could not be started.
      if (typeof code === "string") return reject(new Error(error?.message, { cause: error }));
      const [stdout = "", stderr = ""] = texts.map((text) => text.slice(-LONGEST_OUTPUT));
      resolve({ exitCode: error?.killed === true ? undefined : Number(code), stdout, stderr });
    });
    child.stdin?.end();
  });
}
