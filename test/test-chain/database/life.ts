import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import type { TestChainOptions } from "../../../src/test-chain/options.js";
import { compiled } from "../../compiled.js";
import { endWithUs } from "../../end-with-us.js";
import type { Ask } from "./with-chain.js";

/** Timeout of an answer, in milliseconds. */
const LONGEST = 30_000;

/** A request got no answer in time. */
export class Hang extends Error {}

/** A process with a chain, up to its kill. */
export class Life {
  readonly #child: ChildProcess;
  readonly #done: string[];
  readonly #waiting = new Map<number, Waiting>();
  #id = 0;

  /**
   * @param done receives what it is asked
   * @param limit the most that it can write to a file, in bytes, as on a full disk
   */
  constructor(done: string[] = [], limit?: number) {
    this.#done = done;
    const program = compiled("test/test-chain/database/chain-child.ts");
    const shell = limit === undefined ? "" : `ulimit -f ${Math.floor(limit / 512)}; `;
    const args = ["-c", `${shell}exec "$0" "$1"`, process.execPath, program];
    const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
    this.#child = endWithUs(spawn("sh", args, { serialization: "advanced", stdio: [...stdio] }));
    this.#child.on("message", ({ id, result, error }: Answer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    this.#child.once("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("It was killed."));
    });
  }

  readonly ask: Ask = async (method, ...params) => {
    const isRead = /^eth_(?!send)|^hardhat_get/.test(method);
    if (!isRead) this.#done.push(JSON.stringify({ method, params }).slice(0, 400));
    return await this.#send({ method, params });
  };

  async open(open: TestChainOptions): Promise<void> {
    this.#done.push("open");
    await this.#send({ open });
  }

  async close(): Promise<void> {
    this.#done.push("close");
    await this.#send({ close: true });
  }

  async kill(): Promise<void> {
    this.#done.push("kill");
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }

  async #send(message: object): Promise<unknown> {
    const id = ++this.#id;
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Hang(`No answer to ${JSON.stringify(message)}`));
      }, LONGEST);
      this.#waiting.set(id, {
        resolve: (result) => (clearTimeout(timer), resolve(result)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      });
      this.#child.send({ id, ...message });
    });
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
