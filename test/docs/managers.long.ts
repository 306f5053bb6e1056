import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { someOf } from "../some-of.js";
import { freePort } from "../free-port.js";
import { blocksOf } from "./blocks.js";
import {
  BUN_INSTALL,
  CACHES,
  emptyProject,
  npm,
  packedForSuite,
  place,
  run,
  started,
} from "./project.js";
import { HAS_TOOLS, tool } from "./tools.js";

/** The configuration of docs/first-test.md without a toolbox. */
const BARE = blocksOf("docs/first-test.md").find(({ code }) => code.includes("networkHelpers"))!;
/** The first test of docs/fixtures.md. */
const EXAMPLE = blocksOf("docs/fixtures.md").find(({ code }) => code.includes("daoFixture"))!;
/** Packages that it installs with this one. */
const PEERS = {
  hardhat: "^3.17.0",
  ethers: "^6.14.0",
  "@nomicfoundation/hardhat-ethers": "^4.1.0",
  "@nomicfoundation/hardhat-network-helpers": "^3.0.11",
  "@nomicfoundation/hardhat-mocha": "^3.0.0",
  mocha: "^11.0.0",
  chai: "^6.2.0",
};

/**
 * Yarn resolves the optional packages of every platform, but a registry may not serve all of them. Only
 * this machine's is installed.
 */
const OTHER_PLATFORMS = Object.fromEntries(
  ["darwin-arm64", "darwin-x64", "linux-arm64-gnu", "linux-arm64-musl", "linux-x64-musl"]
    .concat("win32-x64-msvc")
    .map((name) => [`@nomicfoundation/edr-${name}`, "npm:@nomicfoundation/edr-linux-x64-gnu@*"]),
);

/** A program without a Hardhat project that passes a proposal. */
const PROGRAM = `import { TestChain } from "hardhat-dao-migration/fixtures";
await using chain = await TestChain.create();
const { governance, accounts } = await chain.load();
const proposal = await governance.proposeReward({ beneficiary: accounts[5], reputation: 1n });
await governance.pass(proposal);
console.log("It passed.");
`;

interface Manager {
  readonly name: string;
  /** Project files that it needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** Command lines: to install, and to prefix a command with. */
  readonly install: () => Promise<string>;
  readonly exec: () => Promise<string>;
  /** Hardhat's own command refuses to run without `node_modules` (HHE22). */
  readonly runsHardhat?: false;
}

const yarn = async () => `"${process.execPath}" "${await tool("yarn")}"`;

function yarnWith(linker: string): Readonly<Record<string, string>> {
  const settings = [
    ...["enableTelemetry: false", "enableScripts: false", "enableGlobalCache: true"],
    // With CI set, Yarn would not fill an empty yarn.lock.
    "enableImmutableInstalls: false",
  ];
  const folder = `globalFolder: ${join(CACHES, "yarn")}`;
  return {
    ".yarnrc.yml": [`nodeLinker: ${linker}`, ...settings, folder, ""].join("\n"),
    "yarn.lock": "",
  };
}

const MANAGERS: readonly Manager[] = [
  {
    name: "pnpm",
    install: async () =>
      `"${await tool("pnpm")}" install --ignore-scripts --prefer-offline --store-dir "${CACHES}/pnpm"`,
    exec: async () => `"${await tool("pnpm")}" exec`,
  },
  {
    name: "yarn with node_modules",
    files: yarnWith("node-modules"),
    install: async () => `${await yarn()} install`,
    exec: yarn,
  },
  {
    name: "yarn with Plug'n'Play",
    files: yarnWith("pnp"),
    install: async () => `${await yarn()} install`,
    exec: yarn,
    runsHardhat: false,
  },
  {
    name: "bun",
    install: async () => `"${await tool("bun")}" ${BUN_INSTALL}`,
    exec: async () => `"${await tool("bun")}" x`,
  },
];

