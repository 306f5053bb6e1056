import { expect } from "chai";

import { emptyProject, npm, packedForSuite, place, run } from "./project.js";

/** Toolboxes in their latest version; docs install them, too. */
const TOOLBOXES = [
  { toolbox: "hardhat-toolbox-mocha-ethers", runner: "mocha", words: 'from "ethers"' },
  { toolbox: "hardhat-toolbox-viem", runner: "nodejs", words: 'from "viem"' },
];

const CONFIG = (toolbox: string) => `import toolbox from "@nomicfoundation/${toolbox}";
import { defineConfig } from "hardhat/config";
import daoMigration from "hardhat-dao-migration";

export default defineConfig({ plugins: [toolbox, daoMigration] });
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: "es2022", module: "node16", moduleResolution: "node16", strict: true },
    ...{ skipLibCheck: true, noEmit: true, types: ["node", "mocha"] },
  },
  include: ["hardhat.config.ts", "test"],
});

describe("dao:init in a project with a toolbox of Hardhat", function () {
  this.timeout(600_000);

  const workshop = packedForSuite();

  for (const { toolbox, runner, words } of TOOLBOXES) {
    it(`${toolbox}: writes a test that passes and compiles`, async () => {
      const project = await emptyProject(workshop, toolbox);
      await place(project, "package.json", '{ "type": "module" }');
      await npm(
        project,
        ...["install", "--no-audit", "--no-fund", "--save-dev", "hardhat", "typescript@5.9"],
        ...[`@nomicfoundation/${toolbox}`, "@types/node@22", "@types/mocha"],
      );
      // As README says, and without a conflict of peers.
      await npm(project, "install", "--no-audit", "--no-fund", "--save-dev", workshop.tarball);
      await place(project, "hardhat.config.ts", CONFIG(toolbox));
      await place(project, "tsconfig.json", TSCONFIG);

      const told = await run(project, "npx hardhat dao:init");
      expect(told).to.include("Wrote test/dao.test.ts").and.not.include("npm install");
      expect(await run(project, "cat test/dao.test.ts")).to.include(words);
      expect(await run(project, `npx hardhat test ${runner} --no-compile`)).to.include("1 passing");
      await run(project, "npx tsc");
    });
  }
});
