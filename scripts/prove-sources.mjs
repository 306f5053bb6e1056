// Compiles every contract of Arc's releases from published sources and compares the code with the published one.
// Usage: node scripts/prove-sources.mjs [release...]
//   without a release: all of them, each once (a run that was stopped continues), and writes
//   src/foundation/arc/compilation/proofs.json; with releases: those alone, and fails where they differ from that file.
// Takes about half a minute per release.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import "./typescript.mjs";

const load = (path) => import(`../src/foundation/arc/${path}`);
const { openArcRelease } = await load("open-release.ts");
const { ARC_VERSIONS, resolveArcVersion } = await load("versions.ts");
const { arcPackage, INFRA_PACKAGE, REGISTRY_PACKAGE } = await load("source/packages.ts");
const { defaultCacheDir } = await import("../src/foundation/support/user-folders.ts");
const { compareCode } = await load("compilation/compare.ts");
const { compileContracts } = await load("compilation/compile-contracts.ts");
const { COMPILERS, PROOFS, SourceLibrary } = await load("compilation/source-packages.ts");

const PROOFS_FILE = fileURLToPath(
  new URL("../src/foundation/arc/compilation/proofs.json", import.meta.url),
);
const RANK = ["exact", "equal", "different"];
const options = { projectRoot: defaultCacheDir(), onFetch: console.error };
const library = new SourceLibrary(options);
const compiled = new Map();

const isPublished = (version) => COMPILERS[arcPackage(version)] !== undefined;
const worse = (a, b) => (RANK.indexOf(a) > RANK.indexOf(b) ? a : b);

/** Compares both codes of an artifact with those of another, or with compiled ones. */
function compare(found, wanted) {
  return ["bytecode", "deployedBytecode"]
    .map((key) => compareCode(found[key], wanted[key]).outcome)
    .reduce(worse);
}

/** Compiles each contract only once: releases whose sources were never published use those of others. */
async function compileOnce(contracts) {
  const key = ({ packageSpec, file, contractName }) => [packageSpec, file, contractName].join();
  const missing = contracts.filter((each) => !compiled.has(key(each)));
  for (const [each, code] of await compileContracts(missing, options)) {
    compiled.set(key(each), code);
  }
  return contracts.flatMap((each) => {
    const code = compiled.get(key(each));
    return code === undefined ? [] : [[each, code]];
  });
}

/** Voting machines and their mocks, as Arc's releases had them; the latest first. */
const INFRA_PACKAGES = [21, 19, 15, 14].map((number) => `@daostack/infra@0.0.1-rc.${number}`);

/** The packages that may contain an artifact's sources. */
async function candidates(version, artifact) {
  const own = arcPackage(version);
  if (isPublished(version)) return [own, INFRA_PACKAGE, REGISTRY_PACKAGE];
  // Its sources were never published, so it uses those of the closest release with the same code.
  const same = { exact: [], equal: [] };
  for (const other of nearestPublished(version)) {
    const release = await openArcRelease(other, options);
    if (!release.has(artifact.contractName)) continue;
    same[compare(release.artifact(artifact.contractName), artifact)]?.push(arcPackage(other));
  }
  return [...same.exact, ...INFRA_PACKAGES, ...same.equal, REGISTRY_PACKAGE];
}

function nearestPublished(version) {
  const distance = (other) => Math.abs(ARC_VERSIONS.indexOf(other) - ARC_VERSIONS.indexOf(version));
  return ARC_VERSIONS.filter(isPublished).sort((a, b) => distance(a) - distance(b));
}

/** What another release's proof says about the same code, if there is one. */
async function provenElsewhere(version, artifact) {
  let best = { outcome: "different" };
  if (isPublished(version)) return best;
  for (const other of nearestPublished(version)) {
    const proven = (await read(other))?.[artifact.contractName];
    if (proven?.packageSpec === undefined) continue;
    const release = await openArcRelease(other, options);
    const same = compare(release.artifact(artifact.contractName), artifact);
    const outcome = worse(same, proven.outcome);
    if (RANK.indexOf(outcome) < RANK.indexOf(best.outcome)) {
      best = { outcome, packageSpec: proven.packageSpec };
    }
    if (best.outcome === "exact") break;
  }
  return best;
}

