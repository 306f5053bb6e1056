import { expect } from "chai";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArtifactFile } from "../../../src/foundation/arc/artifact-file.js";
import { isCodeOf } from "../../../src/foundation/arc/code.js";
import { rejected, rejection } from "../../rejection.js";
import { expectedArtifact, truffleBuild } from "./support/tarballs.js";
import { expectRecorded } from "../../recorded.js";

describe("readArtifactFile", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "arc-artifacts-"));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function write(name: string, build: unknown): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, typeof build === "string" ? build : JSON.stringify(build));
    return path;
  }

  /** What a release keeps of it. */
  async function kept(path: string): Promise<unknown> {
    return JSON.parse(JSON.stringify(await readArtifactFile(path)));
  }

  it("reads truffle's format and keeps only what is needed", async () => {
    const path = await write("Scheme.json", truffleBuild("Scheme"));
    expect(await kept(path)).to.deep.equal(expectedArtifact("Scheme"));
  });

  it("reads Hardhat's format, with events and tuples", async () => {
    const tuple = { name: "p", type: "tuple", components: [{ name: "x", type: "uint8" }] };
    const path = await write("Hardhat.json", {
      _format: "hh3-artifact-1",
      contractName: "Scheme",
      sourceName: "contracts/Scheme.sol",
      abi: [
        { type: "constructor", inputs: [tuple], stateMutability: "nonpayable" },
        {
          type: "event",
          name: "Done",
          anonymous: false,
          inputs: [{ indexed: true, internalType: "uint256", name: "id", type: "uint256" }],
        },
      ],
      bytecode: "0x6001",
      deployedBytecode: "0x02",
      linkReferences: {},
      deployedLinkReferences: {},
    });
    expect(await kept(path)).to.deep.equal({
      contractName: "Scheme",
      abi: [
        { type: "constructor", inputs: [tuple], stateMutability: "nonpayable" },
        {
          type: "event",
          name: "Done",
          inputs: [{ name: "id", type: "uint256", indexed: true }],
          anonymous: false,
        },
      ],
      bytecode: "0x6001",
      deployedBytecode: "0x02",
    });
  });

  it("reads Foundry's format, naming the contract after the file", async () => {
    const path = await write("FromFoundry.json", {
      abi: [],
      bytecode: { object: "0x6001", linkReferences: {} },
      deployedBytecode: { object: "0x02", linkReferences: {} },
    });
    expectRecorded(await kept(path));
  });

  it("knows code by its build whatever its constructor set, from Hardhat's references and Foundry's", async () => {
    const immutableReferences = { "7": [{ start: 1, length: 2 }] };
    const builds = [
      { abi: [], deployedBytecode: "0x60000001", immutableReferences },
      { abi: [], deployedBytecode: { object: "0x60000001", immutableReferences } },
    ];
    for (const build of builds) {
      const artifact = await readArtifactFile(await write("Immutable.json", build));
      const codes = ["0x60abcd01", "0x60abcd02", "0x60abcd0100"];
      expect(codes.map((code) => isCodeOf(artifact, code))).to.deep.equal([true, false, false]);
    }
  });

  it("accepts bytecode without 0x, and none at all, as for an interface or a bare ABI", async () => {
    const path = await write("Old.json", { contractName: "Old", abi: [], bytecode: "6001" });
    const artifact = await readArtifactFile(path);
    expect(artifact).to.include({ bytecode: "0x6001", deployedBytecode: "0x" });
  });

  it("names unlinked libraries, from Hardhat's references, Foundry's, or truffle's placeholder", async () => {
    const hash = `__$${"a".repeat(34)}$__`;
    const references = { "contracts/Lib.sol": { RealMath: [{ start: 1, length: 20 }] } };
    const builds: [unknown, string][] = [
      [{ abi: [], bytecode: `0x60${hash}00`, linkReferences: references }, "RealMath"],
      [{ abi: [], bytecode: { object: `0x60${hash}`, linkReferences: references } }, "RealMath"],
      [{ abi: [], bytecode: `0x60__RealMath${"_".repeat(30)}00` }, "RealMath"],
      [{ abi: [], bytecode: `0x60${hash}00` }, "a".repeat(34)],
    ];
    for (const [build, library] of builds) {
      const error = await rejection(readArtifactFile(await write("Unlinked.json", build)));
      expect(error.name).to.equal("ArcError");
      expect(error.message).to.include("Unlinked.json").and.include(`needs ${library}`);
    }
  });

  const bad: [string, unknown, string][] = [
    ["something that is not JSON", "{", "is not JSON"],
    ["an array", [], 'no "abi" as compilers write it'],
    ["null", "null", 'no "abi" as compilers write it'],
    ["no ABI", { bytecode: "0x" }, 'no "abi" as compilers write it'],
    ["an ABI of something else", { abi: [1], bytecode: "0x" }, 'no "abi" as compilers write it'],
    [
      "inputs that are no list",
      { abi: [{ type: "function", inputs: {} }] },
      'no "abi" as compilers write it',
    ],
    [
      "parameters without a type",
      { abi: [{ type: "event", inputs: [{ name: "x", components: [{}] }] }] },
      'no "abi" as compilers write it',
    ],
    ["bytecode of another type", { abi: [], bytecode: 1 }, "not a hexadecimal string"],
    ["half a byte", { abi: [], bytecode: "0x600" }, "not a whole number of bytes"],
    ["no hexadecimal", { abi: [], bytecode: "0xzz" }, "not a whole number of bytes"],
  ];
  for (const [what, build, message] of bad) {
    it(`refuses ${what}, naming the file`, async () => {
      const path = await write("Bad.json", build);
      const error = await rejection(readArtifactFile(path));
      expect(error.name).to.equal("ArcError");
      expect(error.message).to.include(path).and.include(message);
    });
  }

  it("says where it looked for a missing file", async () => {
    const path = join(folder, "Missing.json");
    await rejected(readArtifactFile(path), path, "does not exist");
    expect((await rejection(readArtifactFile(folder))).message).to.include("EISDIR");
  });
});
