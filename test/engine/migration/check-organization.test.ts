import { expect } from "chai";
import { ZeroHash } from "ethers";

import {
  findProblems,
  type ExpectedSchemes,
} from "../../../src/engine/migration/check-organization.js";
import type { Organization } from "../../../src/engine/migration/organization.js";
import {
  registerSchemes,
  unregisterOwner,
} from "../../../src/engine/migration/register-schemes.js";
import type { SchemeResult } from "../../../src/foundation/result/result.js";
import { assembled } from "./assembled.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "./with-base.js";

const STRANGER = "0x3333333333333333333333333333333333333333";
const OTHER = "0x4444444444444444444444444444444444444444";

function scheme(address: string, change: Partial<SchemeResult> = {}): SchemeResult {
  return {
    name: "A scheme",
    address,
    arcVersion: "0.0.1-rc.57",
    permissions: "0x00000010",
    paramsHash: `0x${"ab".repeat(32)}`,
    ...change,
  };
}

/** Creates a DAO that the deploying account controlled, with only these schemes. */
async function madeWith(
  chain: ChainWithBase,
  ...schemes: readonly SchemeResult[]
): Promise<Organization> {
  const organization = await assembled(chain);
  await registerSchemes(chain.deployer, "dao", organization, schemes);
  await unregisterOwner(chain.deployer, "dao", organization);
  return organization;
}

async function problemsOf(
  { deployer }: ChainWithBase,
  organization: Organization,
  expected: Partial<ExpectedSchemes> = {},
): Promise<readonly string[]> {
  const nobody: ExpectedSchemes = { schemes: [], keepsDeployer: false };
  return await findProblems(deployer, organization, { ...nobody, ...expected });
}

