import { Worker } from "node:worker_threads";
import { ArcError } from "../arc-error.js";
import type { OpenOptions } from "../source/open-options.js";
import { pinOf } from "../source/packages.js";
import { readFiles } from "../source/read-tarball.js";
import { openTarball } from "../source/tarball-cache.js";
import { SOURCE_PINS } from "./source-packages.js";
import type { StandardInput } from "./standard-input.js";

/** Contracts take seconds, so a compiler that takes this long hangs. */
const TIMEOUT_MS = 10 * 60 * 1000;

/**
 * The compiler installs error handlers for its whole process and never ends by itself, so it gets a thread of its own.
 */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const Module = require("node:module");
const soljson = new Module("soljson.js");
soljson._compile(workerData, "soljson.js");
const { _solidity_compile: current, cwrap } = soljson.exports;
const compile = cwrap(current ? "solidity_compile" : "compileStandard", "string", ["string", "number"]);
parentPort.on("message", (input) => parentPort.postMessage(compile(input, 0)));
`;

/** The compiler's output for a contract: its code without 0x. Some versions omit parts. */
interface SolcContract {
  readonly evm?: {
    readonly bytecode?: { readonly object: string };
    readonly deployedBytecode?: { readonly object: string };
  };
}

/** The compiler's output: the contracts by file and name. */
export interface SolcOutput {
  readonly errors?: readonly {
    readonly severity: string;
    readonly formattedMessage?: string;
    readonly message: string;
  }[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, SolcContract>>>>;
}

/** One version of solc, from npm. Close it after use, because it holds a thread. */
export class Compiler {
  /** Such as `0.5.17+commit.d19bba13`. */
  readonly version: string;
  readonly #worker: Worker;

  /**
   * @param version in full
   * @throws ArcError if it cannot be obtained
   */
  static async open(version: string, options: OpenOptions = {}): Promise<Compiler> {
    const packageSpec = `solc@${version.split("+")[0]}`;
    const tarball = await openTarball(packageSpec, pinOf(packageSpec, SOURCE_PINS), options);
    let soljson = "";
    await readFiles(
      tarball,
      (path) => path === "soljson.js",
      (_path, text) => (soljson = text),
    );
    return new Compiler(version, soljson);
  }

  private constructor(version: string, soljson: string) {
    this.version = version;
    this.#worker = new Worker(WORKER, {
      eval: true,
      workerData: soljson,
      // The compiler needs nothing from the environment. The warnings are V8's, about how old compilers were built.
      env: { NODE_NO_WARNINGS: "1" },
    });
    this.#worker.unref();
  }

  /**
   * Compiles one input. Do not call it again before it returns.
   * @throws ArcError if the compiler refuses the sources
   */
  async run(input: StandardInput): Promise<SolcOutput> {
    const output = JSON.parse(await this.#run(JSON.stringify(input))) as SolcOutput;
    const error = output.errors?.find(({ severity }) => severity === "error");
    if (error === undefined) return output;
    throw new ArcError(
      `solc ${this.version} cannot compile the sources: ${error.formattedMessage ?? error.message}`,
    );
  }

  async #run(input: string): Promise<string> {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: string): void =>
        finish(() => reject(new ArcError(`solc ${this.version} ${reason}`)));
      const timer = setTimeout(() => fail("took too long and was stopped."), TIMEOUT_MS);
      const onMessage = (output: string): void => finish(() => resolve(output));
      const onError = (error: Error): void => fail(`failed: ${error.message}`);
      const onExit = (): void => fail("ended during compilation.");
      const finish = (done: () => void): void => {
        clearTimeout(timer);
        this.#worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        done();
      };
      this.#worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      this.#worker.postMessage(input);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
