import { expect } from "chai";
import fc from "fast-check";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ParametersError } from "../../../src/foundation/params/file/issues.js";
import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { parametersArbitrary } from "../../foundation/params/arbitrary-parameters.js";
import { someOf } from "../../some-of.js";
import { expectDao } from "./expect-dao.js";
import { codeAt, withBase, type ChainWithBase, type MadeDao } from "./with-base.js";

const RUNS = process.env.ALL_CASES === undefined ? 4 : 12;

/** Releases with different contracts: see the table of changes in forgeOrg and the schemes. */
const RELEASES = ["alpha.58", "rc.3", "rc.16", "rc.24", "rc.33", "rc.40", "rc.57"];

async function expectMade(
  chain: ChainWithBase,
  wanted: DaoParameters,
  dao: DaoResult,
): Promise<void> {
  const { connection, release, base, deployer } = chain;
  await expectDao(connection, release, base, wanted, dao, deployer.account);
  for (const [index, contract] of wanted.standAloneContracts.entries()) {
    const made = dao.StandAloneContracts[index];
    const own = await openArcRelease(contract.arcVersion ?? release.version);
    expect(made?.name).to.equal(contract.name);
    expect(made?.alias).to.equal(contract.alias);
    expect(await codeAt(chain, made?.address ?? "")).to.equal(
      own.artifact(contract.name).deployedBytecode,
    );
  }
  const custom = dao.Schemes.slice(dao.Schemes.length - wanted.customSchemes.length);
  for (const [index, scheme] of wanted.customSchemes.entries()) {
    const { permissions, address } = custom[index]!;
    expect(permissions).to.equal(scheme.permissions.toLowerCase());
    expect(await codeAt(chain, address)).to.not.equal("0x");
    if (typeof scheme.address === "object") {
      expect(address).to.equal(dao.StandAloneContracts[scheme.address.standAloneContract]?.address);
    }
  }
}

describe("generated parameters", () => {
  for (const version of someOf(RELEASES, 6)) {
    it(`of ${version} become the DAO that they describe`, async () => {
      await withBase(version, async (chain) => {
        const isLatest = chain.release.version === "0.0.1-rc.57";
        await fc.assert(
          fc.asyncProperty(
            parametersArbitrary({ contracts: isLatest }),
            fc.boolean(),
            async ({ raw, expected }, useUController) => {
              const file = { ...raw, useUController };
              delete file.arcVersion;
              const { dao, parameters } = await chain.make(file);
              await expectMade(chain, { ...parameters, ...expected, useUController }, dao);
            },
          ),
          { numRuns: isLatest ? 3 * RUNS : RUNS },
        );
      });
    });
  }

  it("with any value in any place are refused with a list, or become the DAO that they describe", async () => {
    await withBase("rc.57", async (chain) => {
      const outcomes = { refused: 0, made: 0 };
      await fc.assert(
        fc.asyncProperty(
          parametersArbitrary({ maxFounders: 3, contracts: false }),
          fc.constantFrom(
            ...["orgName", "founders", "VotingMachinesParams", "schemes", "SchemeRegistrar"],
            ...[
              "ContributionReward",
              "GenericScheme",
              "unregisterOwner",
              "useDaoCreator",
              "noTrack",
            ],
          ),
          fc.oneof(
            fc.jsonValue(),
            fc.boolean(),
            fc.constant([]),
            fc.record({ voteParams: fc.nat(2) }),
            fc.string(),
          ),
          async ({ raw }, key, value) => {
            const outcome = await madeOrRefused(chain, { ...raw, [key]: value });
            if (outcome instanceof ParametersError) {
              expect(outcome.issues).to.not.be.empty;
              outcomes.refused++;
            } else {
              await expectMade(chain, outcome.parameters, outcome.dao);
              outcomes.made++;
            }
          },
        ),
        { numRuns: 5 * RUNS },
      );
      expect(outcomes.refused).to.be.greaterThan(0);
      expect(outcomes.made).to.be.greaterThan(0);
    });
  });
});

/** Returns a DAO, or the list of mistakes if no transaction was sent. */
async function madeOrRefused(
  chain: ChainWithBase,
  file: object,
): Promise<MadeDao | ParametersError> {
  const before: unknown = await blockNumber(chain);
  try {
    return await chain.make(file);
  } catch (error) {
    if (!(error instanceof ParametersError)) throw error;
    expect(await blockNumber(chain)).to.equal(before);
    return error;
  }
}

async function blockNumber({ connection }: ChainWithBase): Promise<unknown> {
  const number: unknown = await connection.provider.request({ method: "eth_blockNumber" });
  return number;
}
