// Writes src/foundation/arc/source/pins.json: the sha512 integrity of every tarball that Arc's contracts come from, and the sha256
// of each release's contracts. Fetches and hashes each tarball here, and compares it with the registry's hash. Ignores
// everything that is installed or cached.
// Usage: node scripts/pin-arc-releases.mjs [--check]   (--check writes nothing, and fails on a difference)
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./typescript.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const load = (path) => import(`../src/foundation/arc/${path}`);
const { findNpm, runNpm } = await load("source/npm-cli.ts");
const { sha512Integrity } = await load("source/fetch-tarball.ts");
const { assemble, unpackPackages } = await load("source/package-artifacts.ts");
const { archiveContent, contentPin, openContent } = await load("source/archive.ts");
const { ARC_VERSIONS } = await load("versions.ts");
const { arcPackage, INFRA_PACKAGE, PREDECESSOR_PACKAGE, REGISTRY_PACKAGE } =
  await load("source/packages.ts");
const { writeOrCheck } = await import("./write-or-check.ts");

const npm = findNpm();
if (npm === undefined) throw new Error("npm was not found");

async function run(...args) {
  const result = await runNpm(npm, { args, cwd: root, env: process.env, timeoutMs: 5 * 60 * 1000 });
  if (result.exitCode !== 0) throw new Error(`npm ${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

async function fetchPublished(packageSpec) {
  const folder = await mkdtemp(join(tmpdir(), "pin-arc-"));
  try {
    await run("pack", packageSpec, `--pack-destination=${folder}`, "--ignore-scripts");
    const [file] = await readdir(folder);
    const tarball = await readFile(join(folder, file));
    const found = sha512Integrity(tarball);
    const published = JSON.parse(await run("view", packageSpec, "dist.integrity", "--json"));
    if (found !== published) {
      throw new Error(`${packageSpec}: the tarball is ${found}, the registry says ${published}`);
    }
    return tarball;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const published = JSON.parse(await run("view", "@daostack/arc", "versions", "--json"));
const unknown = published.filter((version) => !ARC_VERSIONS.includes(version));
if (unknown.length > 0)
  throw new Error(`Not in src/foundation/arc/versions.ts: ${unknown.join(", ")}`);

const isWanted = (version) => ARC_VERSIONS.includes(version) && !published.includes(version);
const tarballPins = {};
const contentPins = {};
const opened = new Map();
// First the packages that complete releases.
for (const tarballSpec of [
  INFRA_PACKAGE,
  REGISTRY_PACKAGE,
  PREDECESSOR_PACKAGE,
  ...ARC_VERSIONS.filter((version) => published.includes(version)).map(arcPackage),
]) {
  const tarball = await fetchPublished(tarballSpec);
  tarballPins[tarballSpec] = sha512Integrity(tarball);
  for (const [spec, own] of await unpackPackages(tarballSpec, tarball, isWanted)) {
    const content = archiveContent(spec, await assemble(spec, own, (each) => opened.get(each)));
    contentPins[spec] = contentPin(content);
    opened.set(spec, openContent(spec, contentPins[spec], content));
    console.log(spec, contentPins[spec], opened.get(spec).contractNames.length, content.length);
  }
}

const missing = ARC_VERSIONS.map(arcPackage).filter((spec) => !opened.has(spec));
if (missing.length > 0) throw new Error(`Published nowhere: ${missing.join(", ")}`);

const byName = ([a], [b]) => (a < b ? -1 : 1);
const inOrder = (pins) => Object.fromEntries(Object.entries(pins).sort(byName));
const pins = { tarballs: inOrder(tarballPins), contents: inOrder(contentPins) };
const source = `${JSON.stringify(pins, null, 2)}\n`;
writeOrCheck([["src/foundation/arc/source/pins.json", source]], "pin-arc-releases.mjs");
