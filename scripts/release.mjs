// @ts-check
// `npm run release`: publishes the package and the image, from the main branch. With arguments, which are those
// of dao-migrate, it first migrates on the networks of .env. `--dry-run` does everything but send and publish.
// Outside a CI there is no provenance of the build; `--no-provenance` accepts that.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { imageTag } from "./image/tag.mjs";
import { liveNetworks, ReleaseError, requireChain } from "./release/networks.mjs";
import { git, packageVersion, requireCleanTree, sectionOf } from "./release/repository.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

try {
  await release(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string[]} args */
async function release(args) {
  const isDry = args.includes("--dry-run");
  const migrationArguments = args.filter((arg) => !["--dry-run", "--no-provenance"].includes(arg));
  const version = packageVersion();
  requireReleasable(version, isDry, args.includes("--no-provenance"));
  const networks = migrationArguments.length > 0 ? liveNetworks(".env", process.env) : [];
  for (const network of networks) await requireChain(network);

  run("the build", "npm", ["run", "build"]);
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/sbom.cdx.json", billOfMaterials());
  run("the image", "npm", ["run", "docker:build"]);
  for (const network of networks) migrate(network, migrationArguments, isDry);

  const tag = version.includes("-") ? ["--tag", "latest"] : [];
  const provenance = process.env["CI"] ? ["--provenance"] : [];
  run("the package", "npm", [
    // The build exists, with the bill of materials in it.
    ...["publish", "--ignore-scripts", "--access", "public", ...tag],
    ...(isDry ? ["--dry-run"] : provenance),
  ]);
  if (isDry) {
    console.log(
      `\nNothing was published: a dry run of ${version}. The image would be pushed as ${imageTag().name}.`,
    );
    return;
  }
  run("the push of the image", "npm", ["run", "docker:push"]);
  git("tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  console.log(`\nPublished ${version}. Push the tag: git push origin v${version}`);
}

/**
 * @param {string} version
 * @param {boolean} isDry
 * @param {boolean} withoutProvenance
 */
function requireReleasable(version, isDry, withoutProvenance) {
  const branch = git("rev-parse", "--abbrev-ref", "HEAD");
  if (branch !== "main") {
    throw new ReleaseError(
      `The branch is ${branch}; releases come from main. Merge it and switch to main.`,
    );
  }
  requireCleanTree();
  if (!sectionOf(readFileSync("CHANGELOG.md", "utf8"), version)) {
    throw new ReleaseError(
      `CHANGELOG.md has nothing about ${version}. Run npm run prepare-release first.`,
    );
  }
  if (git("tag", "--list", `v${version}`) !== "") {
    throw new ReleaseError(
      `${version} is already released (tag v${version}). Run npm run prepare-release first.`,
    );
  }
  if (isDry) return;
  if (!process.env["CI"] && !withoutProvenance) {
    throw new ReleaseError(
      "This is not a CI, so the package would have no provenance. Release from the CI, or pass --no-provenance.",
    );
  }
  if (!process.env["DOCKER_IMAGE"]) {
    throw new ReleaseError(
      "DOCKER_IMAGE is not set: it says where the image is pushed, such as <organisation>/<image>.",
    );
  }
}

/** The dependencies of the package, from the lock file. */
function billOfMaterials() {
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx"],
    { encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new ReleaseError(`npm sbom failed: ${stderr}`);
  return stdout;
}

/**
 * @param {import("./release/networks.mjs").LiveNetwork} network
 * @param {string[]} args
 * @param {boolean} isDry
 */
function migrate({ name, provider, privateKey }, args, isDry) {
  console.log(`\nMigrating on ${name}`);
  const output = ["--output", `migration-${name}.json`];
  run(
    `the migration on ${name}`,
    process.execPath,
    [
      "dist/src/cli/dao-migrate.js",
      ...args,
      "--provider",
      provider,
      ...output,
      ...(isDry ? ["--dry-run"] : []),
    ],
    // Not as an argument, because every user of the machine can read those.
    { DAO_MIGRATE_PRIVATE_KEY: privateKey },
  );
}

/**
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} secrets
 */
function run(what, command, args, secrets = {}) {
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...secrets },
  });
  if (status === 0) return;
  const reason = error === undefined ? `ended with ${status}, see above` : error.message;
  throw new ReleaseError(`The release stopped: ${what} ${reason}.`);
}
