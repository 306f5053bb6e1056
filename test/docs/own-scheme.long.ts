import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { rejection } from "../rejection.js";
import { emptyProject, install, packedForSuite, place, run, runInstalled } from "./project.js";
import { HAS_TOOLS, tool } from "./tools.js";

interface OwnProject {
  readonly name: string;
  /** Packages beside this one, hardhat and the compiler. */
  readonly packages: readonly string[];
  /** Imports of plugins, by name. */
  readonly plugins: Readonly<Record<string, string>>;
  readonly manager?: "pnpm";
  /** What works, and has to notice that the scheme changed. */
  readonly commands: readonly string[];
}

const OF_NOMIC = "@nomicfoundation/hardhat-";
const ALONE = { hardhatEthers: "ethers", matchers: "ethers-chai-matchers", mocha: "mocha" };
const PROJECTS: readonly OwnProject[] = [
  {
    name: "a bare project with ethers",
    packages: ["ethers", "mocha", "chai"],
    plugins: { ...ALONE, networkHelpers: "network-helpers" },
    commands: ["test mocha", "dao:migrate --quiet"],
  },
  {
    name: "a toolbox with ethers, and pnpm",
    packages: ["ethers", "chai"],
    plugins: { toolbox: "toolbox-mocha-ethers" },
    manager: "pnpm",
    commands: ["test mocha --coverage"],
  },
  {
    name: "a toolbox with viem",
    packages: ["viem"],
    plugins: { toolbox: "toolbox-viem" },
    commands: ["test nodejs --coverage"],
  },
];

/** The compiler of the npm package: nothing else is downloaded. */
const SOLIDITY = `{ version: "0.8.28", path: import.meta.dirname + "/node_modules/solc/soljson.js" }`;

function configOf(plugins: OwnProject["plugins"]): string {
  const imports = Object.entries(plugins).map(
    ([name, from]) => `import ${name} from "${OF_NOMIC}${from}";`,
  );
  return `${imports.join("\n")}
import daoMigration from "hardhat-dao-migration";
export default { plugins: [${Object.keys(plugins).join(", ")}, daoMigration], solidity: ${SOLIDITY} };
`;
}

describe("a scheme of one's own, from dao:init --scheme", function () {
  this.timeout(600_000);

  const workshop = packedForSuite();

  for (const { name, packages, plugins, manager, commands } of PROJECTS) {
    it(`${name}: ${commands.join(" and ")} work, and notice a change`, async function () {
      if (manager === "pnpm" && !HAS_TOOLS) return;
      const project = await emptyProject(workshop, name.replaceAll(/\W/g, "-"));
      await place(project, "package.json", '{ "name": "own", "type": "module" }');
      const all = ["hardhat", "solc@0.8.28", ...packages, workshop.tarball];
      all.push(...Object.values(plugins).map((each) => OF_NOMIC + each));
      const pnpm = manager === "pnpm" ? `"${await tool("pnpm")}"` : undefined;
      const list = all.join(" ");
      if (pnpm) await run(project, `${pnpm} add -D --allow-build=esbuild ${list}`);
      else await install(project, `npm install --no-audit --no-fund --save-dev ${list}`);
      await place(project, "hardhat.config.ts", configOf(plugins));
      const hardhat = async (line: string) =>
        await (pnpm ? run : runInstalled)(project, `${pnpm ?? "npx"} hardhat ${line}`);

      const told = await hardhat("dao:init --scheme");
      expect(told)
        .to.include("Next:")
        .and.not.include("more packages")
        .and.not.include("solidity:");
      for (const line of commands) {
        const said = await hardhat(line);
        if (line.startsWith("test ")) expect(said, line).to.match(/ passing/);
        if (!line.endsWith("--coverage")) continue;
        const covered = await readFile(join(project, "coverage/lcov.info"), "utf8");
        const [own = ""] = /SF:.*\/GrantScheme\.sol\n[^]*?end_of_record/.exec(covered) ?? [];
        expect(own.match(/^DA:\d+,[1-9]/gm)).to.have.length.above(10);
      }
      const scheme = join(project, "contracts/GrantScheme.sol");
      const source = await readFile(scheme, "utf8");
      const changed = source.replace(/(function initialize\([^{]*\{)/, '$1 revert("changed");');
      expect(changed).to.not.equal(source);
      await writeFile(scheme, changed);
      for (const line of commands) {
        expect((await rejection(hardhat(line))).message, line).to.include("changed");
      }
    });
  }
});