/** The packages that still have to be compiled, given another release's proof. */
async function packagesFor(version, artifact, outcome) {
  if (outcome === "exact") return [];
  return outcome === "equal" ? INFRA_PACKAGES : await candidates(version, artifact);
}

/** The best match that each package's sources give for the contracts. */
async function proveRelease(version) {
  const release = await openArcRelease(version, options);
  const artifacts = release.contractNames
    .map((name) => release.artifact(name))
    .filter(({ bytecode }) => bytecode !== "0x");
  const found = {};
  const packages = new Map();
  for (const artifact of artifacts) {
    const proven = await provenElsewhere(version, artifact);
    found[artifact.contractName] = proven;
    packages.set(artifact, await packagesFor(version, artifact, proven.outcome));
  }
  // Most contracts match exactly with their first package, so the next one is compiled for only a few.
  for (let rank = 0; [...packages.values()].some((specs) => specs.length > rank); rank++) {
    const wanted = [];
    for (const artifact of artifacts) {
      const packageSpec = packages.get(artifact)[rank];
      if (packageSpec === undefined || found[artifact.contractName].outcome === "exact") continue;
      wanted.push(...(await library.find(packageSpec, artifact.contractName)));
    }
    for (const [{ contractName, packageSpec }, code] of await compileOnce(wanted)) {
      const outcome = compare(code, release.artifact(contractName));
      if (RANK.indexOf(outcome) < RANK.indexOf(found[contractName].outcome)) {
        found[contractName] = { outcome, packageSpec };
      }
    }
  }
  return found;
}

/** As written to proofs.json. */
function proofOf(found) {
  const entries = Object.entries(found);
  const names = (outcome) =>
    entries.filter(([, each]) => each.outcome === outcome).map(([name]) => name);
  const packages = new Map();
  for (const [name, { packageSpec }] of entries) {
    if (packageSpec === undefined) continue;
    packages.set(packageSpec, [...(packages.get(packageSpec) ?? []), name]);
  }
  const [[sources] = [""], ...others] = [...packages].sort(([, a], [, b]) => b.length - a.length);
  const [equal, missing] = [names("equal"), names("different")];
  return {
    sources,
    exact: names("exact").length,
    ...(others.length > 0 && {
      elsewhere: Object.fromEntries(others.map(([spec, list]) => [spec, list.join(" ")])),
    }),
    ...(equal.length > 0 && { equal: equal.join(" ") }),
    ...(missing.length > 0 && { missing: missing.join(" ") }),
  };
}

/** Proofs are cached as if the compiling code never changed: delete the folder after a change. */
const PROVEN = join(defaultCacheDir(), "proofs");

async function read(version) {
  const text = await readFile(join(PROVEN, `${version}.json`), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

async function remembered(version) {
  const before = await read(version);
  if (before !== undefined) return before;
  const found = await proveRelease(version);
  await mkdir(PROVEN, { recursive: true });
  await writeFile(join(PROVEN, `${version}.json`), JSON.stringify(found));
  return found;
}

const asked = process.argv.slice(2).map(resolveArcVersion);
const proofs = {};
const all = [
  ...ARC_VERSIONS.filter(isPublished),
  ...ARC_VERSIONS.filter((each) => !isPublished(each)),
];
for (const version of asked.length > 0 ? asked : all) {
  const started = performance.now();
  const proof = proofOf(await (asked.length > 0 ? proveRelease(version) : remembered(version)));
  proofs[version] = proof;
  const count = (names) => names?.split(" ").length ?? 0;
  console.log(
    `${version}: ${proof.exact} exact, ${count(proof.equal)} equal but for the metadata hash, ` +
      `${count(proof.missing)} not reproduced${proof.missing ? ` (${proof.missing})` : ""}, ` +
      `${Math.round((performance.now() - started) / 1000)} s`,
  );
  if (asked.length > 0 && JSON.stringify(proof) !== JSON.stringify(PROOFS[version])) {
    console.error(`${version} is not what ${PROOFS_FILE} says: ${JSON.stringify(proof)}`);
    process.exitCode = 1;
  }
}
if (asked.length === 0) {
  const inOrder = Object.fromEntries(ARC_VERSIONS.map((version) => [version, proofs[version]]));
  await writeFile(PROOFS_FILE, `${JSON.stringify(inOrder, null, 2)}\n`);
}
