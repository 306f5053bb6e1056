import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { addStatementCoverageInstrumentation } from "@nomicfoundation/edr";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";

import daoMigration from "../../../src/index.js";
import { buildFiles } from "../../../src/operations/run/build-files.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const NAME = "project/contracts/Grants.sol";
const SOURCE = "contract Grants { function pay() external { delete limit; } uint limit; }";

/** A plugin that changes the project's sources before Hardhat compiles them. */
const plugin: HardhatPlugin = {
  id: "licences",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        preprocessProjectFileBeforeBuilding: async (context, name, path, text, compiler, next) =>
          await next(context, name, path, licensed(text), compiler),
      }),
    }),
  },
};

function licensed(text: string): string {
  return `// UNLICENSED\n${text}`;
}

function covered(text: string): string {
  return addStatementCoverageInstrumentation(text, NAME, "0.8.28").source;
}

describe("in a project's tests, an artifact", () => {
  for (const [what, { compiled, coverage = false, plugins = [] }] of Object.entries<{
    readonly compiled: string;
    readonly coverage?: boolean;
    readonly plugins?: readonly HardhatPlugin[];
  }>({
    "as it was compiled": { compiled: SOURCE },
    "with --coverage, compiled without": { compiled: SOURCE, coverage: true },
    "with --coverage": { compiled: covered(SOURCE), coverage: true },
    "that a plugin changes": { compiled: licensed(SOURCE), plugins: [plugin] },
  })) {
    it(`is taken if its source, ${what}, is still the same, and refused if not`, async () => {
      await inTemporaryFolder(async (root) => {
        const write = async (path: string, content: unknown) => {
          await mkdir(dirname(join(root, path)), { recursive: true });
          const text = typeof content === "string" ? content : JSON.stringify(content);
          await writeFile(join(root, path), text);
        };
        const input = { sources: { [NAME]: { content: compiled } } };
        await write("artifacts/build-info/1.json", { solcVersion: "0.8.28", input });
        const build = { abi: [], bytecode: "0x01", buildInfoId: "1", inputSourceName: NAME };
        await write("artifacts/contracts/Grants.sol/Grants.json", build);
        await write("contracts/Grants.sol", SOURCE);
        await write("package.json", { type: "module" });
        const config = { plugins: [daoMigration, ...plugins] };
        const { network } = await createHardhatRuntimeEnvironment(config, { coverage }, root);
        const connection = await network.create();
        expect((await buildFiles(root).find("Grants"))?.artifact.bytecode).to.equal("0x01");
        await write("contracts/Grants.sol", SOURCE.replace("pay", "payAll"));
        expect((await rejection(buildFiles(root).find("Grants"))).message).to.match(
          /Grants\.sol is not what .*Grants\.json was compiled from: .*Run `npx hardhat build`/,
        );
        await connection.close();
      });
    });
  }
});
