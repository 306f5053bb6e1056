import { expect } from "chai";
import { compileContracts } from "../../../../src/foundation/arc/compilation/compile-contracts.js";
import { COMPILERS } from "../../../../src/foundation/arc/compilation/source-packages.js";
import {
  SourceLibrary,
  sourcePackages,
} from "../../../../src/foundation/arc/compilation/source-packages.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../../src/foundation/arc/versions.js";
import { someOf } from "../../../some-of.js";

/** One that deploys others, a small one, a large one, and one of another package. */
const CONTRACTS = ["DaoCreator", "Avatar", "GenesisProtocol", "Reputation"];

/** The oldest release for each compiler. */
const RELEASES = new Map(
  ARC_VERSIONS.toReversed().flatMap((version) => {
    const compiler = COMPILERS[`@daostack/arc@${version}`];
    return compiler === undefined ? [] : [[compiler, version] as const];
  }),
);

describe("compileContracts, one release of each compiler", () => {
  for (const [compiler, version] of someOf(RELEASES, 10)) {
    it(`compiles ${version} with solc ${compiler}, byte for byte`, async function () {
      this.timeout(600_000);
      const release = await openArcRelease(version);
      const library = new SourceLibrary();
      for (const name of someOf(CONTRACTS, 3)) {
        const [packageSpec = ""] = sourcePackages(version, name);
        // Compile it alone, as explorers do.
        const compiled = await compileContracts(await library.find(packageSpec, name));
        const { bytecode, deployedBytecode } = release.artifact(name);
        expect([...compiled.values()], name).to.deep.include({ bytecode, deployedBytecode });
      }
    });
  }
});
