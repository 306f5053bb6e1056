// @ts-check
// `npm run release`: publishes the package and the image, from the main branch. With arguments for dao-migrate, it
// first migrates on the networks in .env and commits the addresses, which the package then contains. `--dry-run` does
// everything but send and publish. Outside of CI, or if package.json names no repository, npm cannot attest the build's
// provenance; `--no-provenance` accepts that.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { imageTag, requireBase } from "./image/names.mjs";
import { addDeployments } from "./release/deployments.mjs";
import { liveNetworks, ReleaseError, requireChain } from "./release/networks.mjs";
import { requireNothingSwallowed, USAGE } from "./release/arguments.mjs";
import {
  git,
  packageVersion,
  requireCleanTree,
  requireNothingIgnored,
  requirePushed,
  requireRepository,
  sectionOf,
} from "./release/repository.mjs";
import { fits } from "./runtime.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

const args = process.argv.slice(2);
const isDry = args.includes("--dry-run");
const withoutProvenance = args.includes("--no-provenance");
const version = packageVersion();

try {
  await release();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function release() {
  if (args.some((arg) => ["--help", "-h"].includes(arg))) {
    console.log(USAGE);
    return;
  }
  requireNothingSwallowed(process.env);
  if (!fits(process.versions.node)) {
    throw new ReleaseError(
      `This is Node ${process.versions.node}. Release with Node 22.13 or later.`,
    );
  }
  const migrationArguments = args.filter((arg) => !["--dry-run", "--no-provenance"].includes(arg));
  requireReleasable();
  const networks = migrationArguments.length > 0 ? liveNetworks(".env", process.env) : [];
  for (const network of networks) await requireChain(network);

  // The existing bindings are not in git, so they may be outdated.
  run("the bindings", process.execPath, ["scripts/generate-types.mjs", "--force"]);
  run("the build", "npm", ["run", "build"]);
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/sbom.cdx.json", billOfMaterials());
  for (const network of networks) migrate(network, migrationArguments);
  const hasNewAddresses = !isDry && commitAddresses(networks);
  // Contains the new addresses.
  run("the image", "npm", ["run", "docker:build"]);

  if (isPublished()) {
    console.log(`\n${version} is already published, from this commit. Continuing with the image.`);
  } else {
    publish();
  }
  if (isDry) {
    console.log(
      `\nNothing was published: a dry run of ${version}. The image would be pushed as ${imageTag().name}.`,
    );
    return;
  }
  run("the push of the image", "npm", ["run", "docker:push"]);
  git("tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  const toPush = hasNewAddresses
    ? `the commit of the addresses, and the tag: git push origin main v${version}`
    : `the tag: git push origin v${version}`;
  console.log(`\nPublished ${version}. Push ${toPush}`);
}

function requireReleasable() {
  const branch = git("rev-parse", "--abbrev-ref", "HEAD");
  if (branch !== "main") {
    throw new ReleaseError(
      `The branch is ${branch}; releases come from main. Merge it and switch to main.`,
    );
  }
  requireCleanTree();
  requirePushed();
  requireNothingIgnored((args) => output("npm", args));
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
  if (!withoutProvenance) {
    requireRepository(process.env, JSON.parse(readFileSync("package.json", "utf8")));
  }
  if (isDry) return;
  if (!process.env["CI"] && !withoutProvenance) {
    throw new ReleaseError(
      "This is not a CI, so the package would have no provenance. Release from the CI, or pass --no-provenance.",
    );
  }
  requireBase();
  if (!process.env["DOCKER_IMAGE"]) {
    throw new ReleaseError(
      "DOCKER_IMAGE is not set: it says where the image is pushed, such as <organisation>/<image>.",
    );
  }
}

/**
 * Whether npm has this version already. If a release stopped after publishing the package, running it again completes
 * it.
 *
 * @throws {ReleaseError} if it was published from another commit
 */
function isPublished() {
  const { name } = JSON.parse(readFileSync("package.json", "utf8"));
  const spec = `${name}@${version}`;
  const { status, stdout, stderr } = capture("npm", ["view", spec, "gitHead", "--json"]);
  if (status !== 0 && /\bE404\b/.test(stdout + stderr)) return false;
  if (status !== 0) throw new ReleaseError(`npm view ${spec} failed: ${stderr}`);
  // For a package without that version, npm prints nothing.
  if (stdout.trim() === "") return false;
  const published = JSON.parse(stdout);
  const head = git("rev-parse", "HEAD");
  if (published === head) return true;
  throw new ReleaseError(
    `${version} is already published, from commit ${published}; this is ${head}. Run npm run prepare-release for the next version.`,
  );
}

function publish() {
  const tag = version.includes("-") ? ["--tag", "latest"] : [];
  const provenance = process.env["CI"] && !withoutProvenance ? ["--provenance"] : [];
  run("the package", "npm", [
    // The build exists, including the bill of materials.
    ...["publish", "--ignore-scripts", "--access", "public", ...tag],
    ...(isDry ? ["--dry-run"] : provenance),
  ]);
}

/** The dependencies of the package, from the lock file. */
function billOfMaterials() {
  return output("npm", [
    ...["sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx"],
  ]);
}

/**
 * What a command prints.
 *
 * @param {string} command
 * @param {string[]} args
 */
function output(command, args) {
  const { status, stdout, stderr } = capture(command, args);
  if (status !== 0) throw new ReleaseError(`${command} ${args[0]} failed: ${stderr}`);
  return stdout;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function capture(command, args) {
  return spawnSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
}

/**
 * @param {import("./release/networks.mjs").LiveNetwork} network
 * @param {string[]} more arguments of dao-migrate
 */
function migrate({ name, provider, privateKey }, more) {
  console.log(`\nMigrating on ${name}`);
  run(
    `the migration on ${name}`,
    process.execPath,
    [
      "dist/src/interfaces/cli/dao-migrate.js",
      ...more,
      ...["--output", `migration-${name}.json`],
      ...(isDry ? ["--dry-run"] : []),
    ],
    // Not as arguments, because every user of the machine can read those. A URL may contain a key, too.
    { DAO_MIGRATE_PROVIDER: provider, DAO_MIGRATE_PRIVATE_KEY: privateKey },
  );
}

/**
 * Writes the new addresses to where the package's `migration(network)` finds them, and commits them, because the tag
 * must contain what was published.
 *
 * @param {readonly import("./release/networks.mjs").LiveNetwork[]} networks
 * @returns {boolean} whether there are any
 */
function commitAddresses(networks) {
  const command = ["dist/src/interfaces/cli/dao-migrate.js", "addresses", "--format", "daostack"];
  const added = networks
    .map(({ name }) => name)
    .filter((name) => {
      const file = ["--output", `migration-${name}.json`];
      return addDeployments(name, output(process.execPath, [...command, ...file]));
    });
  if (added.length === 0) return false;
  git("add", "src/foundation/result/deployments");
  git("commit", "--quiet", "--message", `Add the addresses of ${version} on ${added.join(", ")}`);
  return true;
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
