// @ts-check
// `npm run prepare-release [-- [version] [--repository URL]]`: sets the next version of the migration for the same Arc
// release, or the given version, in every file that contains it, and commits that. The first time, it needs the address
// of the repository, for `repository`, `homepage` and `bugs` in package.json; nothing else contains it. Publishes
// nothing; `npm run release` does that.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import readline from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { ReleaseError } from "./release/networks.mjs";
import {
  git,
  packageVersion,
  requireCleanTree,
  sectionOf,
  VERSION,
} from "./release/repository.mjs";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** Files that contain the image's tag. */
const WITH_TAG = ["docs/container.md", "examples/kubernetes/test-suite.yaml"];

/** Contains the Arc release of the package. */
const VERSIONS = "src/foundation/arc/versions.ts";

try {
  await prepare(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** @param {string[]} given */
async function prepare(given) {
  const at = given.indexOf("--repository");
  const args = at < 0 ? given : given.toSpliced(at, 2);
  const current = packageVersion();
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  // Before the first release, the version in package.json is the next one.
  const isReleased = sectionOf(changelog, current) !== undefined;
  const next = isReleased ? nextOf(current) : current;
  const version = args[0] ?? next;
  const [, arcVersion] = VERSION.exec(version) ?? [];
  if (args.length > 1 || arcVersion === undefined) {
    throw new ReleaseError(
      `"${args.join(" ")}" is not a version: expected one such as ${next}, <arc version>-v<migration version>.`,
    );
  }
  if (
    !readFileSync("src/foundation/arc/source/pins.json", "utf8").includes(
      `"@daostack/arc@${arcVersion}"`,
    )
  ) {
    throw new ReleaseError(`There is no Arc release ${arcVersion}, so ${version} is not possible.`);
  }
  if (version === current && isReleased) {
    throw new ReleaseError(`The version is already ${version}, and CHANGELOG.md has it.`);
  }
  requireCleanTree();
  const places = await placesOf(at < 0 ? undefined : given[at + 1]);

  if (!sectionOf(changelog, "Unreleased")) {
    throw new ReleaseError(
      'CHANGELOG.md says nothing under "## Unreleased". Write what this release changes for users there.',
    );
  }
  const day = new Date().toISOString().slice(0, 10);
  const title = `## Unreleased\n\n## ${version} - ${day}`;
  writeFileSync("CHANGELOG.md", changelog.replace(/^## \[?Unreleased\]?.*$/m, title));

  for (const file of ["package.json", "package-lock.json"]) {
    const content = JSON.parse(readFileSync(file, "utf8"));
    content.version = version;
    if (content.packages !== undefined) content.packages[""].version = version;
    else Object.assign(content, places);
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
  for (const file of WITH_TAG) {
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replaceAll(`hardhat-dao-migration:${current}`, `hardhat-dao-migration:${version}`),
    );
  }
  git("commit", "--all", "--quiet", "--message", `Release ${version}`);
  const carried = /DEFAULT_ARC_VERSION = "([^"]+)"/.exec(readFileSync(VERSIONS, "utf8"))?.[1];
  if (carried !== arcVersion) {
    console.log(
      `Note: the package carries Arc ${carried} and migrates it by default, whatever its version says. ` +
        `To make that ${arcVersion}, change DEFAULT_ARC_VERSION in ${VERSIONS}.`,
    );
  }
  console.log(
    `Committed ${version}. Once it is on main: npm run release -- --dry-run, then npm run release.`,
  );
}

/**
 * Where the package says that it is developed: the given address, or the one in package.json, or asks for it.
 *
 * @param {string | undefined} given
 */
async function placesOf(given) {
  const { repository } = JSON.parse(readFileSync("package.json", "utf8"));
  if (given === undefined && repository !== undefined) return {};
  const address = (given ?? (await asked())).trim().replace(/(\.git)?\/?$/, "");
  if (!/^https:\/\/[\w.-]+(\/[\w.-]+){2,}$/.test(address)) {
    throw new ReleaseError(
      `"${address}" is not the address of a repository. Pass --repository https://<host>/<owner>/<name>.`,
    );
  }
  return {
    repository: { type: "git", url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** @returns {Promise<string>} */
async function asked() {
  if (!process.stdin.isTTY) return "";
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question("Address of the repository (https://<host>/<owner>/<name>): ");
  } finally {
    terminal.close();
  }
}

/** @param {string} version */
function nextOf(version) {
  const [, arcVersion, migration] = VERSION.exec(version) ?? [];
  if (arcVersion === undefined) {
    throw new ReleaseError(
      `The version in package.json is ${version}; expected <arc version>-v<migration version>.`,
    );
  }
  return `${arcVersion}-v${Number(migration) + 1}`;
}
