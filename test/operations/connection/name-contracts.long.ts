import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import {
  nameContracts,
  type NamingProvider,
} from "../../../src/operations/connection/name-contracts.js";
import { withConnection } from "../../fixtures/project.js";

/** Compiled with versions from 0.4.24 to 0.5.17. */
const RELEASES = ["alpha.58", "rc.3", "rc.16", "rc.28", "rc.40", "rc.57"];

describe("Arc contracts named for Hardhat's chain", function () {
  this.timeout(300_000);

  for (const version of RELEASES) {
    it(`include every contract of ${version}: one entry too many would end the process`, () =>
      withConnection(async ({ provider }) => {
        const release = await openArcRelease(version);
        const contracts = release.contractNames.map((name) => ({
          version: release.version,
          artifact: release.artifact(name),
        }));
        let taken = 0;
        const naming: NamingProvider = {
          request: async (request): Promise<unknown> => await provider.request(request),
          addCompilationResult: async (...build) => {
            await (provider as NamingProvider).addCompilationResult?.(...build);
            taken++;
          },
        };
        await nameContracts({ provider: naming }, contracts);
        const codes = new Set(contracts.map(({ artifact }) => artifact.deployedBytecode));
        codes.delete("0x");
        // Before 0.5, the compiler puts no separator between code and data.
        if (version === "alpha.58") expect(taken).to.be.within(1, codes.size);
        else expect(taken).to.equal(codes.size);
        // The chain still answers.
        expect(await provider.request({ method: "eth_blockNumber" })).to.equal("0x0");
      }));
  }
});
