import { expect } from "chai";
import { compileContracts } from "../../../../src/foundation/arc/compilation/compile-contracts.js";
import {
  COMPILERS,
  PROOFS,
  SOURCE_PINS,
  SourceLibrary,
  sourcePackages,
} from "../../../../src/foundation/arc/compilation/source-packages.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../../src/foundation/arc/versions.js";
import { expectRecorded } from "../../../recorded.js";

describe("sourcePackages", () => {
  it("knows how each contract of every release is compiled, as many as were proven", async () => {
    for (const version of ARC_VERSIONS) {
      const release = await openArcRelease(version);
      const proof = PROOFS[version];
      const compiled = release.contractNames.filter(
        (name) => release.artifact(name).bytecode !== "0x",
      );
      const [equal, missing] = [proof?.equal, proof?.missing].map(
        (names) => names?.split(" ") ?? [],
      );
      expect(compiled.length, version).to.equal(
        (proof?.exact ?? 0) + equal!.length + missing!.length,
      );
      for (const name of compiled) {
        const packages = sourcePackages(version, name);
        if (missing!.includes(name)) expect(packages, `${version} ${name}`).to.deep.equal([]);
        else expect(packages, `${version} ${name}`).not.to.deep.equal([]);
        for (const packageSpec of packages) {
          const [number] = COMPILERS[packageSpec]!.split("+");
          expect(SOURCE_PINS).to.have.property(`solc@${number}`);
        }
      }
    }
  });

  it("knows two packages for contracts of which DaoCreator deploys a copy", () => {
    expectRecorded(sourcePackages("0.0.1-rc.57", "Reputation"));
    expect(sourcePackages("0.0.1-rc.57", "Avatar")).to.deep.equal(["@daostack/arc@0.0.1-rc.57"]);
  });

  it("knows nothing of a release that does not exist", () => {
    expect(sourcePackages("0.0.1-rc.58", "Avatar")).to.deep.equal([]);
  });
});

describe("compileContracts", () => {
  it("reports what the compiler rejects in sources", async () => {
    const [contract] = await new SourceLibrary().find(
      "@daostack/arc-hive@0.0.1-rc.4",
      "DAORegistry",
    );
    // verify-contracts.test.ts compiles both to the published code.
    expect(Object.keys(contract!.input.sources)).to.have.length(2);
    const { [contract!.file]: own } = contract!.input.sources;
    const input = { ...contract!.input, sources: { [contract!.file]: own! } };
    let message = "";
    try {
      await compileContracts([{ ...contract!, input }]);
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).to.match(/^solc 0\.5\.4\+commit\.9549d8ff cannot compile.*Ownable\.sol/s);
  });
});
