// @ts-check
// Writes the types that are not in git: src/typechain, TypeChain bindings of the default Arc release, for the fixtures'
// types and as an export of the package; abi.ts there, the ABIs as constants, which is another export; and the types of
// the library's options, so that editors show the words of flags.ts. The build and the tests run it. It does nothing if
// they are up to date.
// Usage: node scripts/generate-types.mjs [--force]
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import "./typescript.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const outDir = path.join(root, "src/typechain");
const optionsFile = path.join(root, "src/interfaces/commands/flag-values.ts");
const stampFile = path.join(outDir, "stamp");

const hash = createHash("sha256");
for (const source of [
  "src/foundation/bindings/contracts.json",
  "src/foundation/bindings/bound-contracts.ts",
  "src/foundation/bindings/write-bindings.ts",
  "src/foundation/bindings/write-abis.ts",
  "src/foundation/arc/field-name.ts",
  "src/foundation/arc/source/pins.json",
  "src/foundation/support/defaults.ts",
  "src/interfaces/commands/flag.ts",
  "src/interfaces/commands/flags.ts",
  "scripts/generate-types.mjs",
]) {
  hash.update(readFileSync(path.join(root, source)));
}
const stamp = hash.digest("hex");

/** @param {string} file */
const load = (file) => import(`../src/${file}.ts`);

if (process.argv.includes("--force") || stampOf() !== stamp) {
  const { generateBindings } = await load("foundation/bindings/write-bindings");
  const { writeAbis } = await load("foundation/bindings/write-abis");
  const { ABIS_ALONE } = await load("foundation/bindings/bound-contracts");
  const { openArcRelease } = await load("foundation/arc/open-release");
  try {
    writeFileSync(optionsFile, await optionTypes());
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

/** One interface with every option of the library, and the words of the help as comments. */
async function optionTypes() {
  const { camelCase, wordsOf } = await load("interfaces/commands/flag");
  const { flags } = await load("interfaces/commands/flags");
  const fields = Object.entries(flags)
    .filter(([, { doors }]) => doors.includes("library"))
    .map(([name, flag]) => {
      const { words, standard, isLiteral } = wordsOf(flag);
      const ending = standard && ` Default: ${isLiteral ? `\`${standard}\`` : standard}.`;
      const text = `${words.charAt(0).toUpperCase()}${words.slice(1)}.${ending}`;
      const typed = text.replaceAll(
        /--([a-z-]+)/g,
        (/** @type {string} */ _, /** @type {string} */ each) => camelCase(each),
      );
      return `  /** ${typed} */\n  readonly ${name}?: Kinds["${flag.kind}"];\n`;
    });
  return `import type { Kinds } from "./kinds.js";

/** Every option of the library. */
export interface FlagValues {
${fields.join("")}}
`;
}

/** @returns {string} the stamp of the existing bindings; empty if there are none */
function stampOf() {
  if (!existsSync(optionsFile)) return "";
  try {
    return readFileSync(stampFile, "utf8");
  } catch {
    return "";
  }
}
