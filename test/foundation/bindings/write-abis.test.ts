import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { ArcRelease, Artifact } from "../../../src/foundation/arc/artifact.js";
import { writeAbis } from "../../../src/foundation/bindings/write-abis.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

const NONE: ReadonlyMap<string, Artifact> = new Map();

function build(contractName: string): Artifact {
  const abi = [
    { type: "function", name: "mine", inputs: [], outputs: [], stateMutability: "view" },
  ];
  return { contractName, abi, bytecode: "0x", deployedBytecode: "0x" };
}

async function read(file: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(`${pathToFileURL(file).href}?${Math.random()}`)) as Record<string, unknown>;
}

describe("writeAbis", () => {
  let release: ArcRelease;

  before(async () => {
    release = await openArcRelease("rc.30");
  });

  it("writes the ABIs of a release and of the project's own contracts, as they are", async (folder) => {
    const outFile = join(folder, "types/arc.mts");
    const builds = new Map([["GrantScheme", build("GrantScheme")]]);
    const names = await writeAbis({ release, builds, outFile });
    expect(names).to.include.members(["Avatar", "UController", "GrantScheme"]);
    expect(names).to.not.include("Competition");
    const abis = await read(outFile);
    expect(Object.keys(abis)).to.have.length(names.length);
    expect(abis.uControllerAbi).to.deep.equal(release.artifact("UController").abi);
    expect(abis.daoTokenAbi).to.deep.equal(release.artifact("DAOToken").abi);
    expect(abis.grantSchemeAbi).to.deep.equal(builds.get("GrantScheme")!.abi);
    const text = await readFile(outFile, "utf8");
    expect(text).to.include("/** ABI of Avatar, Arc 0.0.1-rc.30. */");
    expect(text).to.include("/** ABI of GrantScheme, of this project. */");
  });

  it("writes only the named ones, the project's own before Arc's", async (folder) => {
    const outFile = join(folder, "arc.mts");
    const builds = new Map([["Wallet", build("Wallet")]]);
    await writeAbis({ release, builds, outFile, contracts: ["Wallet", "Avatar"] });
    const abis = await read(outFile);
    expect(Object.keys(abis).sort()).to.deep.equal(["avatarAbi", "walletAbi"]);
    expect(abis.walletAbi).to.deep.equal(builds.get("Wallet")!.abi);
  });

  it("replaces its own file, and nothing else", async (folder) => {
    const outFile = join(folder, "arc.mts");
    const options = { release, builds: NONE, outFile };
    await writeAbis({ ...options, contracts: ["Avatar", "Wallet"] });
    await writeAbis({ ...options, contracts: ["Avatar"] });
    expect(Object.keys(await read(outFile))).to.deep.equal(["avatarAbi"]);

    await writeFile(outFile, "export const mine = 1;\n");
    await rejected(writeAbis(options), "contains something other than ABIs", "--out-file");
    expect(await readFile(outFile, "utf8")).to.equal("export const mine = 1;\n");
    const asFolder = join(folder, "folder");
    await mkdir(asFolder);
    await rejected(writeAbis({ ...options, outFile: asFolder }), "cannot be read");
  });

  it("names a contract that does not exist, and two that share a name", async (folder) => {
    const outFile = join(folder, "arc.mts");
    const missing = writeAbis({ release, builds: NONE, outFile, contracts: ["Avatr"] });
    expect((await rejection(missing)).message).to.match(/no contract "Avatr".*Avatar/);
    const builds = new Map([["DaoToken", build("DaoToken")]]);
    const error = await rejection(writeAbis({ release, builds, outFile }));
    expect(error.message).to.match(/DAOToken and DaoToken would both be named daoTokenAbi\./);
  });
});
