import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

import { Wallet } from "ethers";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import type { ProposeOptions } from "../../src/operations/run/live-inputs.js";
import { noteOf } from "../../src/output/describe/event-notes.js";
import { migrateLive } from "../../src/operations/run/live.js";
import type { Section } from "../../src/operations/run/prepare.js";

/** Where the process kills itself; counts start at 1. */
export type CrashPoint =
  | {
      readonly at: "request";
      readonly method: string;
      readonly count: number;
      readonly after: boolean;
    }
  | {
      /** When a file is renamed to a path, or removed. */
      readonly at: "rename" | "rm";
      /** The end of the path. */
      readonly path: string;
      readonly after: boolean;
    };

/** The inputs of a child, as JSON in its first argument. */
export interface ChildInputs {
  readonly url: string;
  readonly privateKey: string;
  readonly mnemonic: string;
  readonly sections: readonly Section[];
  readonly params: string;
  readonly output: string;
  /** Changes a DAO instead of migrating. */
  readonly change?: ProposeOptions;
  readonly crash?: CrashPoint;
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // The signal may take a moment, and nothing may happen until then.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function crashing(provider: Eip1193Provider, crash: CrashPoint | undefined): Eip1193Provider {
  if (crash?.at !== "request") return provider;
  let count = 0;
  return {
    keepsOrder: true,
    async request(request) {
      const here = request.method === crash.method && ++count === crash.count;
      if (here && !crash.after) die();
      const answer = await provider.request(request);
      if (here) die();
      return answer;
    },
  };
}

function dieAtFile(crash: CrashPoint | undefined): void {
  if (crash === undefined || crash.at === "request") return;
  const { at, path, after } = crash;
  const original = fs[at] as (...args: unknown[]) => Promise<void>;
  const dying = async (...args: unknown[]) => {
    const here = String(args[at === "rename" ? 1 : 0]).endsWith(path);
    if (here && !after) die();
    await original(...args);
    if (here) die();
  };
  Object.assign(fs, { [at]: dying });
  syncBuiltinESMExports();
}

const { url, privateKey, mnemonic, crash, ...inputs } = JSON.parse(
  process.argv[2] ?? "",
) as ChildInputs;
dieAtFile(crash);
console.log("started");
await migrateLive({
  provider: crashing(new RpcClient(url, { backoff: 20 }), crash),
  signer: new Wallet(privateKey),
  testMnemonic: mnemonic,
  projectRoot: process.cwd(),
  // Anvil may leave a transaction in its pool until a replacement transaction arrives.
  raiseAfter: 15_000,
  onEvent: (event) => {
    const note = noteOf(event);
    if (note !== undefined) console.log(note);
  },
  ...inputs,
});
console.log("done");
