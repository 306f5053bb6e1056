import { captured } from "./captured.js";

/** Time limit of a command, in ms. */
const LIMIT = 120_000;

export interface HereOptions {
  readonly cwd: string;
  /** Variables to set, or to remove if undefined. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Outcome of a command; either `result` or `error` is undefined. */
export interface Outcome<Result> {
  readonly result: Result | undefined;
  readonly error: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command in this process as if in a separate one: with its own folder and environment, without
 * a terminal. Takes a tenth of the time of a process. Only one can run at a time.
 */
export async function runHere<Result>(
  command: () => Promise<Result>,
  { cwd, env = {} }: HereOptions,
): Promise<Outcome<Result>> {
  const undo: (() => void)[] = [];
  const folder = process.cwd();
  try {
    process.chdir(cwd);
    undo.push(() => process.chdir(folder));
    for (const [name, value] of Object.entries(env)) undo.push(setVariable(name, value));
    for (const stream of [process.stdin, process.stdout, process.stderr]) {
      undo.push(withoutTerminal(stream));
    }
    const { result, stdout, stderr } = await captured(
      async (printed) =>
        await within(LIMIT, command(), printed).then(
          (value) => ({ value, error: undefined }),
          (error: unknown) => ({ value: undefined, error }),
        ),
    );
    return { result: result.value, error: result.error, stdout, stderr };
  } finally {
    for (const back of undo.reverse()) back();
  }
}

function setVariable(name: string, value: string | undefined): () => void {
  const old = process.env[name];
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
  return () => {
    if (old === undefined) delete process.env[name];
    else process.env[name] = old;
  };
}

function withoutTerminal(stream: { isTTY?: boolean }): () => void {
  const own = Object.getOwnPropertyDescriptor(stream, "isTTY");
  Object.defineProperty(stream, "isTTY", { value: false, configurable: true, writable: true });
  return () => {
    if (own === undefined) delete stream.isTTY;
    else Object.defineProperty(stream, "isTTY", own);
  };
}

/** @param printed what the command has printed so far: where it stands if it does not end */
async function within<Result>(
  milliseconds: number,
  promise: Promise<Result>,
  printed: () => string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(", ");
      reject(
        new Error(
          `The command took longer than ${milliseconds} ms. Open: ${open}. It printed:\n${printed()}`,
        ),
      );
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Expects that a command did what it was asked to. */
export function ok<
  Run extends { readonly code: number | null } & Pick<Outcome<0>, "stdout" | "stderr">,
>(run: Run): Run {
  if (run.code === 0) return run;
  throw new Error(`The command ended with ${run.code}: ${run.stderr}${run.stdout}`);
}