describe("a project of each package manager", function () {
  this.timeout(600_000);

  const workshop = packedForSuite();

  async function begin(name: string, more: object = {}): Promise<string> {
    const project = await emptyProject(workshop, name.replaceAll(/\W/g, "-"));
    const devDependencies = { "hardhat-dao-migration": `file:${workshop.tarball}`, ...PEERS };
    const manifest = { name: "a-project", private: true, type: "module", devDependencies, ...more };
    await place(project, "package.json", JSON.stringify(manifest));
    await place(project, "hardhat.config.ts", BARE.code);
    await place(project, "program.mjs", PROGRAM);
    return project;
  }

  /** Runs a first test, the commands and a program, each with the prefix `exec`. */
  async function tryOut(project: string, exec: string, runsHardhat = true): Promise<void> {
    if (runsHardhat) {
      expect(await run(project, `${exec} hardhat dao:init`)).to.include("Wrote test/dao.test.ts");
      const tested = await run(project, `${exec} hardhat test mocha --no-compile`);
      expect(tested).to.include("1 passing");
    } else {
      await place(project, "test/example.ts", EXAMPLE.code);
      expect(await run(project, `${exec} mocha --timeout 60000 test/example.ts`)).to.include(
        "1 passing",
      );
    }
    expect(await run(project, `${exec} node program.mjs`)).to.include("It passed.");
    const port = await freePort();
    const words = ["-c", `exec ${exec} dao-test-chain --port ${port} --db chain`];
    const chain = await started(project, words, "Listening on", "/bin/sh");
    try {
      const url = `http://127.0.0.1:${port}`;
      const output = await run(project, `${exec} dao-migrate -d -p ${url} -o migrated.json`);
      expect(output).to.include("Wrote migrated.json.").and.include("it is as requested");
    } finally {
      await chain.stop();
    }
  }

  if (HAS_TOOLS) {
    for (const { name, files = {}, install, exec, runsHardhat } of someOf(MANAGERS, 2)) {
      it(`${name}: a first test, the commands and a program`, async () => {
        const project = await begin(name, { resolutions: OTHER_PLATFORMS });
        for (const [file, text] of Object.entries(files)) await place(project, file, text);
        await run(project, await install());
        await tryOut(project, await exec(), runsHardhat);
      });
    }
  }

  describe("npm", () => {
    let project: string;

    before(async () => {
      project = await begin("npm");
      const more = ["vitest@5", "jest@30", "typescript@5.9", "@types/node@22"];
      await npm(project, "install", "--no-audit", "--no-fund", "--prefer-offline", ...more);
    });

    it("a first test, the commands and a program", async () => {
      await tryOut(project, "npx");
    });

    for (const version of HAS_TOOLS ? (["Node 22.13", "Node 26.10"] as const) : []) {
      it(`${version}: a first test and a program`, async () => {
        const node = `"${await tool(version)}"`;
        const hardhat = "node_modules/hardhat/dist/src/cli.js";
        const tested = await run(project, `${node} ${hardhat} test mocha --no-compile`);
        expect(tested).to.include("1 passing");
        // Node 22 does not support `await using`.
        await place(project, "older.mjs", PROGRAM.replace("await using", "const"));
        expect(await run(project, `${node} older.mjs`)).to.include("It passed.");
      });
    }

    for (const pool of ["forks", "vmThreads", "vmForks"]) {
      it(`vitest with the pool ${pool}`, async () => {
        await place(project, "suites/chain.spec.mjs", SUITE);
        const output = await run(project, `npx vitest run --globals --pool ${pool} suites`);
        expect(output).to.match(/Tests +1 passed/);
      });
    }

    it("jest", async () => {
      await place(project, "suites/chain.spec.mjs", SUITE);
      await place(project, "jest.config.json", JSON.stringify(JEST));
      const jest = "node --experimental-vm-modules node_modules/jest/bin/jest.js";
      expect(await run(project, jest)).to.match(/Tests: +1 passed/);
    });

    it("a program that writes declarations, without skipLibCheck", async () => {
      await place(project, "types/exports.ts", EXPORTS);
      await place(project, "types/tsconfig.json", TSCONFIG);
      await run(project, "npx tsc --project types");
    });

    it("the plugin is few modules for every command of Hardhat", async () => {
      const count = `
        const { registerHooks } = await import("node:module");
        const own = new Set();
        registerHooks({ load: (url, context, next) => {
          if (url.includes("/hardhat-dao-migration/")) own.add(url);
          return next(url, context);
        } });
        process.on("exit", () => console.log("modules:", own.size));
      `;
      await place(project, "count.mjs", count);
      const hardhat = "node_modules/hardhat/dist/src/cli.js";
      const output = await run(project, `node --import ./count.mjs ${hardhat} --help`);
      const [, modules = ""] = /modules: (\d+)/.exec(output) ?? [];
      expect(Number(modules)).to.be.within(2, 12);
    });

    it("its size is what docs/fixtures.md says", async () => {
      const text = await readFile(join(import.meta.dirname, "../../docs/fixtures.md"), "utf8");
      const [, packedSize, installed] =
        /The package is ([\d.]+) MB packed and ([\d.]+) MB installed/.exec(text) ?? [];
      const bytes = async (line: string) => Number.parseInt(await run(project, line));
      const tarball = await bytes(`wc -c < "${workshop.tarball}"`);
      const folder = await bytes("du -sb node_modules/hardhat-dao-migration");
      expect(tarball / 1e6).to.be.closeTo(Number(packedSize), 0.15 * Number(packedSize));
      expect(folder / 1e6).to.be.closeTo(Number(installed), 0.15 * Number(installed));
    });
  });
});

const SUITE = `import { TestChain } from "hardhat-dao-migration/fixtures";

test("a chain", async () => {
  const chain = await TestChain.create();
  const { dao } = await chain.load();
  expect(dao.name).toBe("Harbour Commons");
  const provider = TestChain.provider({ demo: false });
  expect(await provider.request({ method: "eth_chainId" })).toBe("0x7a69");
  await provider.close();
  await chain.close();
}, 60_000);
`;

const JEST = {
  testMatch: ["**/suites/*.spec.mjs"],
  transform: {},
  moduleFileExtensions: ["mjs", "js"],
};

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: "es2022", module: "node16", moduleResolution: "node16", strict: true },
    ...{
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
      declaration: true,
      outDir: "made",
      types: ["node"],
    },
  },
  include: ["*.ts"],
});

/** Imports no types of hardhat-ethers and annotates none of its exports. */
const EXPORTS = `import daoMigration, { DaoMigration } from "hardhat-dao-migration";
import { defineDaoFixture, defineExistingDaoFixture, TestChain } from "hardhat-dao-migration/fixtures";

export const plugin = daoMigration;
export const library = DaoMigration;
export const server = TestChain.server({});
export const provider = TestChain.provider({});
export const fixture = defineDaoFixture({});
export const existing = defineExistingDaoFixture();
export const chain = await TestChain.create();
export const { dao, governance, accounts, test, result } = await chain.load();
export const ethers = chain.ethers;
export const block: number = await chain.ethers.provider.getBlockNumber();
export const { genesisProtocol } = await governance.parameters("0x");
export const { schemes, proposals } = await DaoMigration.inspectDao({});
// @ts-expect-error ethers is not any
chain.ethers.nothing();
`;
