// @ts-check
// Writes src/typechain, which is not in git: TypeChain bindings of the default Arc release, for the fixtures' types and
// as an export of the package; and abi.ts, the ABIs as constants, which is another export. The build and the tests run
// it. It does nothing if the bindings are up to date.
// Usage: node scripts/generate-typechain.mjs [--force]
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const outDir = path.join(root, "src/typechain");
const stampFile = path.join(outDir, "stamp");

const hash = createHash("sha256");
for (const source of [
  "src/foundation/bindings/contracts.json",
  "src/foundation/bindings/bound-contracts.ts",
  "src/foundation/bindings/write-bindings.ts",
  "src/foundation/bindings/write-abis.ts",
  "src/foundation/arc/field-name.ts",
  "src/foundation/arc/source/pins.json",
  "scripts/generate-typechain.mjs",
]) {
  hash.update(readFileSync(path.join(root, source)));
}
const stamp = hash.digest("hex");

if (process.argv.includes("--force") || stampOf() !== stamp) {
  const load = (/** @type {string} */ file) =>
    tsImport(`../src/foundation/${file}.ts`, import.meta.url);
  const { generateBindings } = await load("bindings/write-bindings");
  const { writeAbis } = await load("bindings/write-abis");
  const { ABIS_ALONE } = await load("bindings/bound-contracts");
  const { openArcRelease } = await load("arc/open-release");
  try {
    const release = await openArcRelease(undefined, {
      onFetch: (/** @type {string} */ message) => console.log(message),
    });
    const names = await generateBindings({ release, outDir, projectRoot: root });
    const contracts = [...names, ...ABIS_ALONE];
    const outFile = path.join(outDir, "abi.ts");
    await writeAbis({ release, builds: new Map(), contracts, outFile });
    writeFileSync(stampFile, stamp);
    console.log(
      `TypeChain bindings of ${names.length} contracts of Arc ${release.version} in src/typechain`,
    );
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}

/** @returns {string} the stamp of the existing bindings; empty if there are none */
function stampOf() {
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return "";
  }
}
