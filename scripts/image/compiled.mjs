// @ts-check
// Runs in the build stage of the Dockerfile: starts a chain and checks its health once, so that Node keeps their
// compiled code in the folder "compiled", where every container finds it. Node on another platform ignores it.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, renameSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** The container's. Node reads only what this user wrote, by the name of the folder. */
const USER = "1000";

const folder = path.resolve("compiled");
const programs = path.resolve("dist/src/interfaces/cli");
const options = {
  cwd: mkdtempSync(path.join(os.tmpdir(), "chain-")),
  env: { ...process.env, NODE_COMPILE_CACHE: folder, NODE_COMPILE_CACHE_PORTABLE: "1" },
  timeout: 120_000,
};
const chain = spawn(
  process.execPath,
  [path.join(programs, "test-chain.js"), "--port", "0"],
  options,
);
const ended = once(chain, "exit");
let said = "";
for await (const part of chain.stdout) {
  said += part;
  const [, address] = /Listening on (\S+)/.exec(said) ?? [];
  if (address === undefined) continue;
  execFileSync(process.execPath, [path.join(programs, "health.js"), `http://${address}`], options);
  break;
}
chain.kill("SIGTERM");
await ended;
const names = readdirSync(folder);
if (names.length === 0) throw new Error(`Node kept no compiled code. The chain printed:\n${said}`);
for (const name of names) {
  const own = path.join(folder, name);
  // Node lets nobody else read them.
  for (const file of readdirSync(own)) chmodSync(path.join(own, file), 0o644);
  renameSync(own, own.replace(/-\d+$/, `-${USER}`));
}
