import { readdir, readFile, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import {
  openTraceableBuild,
  traceableOutput,
} from "../../../../src/foundation/arc/compilation/traceable-build.js";
import { ArcError } from "../../../../src/foundation/arc/arc-error.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { defaultCacheDir } from "../../../../src/foundation/support/user-folders.js";
import { rejection } from "../../../rejection.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";

describe("openTraceableBuild", () => {
  it("compiles a contract once, and ignores a damaged or wrong file in its cache", async function () {
    this.timeout(180_000);
    const arcVersion = "0.0.1-rc.57";
    const release = await openArcRelease(arcVersion);
    const contractName = "DAORegistry";
    const { deployedBytecode } = release.artifact(contractName);
    await inTemporaryFolder(async (cacheDir) => {
      // Share the real cache of tarballs: nothing is downloaded twice.
      await symlink(join(defaultCacheDir(), "tarballs"), join(cacheDir, "tarballs"), "junction");
      const told: string[] = [];
      const open = async (code = deployedBytecode, offline = true) =>
        await openTraceableBuild(
          { arcVersion, contractName, code, published: deployedBytecode },
          { cacheDir, offline },
          (message) => told.push(message),
        );
      const build = await open(deployedBytecode, false);
      expect(build?.compiler).to.equal("0.5.4");
      const contracts = Object.values(build!.output.contracts);
      const own = contracts.find((each) => contractName in each)?.[contractName];
      expect(`0x${own?.evm.deployedBytecode.object}`).to.equal(deployedBytecode);
      // Without tarballs, nothing can be compiled: the build is cached.
      await unlink(join(cacheDir, "tarballs"));
      expect(await open()).to.deep.equal(build);
      expect(told).to.deep.equal([
        "Compiling DAORegistry of @daostack/arc-hive@0.0.1-rc.4 for stack traces, once.",
      ]);

      const other = "0x60006000fd";
      expect(await rejection(open(other))).to.be.instanceOf(ArcError);
      const [file = ""] = await readdir(join(cacheDir, "traces-1"));
      const path = join(cacheDir, "traces-1", file);
      await writeFile(path, (await readFile(path)).subarray(0, 1_000));
      expect(await rejection(open())).to.be.instanceOf(ArcError);
    });
  });

  it("is undefined if the compiler is too old for Hardhat's traces", async () => {
    const arcVersion = "0.0.0-alpha.58";
    const { deployedBytecode } = (await openArcRelease(arcVersion)).artifact("Avatar");
    const code = deployedBytecode;
    const wanted = { arcVersion, contractName: "Avatar", code, published: code };
    const refuse = () => expect.fail("It compiled.");
    expect(await openTraceableBuild(wanted, {}, refuse)).to.equal(undefined);
  });
});

describe("traceableOutput", () => {
  it("has every contract of the syntax trees, because a missing one would end the process", () => {
    const nodes = [
      { nodeType: "PragmaDirective" },
      { nodeType: "ContractDefinition", name: "Own" },
      { nodeType: "ContractDefinition", name: "Base" },
    ];
    const bytecode = { object: "60", opcodes: "PUSH1", sourceMap: "1:2:0", linkReferences: {} };
    const { contracts } = traceableOutput({
      sources: { "a.sol": { id: 0, ast: { nodes } }, "b.sol": { id: 1, ast: {} } },
      contracts: { "a.sol": { Own: { abi: [{}], evm: { bytecode, deployedBytecode: bytecode } } } },
    });
    const code = { ...bytecode, opcodes: "" };
    const none = { object: "", opcodes: "", sourceMap: "", linkReferences: {} };
    expect(contracts).to.deep.equal({
      "a.sol": {
        Own: {
          abi: [{}],
          evm: { bytecode: code, deployedBytecode: code, methodIdentifiers: {} },
        },
        Base: {
          abi: [],
          evm: { bytecode: none, deployedBytecode: none, methodIdentifiers: {} },
        },
      },
      "b.sol": {},
    });
  });
});
