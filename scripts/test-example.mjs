// @ts-check
// Installs the packed package into a copy of examples/dao-project, from the registry like any user, and runs everything
// that the project has: tests in one process and in workers, node:test, types under both module resolutions, a
// migration, and the test files in docs/fixtures.md. Then does the same for examples/viem-project, where hardhat-ethers
// is not installed, and for examples/existing-dao, on a fork of an anvil that has a DAO.
// Usage: node scripts/run.mjs exec -- node scripts/test-example.mjs
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { testExistingDao } from "./examples/existing-dao.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(tmpdir(), "dao-example-"));
const project = path.join(folder, "dao-project");
const living = path.join(folder, "existing-dao");
const viemProject = path.join(folder, "viem-project");

/** @param {string} cwd @param {string} command @param {string[]} args */
function run(cwd, command, ...args) {
  console.log(`\n> ${command} ${args.join(" ")}`);
  execFileSync(command, args, { cwd, stdio: "inherit", shell: process.platform === "win32" });
}

/**
 * Copies an example and installs its packages and the packed one.
 * @param {string} copy where to @param {string} tarball
 */
function install(copy, tarball) {
  cpSync(path.join(root, "examples", path.basename(copy)), copy, {
    recursive: true,
    filter: (file) => !/[/\\](node_modules|artifacts|cache|types)$/.test(file),
  });
  const args = ["--no-audit", "--no-fund", "--save-dev", path.join(folder, tarball)];
  run(copy, "npm", "install", ...args);
}

/** The TypeScript in docs/fixtures.md that is a whole test file: "```ts test/<name>.test.ts". */
function documentedTests() {
  const text = readFileSync(path.join(root, "docs/fixtures.md"), "utf8");
  return [...text.matchAll(/^```ts (test\/[\w-]+\.test\.ts)\n(.*?)^```$/gms)].map(
    ([, file = "", code = ""]) => ({ file, code }),
  );
}

try {
  run(root, "npm", "pack", "--silent", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  run(path.join(root, "examples/dao-project"), "npm", "run", "contracts");
  install(project, tarball);
  for (const job of ["test", "test:parallel", "test:node", "types"])
    run(project, "npm", "run", job);

  const tsconfig = JSON.parse(readFileSync(path.join(project, "tsconfig.json"), "utf8"));
  Object.assign(tsconfig.compilerOptions, { module: "esnext", moduleResolution: "bundler" });
  writeFileSync(path.join(project, "tsconfig.bundler.json"), JSON.stringify(tsconfig));
  run(project, "npx", "tsc", "--project", "tsconfig.bundler.json");
  run(project, "npx", "hardhat", "dao:migrate", "--quiet");
  run(project, "npx", "hardhat", "dao:typechain", "--arc-version", "rc.40");

  const tests = documentedTests();
  if (tests.length === 0) throw new Error("docs/fixtures.md shows no test file.");
  for (const { file, code } of tests) writeFileSync(path.join(project, file), code);
  // They are for the packaged example, not for this project's DAO.
  rmSync(path.join(project, "migration-params.json"));
  const config = path.join(project, "hardhat.config.ts");
  const text = readFileSync(config, "utf8");
  writeFileSync(config, text.replace(', params: "migration-params.json"', ""));
  run(project, "npx", "hardhat", "test", "mocha", ...tests.map(({ file }) => file));
  run(project, "npx", "tsc", "--noEmit");

  run(path.join(root, "examples/viem-project"), "npm", "run", "contracts");
  install(viemProject, tarball);
  if (existsSync(path.join(viemProject, "node_modules/@nomicfoundation/hardhat-ethers"))) {
    throw new Error(
      "A project with viem has hardhat-ethers, and nothing shows that it needs none.",
    );
  }
  for (const job of ["abis", "test", "types"]) run(viemProject, "npm", "run", job);

  install(living, tarball);
  await testExistingDao(root, living, run);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
