// @ts-check
// Fails if git has something at the top level that is not listed here, a source in no folder of folder-order.js (no rule
// of it would check its imports), or anywhere a file that it should ignore: a journal and a compile cache once got in.
// Outside a git repository, it checks nothing.
import { spawnSync } from "node:child_process";

import { FLOORS, LOOSE_FILES } from "../folder-order.js";

const TOP_LEVEL = `
  .ci .dependency-cruiser.js .dockerignore .editorconfig .env.example .gitattributes .github .gitignore .mocharc.json
  .npmrc .nvmrc .oxlintrc.json .prettierignore .prettierrc.json CHANGELOG.md CONTRIBUTING.md Dockerfile LICENSE README.md SECURITY.md
  bench compose.yaml contracts custom-abis docs examples fixtures folder-order.js hardhat.config.ts
  inspection.schema.json knip.json migration-params.json migration-params.schema.json migration.schema.json
  package-lock.json package.json plan.schema.json scripts simulations.schema.json src tasks test tsconfig.build.json tsconfig.json
`.split(/\s+/);

/** @param {...string} args */
function inGit(...args) {
  const { status, stdout } = spawnSync("git", ["ls-files", ...args], { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}

const places = [
  ...TOP_LEVEL.filter((name) => name !== "src"),
  ...LOOSE_FILES,
  ...FLOORS.map(([folder]) => folder),
];
const strays = inGit().filter(
  (file) => !places.some((place) => file === place || file.startsWith(`${place}/`)),
);
const ignored = inGit("--cached", "--ignored", "--exclude-standard");
for (const file of new Set([...strays, ...ignored])) {
  console.error(
    `${file} should not be in git. Remove it (git rm --cached), or list it in scripts/check-top-level.mjs or its folder ` +
      `in folder-order.js.`,
  );
  process.exitCode = 1;
}
