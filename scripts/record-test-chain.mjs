// @ts-check
// Writes dist/test-chain/recording.json: the migration of a test chain with default options, from which the built
// package starts such a chain (see src/test-chain/recording/recording.ts). Also writes code.txt, a hash of the code,
// which tells whether recordings in a user's cache were made by the same code. The build runs it last.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import "./typescript.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const load = (/** @type {string} */ file) => import(`../src/test-chain/${file}`);
const { openConnection } = await load("connection.ts");
const { migrateRecording } = await load("recording/record.ts");

/** A hash of all code and data that a migration depends on. */
function codeHash() {
  const hash = createHash("sha256");
  const names = readdirSync(path.join(root, "dist"), { recursive: true, encoding: "utf8" });
  const files = names
    .map((name) => path.join("dist", name))
    .filter((name) => /\.(js|json|bin)$/.test(name));
  for (const name of [...files, "migration-params.json", "package.json"].sort()) {
    const file = path.join(root, name);
    if (statSync(file).isFile()) hash.update(`${name}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

const connection = await openConnection({});
// The packaged example, not the project's own parameters.
const { recording } = await migrateRecording(connection.provider, { params: undefined });
await connection.close();

const folder = path.join(root, "dist/test-chain/");
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "recording.json"), JSON.stringify(recording));
writeFileSync(path.join(folder, "code.txt"), `${codeHash()}\n`);
