import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { PREDECESSOR_PACKAGE, pinOf } from "../../../src/foundation/arc/source/packages.js";
import { TARBALL_PINS } from "../../../src/foundation/arc/source/packages.js";
import { readFiles } from "../../../src/foundation/arc/source/read-tarball.js";
import { openTarball } from "../../../src/foundation/arc/source/tarball-cache.js";
import { DaoMigration, type MigrationResult } from "../../../src/index.js";
import { openNode } from "../../interfaces/cli/node.js";

const MINUTES = 60_000;

/** Addresses by release and contract. */
type Addresses = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface PredecessorFile {
  readonly private: { readonly base: Addresses; readonly test: Addresses };
}

describe("verify, on whole DAOs", () => {
  let node: Awaited<ReturnType<typeof openNode>>;
  let folder: string;
  let result: MigrationResult;

  before(async function () {
    this.timeout(2 * MINUTES);
    node = await openNode();
    folder = await mkdtemp(join(tmpdir(), "verify-"));
    result = await DaoMigration.migrate({ provider: node.url, output: join(folder, "m.json") });
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await node.close();
  });

  it("verifies all of base, DAO and demo test, and writes their sources", async function () {
    this.timeout(10 * MINUTES);
    const found = await DaoMigration.verifySources({
      provider: node.url,
      result: join(folder, "m.json"),
      out: join(folder, "sources"),
    });
    const own = found.contracts.filter(({ source, proxy }) => source && proxy === undefined);
    expect(own).to.have.length.above(25);
    expect((await readdir(join(folder, "sources"))).sort()).to.deep.equal(
      [
        "README.md",
        ...own.flatMap(({ name, address }) =>
          ["input.json", "arguments.txt"].map((end) => `${name}-${address}.${end}`),
        ),
      ].sort(),
    );
    expect(found.contracts.filter(({ verified }) => !verified)).to.deep.equal([]);
    expect(found.contracts.every(({ code }) => code === "exact")).to.equal(true);
    const reputation = found.contracts.find(({ place }) => place === "dao.NativeReputation");
    expect(reputation?.source?.from).to.equal("@daostack/arc@0.0.1-rc.57");
    expect(found).to.deep.include({ verified: true });
    expect(found.contracts.map(({ address }) => address)).to.include.members([
      result.base?.GenesisProtocol,
      result.dao?.Avatar,
      result.test?.ActionMock,
      ...(result.dao?.Schemes ?? []).map(({ address }) => address),
    ]);
  });

  it("names the release if the code belongs to another one", async function () {
    this.timeout(10 * MINUTES);
    const other = (await openArcRelease("rc.40")).artifact("Avatar").deployedBytecode;
    const address = `0x${"4".repeat(40)}`;
    await node.request("hardhat_setCode", [address, other]);
    const options = { provider: node.url, address, contract: "Avatar" };
    const [wrong] = (await DaoMigration.verifySources(options)).contracts;
    expect(wrong).to.deep.include({ code: "different", sources: "exact", verified: false });
    const [, release = ""] = /in Arc (0\.0\.1-rc\.\d+)/.exec(wrong?.note ?? "") ?? [];
    const right = await DaoMigration.verifySources({ ...options, arcVersion: release });
    expect(right.contracts[0]).to.deep.include({ sources: "exact", verified: true });
  });

  it("verifies the predecessor's contracts, with its own file and build", async function () {
    this.timeout(10 * MINUTES);
    const [version, output] = ["0.0.1-rc.16", join(folder, "predecessor.json")];
    const builds = new Map<string, string>();
    let made: PredecessorFile | undefined;
    await readFiles(
      await openTarball(PREDECESSOR_PACKAGE, pinOf(PREDECESSOR_PACKAGE, TARBALL_PINS)),
      (path) => path === "migration.json" || path.startsWith(`contracts/${version}/`),
      (path, text) => {
        if (path === "migration.json") made = JSON.parse(text) as PredecessorFile;
        else builds.set(basename(path, ".json"), text);
      },
    );
    const { base, test } = made!.private;
    // This node's own base created something else at the address in the file.
    const uController = `0x${"5".repeat(40)}`;
    Object.assign(base[version]!, { UController: uController });
    const dao = test[version]!;
    await writeFile(output, JSON.stringify(made));
    const contracts = ["Avatar", "DAOToken", "Reputation", "Controller"] as const;
    const places = [...contracts.map((name) => [name, dao[name]] as const)];
    for (const [name, address] of [...places, ["UController", uController] as const]) {
      const { deployedBytecode } = JSON.parse(builds.get(name)!) as { deployedBytecode: string };
      await node.request("hardhat_setCode", [address, deployedBytecode]);
    }
    const options = { provider: node.url, result: output, arcVersion: version };
    const found = await DaoMigration.verifySources({ ...options, address: dao.Avatar });
    const verdicts = found.contracts.map(({ name, address, code, sources, verified }) => ({
      is: [name, address.toLowerCase()],
      as: [code, sources, verified],
    }));
    // The avatar here has no storage, so what it names today is nobody.
    const nobody = { is: ["DAOToken", `0x${"0".repeat(40)}`], as: ["no code", "none", false] };
    const recorded = places.map(([name, address]) => ({
      is: [name, address?.toLowerCase()],
      as: ["exact", "exact", true],
    }));
    expect(verdicts).to.deep.equal([...recorded, nobody]);
    const universal = await DaoMigration.verifySources({ ...options, address: uController });
    expect(universal.contracts.map(({ name, verified }) => [name, verified])).to.deep.equal([
      ["UController", true],
    ]);
  });
});
