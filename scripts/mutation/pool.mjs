// @ts-check
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** @import { ChildProcess } from "node:child_process" */
/** @import { Seen } from "./worker.mjs" */

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
/** A process is replaced after this many mutants, because they leave things behind. */
const LIFETIME = 150;
/** Limit for all tests together without a mutant, in milliseconds. */
const LONGEST = 600_000;

/**
 * @typedef {object} Settings
 * @property {string} root
 * @property {string} sources the file of the instrumented sources, as JSON
 * @property {string[]} tests files
 */

/** @typedef {{ fate: "killed" | "timeout" | "survived", killer?: string }} Outcome */

/** Processes that run tests, each with one mutant at a time. */
export class Pool {
  #settings;
  /** @type {Set<Worker>} */
  #all = new Set();
  /** @type {Worker[]} */
  #idle = [];
  /** Of tests by their titles, in milliseconds. @type {Record<string, number>} */
  #durations = {};

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /** Runs all tests without a mutant. @returns {Promise<{ worker: Worker, seen: Seen[], outside: number[] }>} */
  async begin() {
    const worker = this.#start({});
    /** @type {{ seen: Seen[], outside: number[] }} */
    const { seen, outside } = await worker.ready();
    this.#durations = Object.fromEntries(seen.map((test) => [test.title, test.milliseconds]));
    this.#idle.push(worker);
    return { worker, seen, outside };
  }

  /**
   * @param {number} mutant
   * @param {readonly string[]} tests titles
   * @param {number} limit milliseconds
   */
  async run(mutant, tests, limit) {
    const worker = this.#idle.pop() ?? (await this.#replacement());
    const outcome = await worker.run(mutant, tests, limit);
    if (worker.isWorn) worker.end();
    else this.#idle.push(worker);
    return outcome;
  }

  /**
   * Runs a mutant that is active while the modules are loaded.
   * @param {number} mutant
   * @param {readonly string[]} files of tests
   * @param {readonly string[]} only titles
   * @param {number} limit milliseconds
   */
  async runAlone(mutant, files, only, limit) {
    const worker = this.#start({ durations: this.#durations, tests: files, mutant, only });
    const outcome = await worker.outcome(limit);
    worker.end();
    return outcome;
  }

  end() {
    for (const worker of this.#all) worker.end();
  }

  async #replacement() {
    const worker = this.#start({ durations: this.#durations });
    await worker.ready();
    return worker;
  }

  /** @param {object} more */
  #start(more) {
    const worker = new Worker({ ...this.#settings, ...more });
    this.#all.add(worker);
    return worker;
  }
}

export class Worker {
  /** @type {ChildProcess} */
  #child;
  #runs = 0;
  /** @type {(message: any) => void} */
  #listener = () => {};
  #isOver = false;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#child = fork(WORKER, {
      cwd: settings.root,
      execArgv: ["--import", import.meta.resolve("tsx/esm")],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Durations of all tests are too long for an argument.
    this.#child.send(settings);
    this.#child.on("message", (message) => this.#listener(message));
    this.#child.on("exit", () => {
      this.#isOver = true;
      this.#listener({ kind: "exit" });
    });
  }

  get isWorn() {
    return this.#isOver || this.#runs >= LIFETIME;
  }

  async ready() {
    const message = await this.#next(LONGEST);
    if (message.kind === "ready") return message;
    this.end();
    throw new Error(`The tests cannot be run: ${message.killer ?? message.kind}.`);
  }

  /**
   * @param {number} mutant
   * @param {readonly string[]} tests titles
   * @param {number} limit milliseconds
   */
  async run(mutant, tests, limit) {
    this.#runs++;
    if (!this.#isOver) this.#child.send({ mutant, tests });
    return await this.outcome(limit);
  }

  /** @param {number} limit milliseconds @returns {Promise<Outcome>} */
  async outcome(limit) {
    const { kind, killer } = await this.#next(limit);
    if (kind === "done") {
      return killer === undefined ? { fate: "survived" } : { fate: "killed", killer };
    }
    this.end();
    return { fate: "timeout" };
  }

  end() {
    this.#isOver = true;
    this.#child.kill("SIGKILL");
  }

  /** @param {number} limit @returns {Promise<any>} */
  async #next(limit) {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ kind: "timeout" }), limit);
      this.#listener = (message) => {
        clearTimeout(timer);
        resolve(message);
      };
      if (this.#isOver) this.#listener({ kind: "exit" });
    });
  }
}
