import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

import { Wallet } from "ethers";

import type { Eip1193Provider } from "../../src/chain/provider.js";
import { RpcClient } from "../../src/chain/rpc-client.js";
import { noteOf } from "../../src/terminal/event-notes.js";
import { migrateLive } from "../../src/run/live.js";
import type { Section } from "../../src/run/prepare.js";

/** Where the process kills itself; counts begin at 1. */
export type CrashPoint =
  | {
      readonly at: "request";
      readonly method: string;
      readonly count: number;
      readonly after: boolean;
    }
  | { readonly at: "removal of the journal" };

/** What a child migrates, as JSON in its first argument. */
export interface ChildInputs {
  readonly url: string;
  readonly privateKey: string;
  readonly mnemonic: string;
  readonly sections: readonly Section[];
  readonly params: string;
  readonly output: string;
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
    async request(request) {
      const here = request.method === crash.method && ++count === crash.count;
      if (here && !crash.after) die();
      const answer = await provider.request(request);
      if (here) die();
      return answer;
    },
  };
}

function dieAtRemoval(): void {
  const { rm } = fs;
  fs.rm = async (path, options) => {
    if (String(path).endsWith(".journal")) die();
    await rm(path, options);
  };
  syncBuiltinESMExports();
}

const { url, privateKey, mnemonic, crash, ...inputs } = JSON.parse(
  process.argv[2] ?? "",
) as ChildInputs;
let patched = false;
console.log("started");
await migrateLive({
  provider: crashing(new RpcClient(url, { backoff: 20 }), crash),
  signer: new Wallet(privateKey),
  testMnemonic: mnemonic,
  projectRoot: process.cwd(),
  onEvent: (event) => {
    const note = noteOf(event);
    if (note !== undefined) console.log(note);
    if (event.type !== "mined") return;
    // From the first step on: before, the remains of a journal that was never begun are removed.
    if (crash?.at === "removal of the journal" && !patched) dieAtRemoval();
    patched = true;
  },
  ...inputs,
});
console.log("done");
