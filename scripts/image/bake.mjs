// @ts-check
// Runs in the build stage of the Dockerfile: migrates a test chain and writes its files to a folder, as a container
// does when it starts. Leaves out the hash of block 0, which differs at each start.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const [folder = "/chain"] = process.argv.slice(2);
const { openMigratedChain } = await import(path.resolve("dist/src/test-chain/open.js"));

const chain = await openMigratedChain({});
const lasting = { ...chain.result, genesis: undefined };
mkdirSync(folder, { recursive: true });
for (const [name, text] of [
  ["migration.json", `${JSON.stringify(lasting, null, 2)}\n`],
  ["migration-params.json", await chain.params()],
]) {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, 0o644);
}
await chain.close();
