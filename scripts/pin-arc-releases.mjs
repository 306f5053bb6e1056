// Writes src/arc/source/pins.ts: the sha512 integrity of every tarball that Arc's contracts come from.
// Each tarball is fetched and hashed here, and has to agree with what the registry says of it.
// Usage: node scripts/pin-arc-releases.mjs [--check]   (--check writes nothing, and fails on a difference)
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import prettier from "prettier";
import { tsImport } from "tsx/esm/api";

const root = fileURLToPath(new URL("..", import.meta.url));
const { findNpm, runNpm } = await tsImport("../src/arc/source/npm-cli.ts", import.meta.url);
const { sha512Integrity } = await tsImport("../src/arc/source/fetch-tarball.ts", import.meta.url);
const { ARC_VERSIONS } = await tsImport("../src/arc/versions.ts", import.meta.url);
const { INFRA_PACKAGE, PREDECESSOR_PACKAGE, REGISTRY_PACKAGE } = await tsImport(
  "../src/arc/source/packages.ts",
  import.meta.url,
);

const PINS_FILE = join(root, "src/arc/source/pins.ts");
const npm = findNpm();
if (npm === undefined) throw new Error("npm was not found");

async function run(...args) {
  const result = await runNpm(npm, { args, cwd: root, timeoutMs: 5 * 60 * 1000 });
  if (result.exitCode !== 0) throw new Error(`npm ${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

async function integrityOf(packageSpec) {
  const folder = await mkdtemp(join(tmpdir(), "pin-arc-"));
  try {
    await run("pack", packageSpec, `--pack-destination=${folder}`, "--ignore-scripts");
    const [file] = await readdir(folder);
    const found = sha512Integrity(await readFile(join(folder, file)));
    const published = JSON.parse(await run("view", packageSpec, "dist.integrity", "--json"));
    if (found !== published) {
      throw new Error(`${packageSpec}: the tarball is ${found}, the registry says ${published}`);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const published = JSON.parse(await run("view", "@daostack/arc", "versions", "--json"));
const unknown = published.filter((version) => !ARC_VERSIONS.includes(version));
if (unknown.length > 0) throw new Error(`Not in src/arc/versions.ts: ${unknown.join(", ")}`);

const specs = [
  ...ARC_VERSIONS.filter((version) => published.includes(version)).map(
    (version) => `@daostack/arc@${version}`,
  ),
  PREDECESSOR_PACKAGE,
  INFRA_PACKAGE,
  REGISTRY_PACKAGE,
];
const pins = {};
for (const packageSpec of specs) {
  pins[packageSpec] = await integrityOf(packageSpec);
  console.log(packageSpec, pins[packageSpec]);
}

const source = await prettier.format(
  `/** Written by scripts/pin-arc-releases.mjs: the sha512 integrity of every tarball that is fetched. */
export const PINS: Readonly<Record<string, string>> = ${JSON.stringify(pins)};`,
  { ...(await prettier.resolveConfig(PINS_FILE)), parser: "typescript" },
);
if (!process.argv.includes("--check")) {
  await writeFile(PINS_FILE, source);
} else if (source !== (await readFile(PINS_FILE, "utf8"))) {
  console.error(
    "src/arc/source/pins.ts differs from what is published; see git diff after a run without --check",
  );
  process.exitCode = 1;
}