describe("findProblems", () => {
  it("passes a DAO with exactly the expected schemes", async () => {
    await withBase("rc.57", async (chain) => {
      const schemes = [scheme(STRANGER), scheme(OTHER, { permissions: "0x00000000" })];
      const organization = await madeWith(chain, ...schemes);
      expect(await problemsOf(chain, organization, { schemes })).to.deep.equal([]);
      const held = await assembled(chain);
      expect(await problemsOf(chain, held, { keepsDeployer: true })).to.deep.equal([]);
    });
  });

  it("counts the last registration of a scheme that is registered twice", async () => {
    await withBase("rc.57", async (chain) => {
      const schemes = [scheme(STRANGER), scheme(STRANGER, { permissions: "0x00000002" })];
      const organization = await madeWith(chain, ...schemes);
      expect(await problemsOf(chain, organization, { schemes })).to.deep.equal([]);
    });
  });

  it("passes if someone was registered and unregistered again", async () => {
    await withBase("rc.57", async (chain) => {
      const { deployer } = chain;
      const organization = await assembled(chain);
      await registerSchemes(deployer, "dao", organization, [scheme(STRANGER)]);
      const args = [STRANGER, organization.avatar.address];
      await deployer.send("away", organization.controller, "unregisterScheme", args);
      expect(await problemsOf(chain, organization, { keepsDeployer: true })).to.deep.equal([]);
    });
  });

  it("fails if the deploying account still has permissions", async () => {
    await withBase("rc.57", async (chain) => {
      const organization = await assembled(chain);
      expect(await problemsOf(chain, organization)).to.deep.equal([
        `The deploying account ${chain.deployer.account} holds the permissions 0x0000001f.`,
      ]);
    });
  });

  it("fails if the deploying account should have permissions and does not", async () => {
    await withBase("rc.57", async (chain) => {
      const organization = await madeWith(chain);
      expect(await problemsOf(chain, organization, { keepsDeployer: true })).to.deep.equal([
        `the deploying account ${chain.deployer.account} holds the permissions 0x00000000, not 0x0000001f.`,
      ]);
    });
  });

  it("fails if a stranger was registered, with any permissions", async () => {
    await withBase("rc.57", async (chain) => {
      for (const permissions of ["0x00000000", "0x0000001f"]) {
        const organization = await madeWith(chain, scheme(STRANGER, { permissions }));
        const held = permissions === "0x00000000" ? "0x00000001" : permissions;
        expect(await problemsOf(chain, organization)).to.deep.equal([
          `An account of no scheme, ${STRANGER} holds the permissions ${held}.`,
        ]);
      }
    });
  });

  it("fails if a scheme is missing, or has other permissions or parameters", async () => {
    await withBase("rc.57", async (chain) => {
      const organization = await madeWith(chain, scheme(STRANGER));
      for (const [changed, problem] of [
        [scheme(OTHER), "holds the permissions 0x00000000, not 0x00000011."],
        [
          scheme(STRANGER, { permissions: "0x00000012" }),
          "holds the permissions 0x00000011, not 0x00000013.",
        ],
        [
          scheme(STRANGER, { paramsHash: ZeroHash }),
          `has the parameters hash 0x${"ab".repeat(32)}, not ${ZeroHash}.`,
        ],
      ] as const) {
        const problems = await problemsOf(chain, organization, { schemes: [changed] });
        expect(problems[0]).to.equal(`A scheme ${changed.address} ${problem}`);
      }
    });
  });

  it("looks only at its own DAO of a universal controller", async () => {
    await withBase("rc.33", async (chain) => {
      const dao = { ...SMALL_DAO, useUController: true, schemes: { ContributionReward: true } };
      const first = await chain.make(dao);
      // The first DAO's schemes are registered with the same controller, in the same events.
      const second = await chain.make({ ...dao, schemes: { UpgradeScheme: true } });
      expect(first.dao.Controller).to.equal(second.dao.Controller);
      expect(second.dao.Schemes.map(({ name }) => name)).to.deep.equal(["UpgradeScheme"]);
    });
  });

  it("finds a stranger in a universal controller", async () => {
    await withBase("rc.33", async (chain) => {
      const { deployer } = chain;
      const organization = await assembled(chain, true);
      await registerSchemes(deployer, "dao", organization, [scheme(STRANGER)]);
      const problems = await problemsOf(chain, organization, { keepsDeployer: true });
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include(STRANGER);
    });
  });

  for (const [name, contractName, args] of [
    ["avatar", "Avatar", ["Held", STRANGER, STRANGER]],
    ["token", "DAOToken", ["Token", "TOK", 0n]],
    ["reputation", "Reputation", []],
  ] as const) {
    it(`fails if the ${name} does not belong to the controller`, async () => {
      await withBase("rc.57", async (chain) => {
        const { deployer, release } = chain;
        const organization = await assembled(chain);
        const own = await deployer.deploy("other", release.artifact(contractName), args);
        const changed = { ...organization, [name]: own };
        const problems = await problemsOf(chain, changed, { keepsDeployer: true });
        expect(problems).to.deep.equal([
          `The ${name} ${own.address} belongs to ${deployer.account}, not to the controller ` +
            `${organization.controller.address}.`,
        ]);
      });
    });
  }

  for (const name of ["avatar", "token", "reputation", "controller"] as const) {
    it(`fails if the ${name} has other code`, async () => {
      await withBase("rc.57", async (chain) => {
        const organization = await assembled(chain);
        const { address, artifact } = organization[name];
        const { deployedBytecode } = artifact;
        // This only changes the data of a revert in the dispatcher.
        const patched = deployedBytecode.replace("600080fd", "600180fd");
        expect(patched).to.not.equal(deployedBytecode);
        await chain.connection.provider.request({
          method: "hardhat_setCode",
          params: [address, patched],
        });
        expect(await problemsOf(chain, organization, { keepsDeployer: true })).to.deep.equal([
          `The ${name} ${address} does not have the code of Arc's ${artifact.contractName}.`,
        ]);
      });
    });
  }

  it("reports every wrong scheme at once", async () => {
    await withBase("rc.57", async (chain) => {
      const organization = await assembled(chain);
      await registerSchemes(chain.deployer, "dao", organization, [scheme(STRANGER)]);
      expect(await problemsOf(chain, organization, { schemes: [scheme(OTHER)] })).to.have.length(3);
    });
  });
});
