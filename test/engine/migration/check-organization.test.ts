import { expect } from "chai";
import { id, ZeroHash, zeroPadValue } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
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
import { fakeDeployer } from "./fake-deployer.js";
import { assembled, materialsOf, sharedBase, SMALL_DAO, withBase } from "./with-base.js";

const STRANGER = "0x3333333333333333333333333333333333333333";
const OTHER = "0x4444444444444444444444444444444444444444";
const HASH = `0x${"ab".repeat(32)}`;

function scheme(address: string, change: Partial<SchemeResult> = {}): SchemeResult {
  return { name: "A scheme", address, permissions: "0x00000010", paramsHash: HASH, ...change };
}

describe("findProblems", () => {
  const chain = sharedBase("rc.57");

  /** A DAO that the deploying account controls, with only these schemes. */
  const held = async (...schemes: readonly SchemeResult[]): Promise<Organization> => {
    const organization = await assembled(chain());
    await registerSchemes(materialsOf(chain()), organization, schemes);
    return organization;
  };
  /** The same, without the deploying account. */
  const made = async (...schemes: readonly SchemeResult[]): Promise<Organization> => {
    const organization = await held(...schemes);
    await unregisterOwner(materialsOf(chain()), organization);
    return organization;
  };
  const problemsOf = async (
    organization: Organization,
    expected: Partial<ExpectedSchemes> = {},
  ): Promise<readonly string[]> => {
    const nobody: ExpectedSchemes = { schemes: [], keepsDeployer: false };
    return await findProblems(chain().deployer, organization, { ...nobody, ...expected });
  };
  const keepsDeployer = true;

  it("passes a DAO with exactly the expected schemes, of which the last registration counts", async () => {
    const schemes = [
      scheme(STRANGER),
      scheme(OTHER, { permissions: "0x00000000" }),
      scheme(STRANGER, { permissions: "0x00000002" }),
    ];
    expect(await problemsOf(await made(...schemes), { schemes })).to.deep.equal([]);
    expect(await problemsOf(await held(), { keepsDeployer })).to.deep.equal([]);
  });

  it("passes if someone was registered and unregistered again", async () => {
    const organization = await held(scheme(STRANGER));
    const args = [STRANGER, organization.avatar.address];
    await chain().deployer.send("away", organization.controller, "unregisterScheme", args);
    expect(await problemsOf(organization, { keepsDeployer })).to.deep.equal([]);
  });

  it("fails if the deploying account has permissions that it should not have, or lacks those it should", async () => {
    const { account } = chain().deployer;
    expect(await problemsOf(await held())).to.deep.equal([
      `The deploying account ${account} holds the permissions 0x0000001f.`,
    ]);
    expect(await problemsOf(await made(), { keepsDeployer })).to.deep.equal([
      `the deploying account ${account} holds the permissions 0x00000000, not 0x0000001f.`,
    ]);
  });

  it("fails if a stranger was registered, with any permissions", async () => {
    for (const [permissions, told] of [
      ["0x00000000", "0x00000001"],
      ["0x0000001f", "0x0000001f"],
    ] as const) {
      expect(await problemsOf(await made(scheme(STRANGER, { permissions })))).to.deep.equal([
        `An account of no scheme, ${STRANGER} holds the permissions ${told}.`,
      ]);
    }
  });

  it("fails if a scheme is missing, or has other permissions or parameters", async () => {
    const organization = await made(scheme(STRANGER));
    for (const [changed, problem] of [
      [scheme(OTHER), "holds the permissions 0x00000000, not 0x00000011."],
      [
        scheme(STRANGER, { permissions: "0x00000012" }),
        "holds the permissions 0x00000011, not 0x00000013.",
      ],
      [
        scheme(STRANGER, { paramsHash: ZeroHash }),
        `has the parameters hash ${HASH}, not ${ZeroHash}.`,
      ],
    ] as const) {
      const [first] = await problemsOf(organization, { schemes: [changed] });
      expect(first).to.equal(`A scheme ${changed.address} ${problem}`);
    }
  });

  it("reports every wrong scheme at once", async () => {
    const organization = await held(scheme(STRANGER));
    expect(await problemsOf(organization, { schemes: [scheme(OTHER)] })).to.have.length(3);
  });

  for (const [name, contractName, args] of [
    ["avatar", "Avatar", ["Held", STRANGER, STRANGER]],
    ["token", "DAOToken", ["Token", "TOK", 0n]],
    ["reputation", "Reputation", []],
  ] as const) {
    it(`fails if the ${name} does not belong to the controller`, async () => {
      const { deployer, release } = chain();
      const organization = await held();
      const own = await deployer.deploy("other", release.artifact(contractName), args);
      const changed = { ...organization, [name]: own };
      expect(await problemsOf(changed, { keepsDeployer })).to.deep.equal([
        `The ${name} ${own.address} belongs to ${deployer.account}, not to the controller ` +
          `${organization.controller.address}.`,
      ]);
    });
  }

  for (const name of ["avatar", "token", "reputation", "controller"] as const) {
    it(`fails if the ${name} has other code`, async () => {
      const organization = await held();
      const { address, artifact } = organization[name];
      // This only changes the data of a revert in the dispatcher.
      const patched = artifact.deployedBytecode.replace("600080fd", "600180fd");
      expect(patched).to.not.equal(artifact.deployedBytecode);
      const { provider } = chain().connection;
      await provider.request({ method: "hardhat_setCode", params: [address, patched] });
      expect(await problemsOf(organization, { keepsDeployer })).to.deep.equal([
        `The ${name} ${address} does not have the code of Arc's ${artifact.contractName}.`,
      ]);
    });
  }
});

describe("findProblems of a universal controller", () => {
  it("looks only at its own DAO, and finds a stranger there", async () => {
    await withBase("rc.33", async (chain) => {
      const dao = { ...SMALL_DAO, useUController: true, schemes: { ContributionReward: true } };
      const first = await chain.make(dao);
      // The first DAO's schemes are registered with the same controller, in the same events.
      const second = await chain.make({ ...dao, schemes: { UpgradeScheme: true } });
      expect(first.dao.Controller).to.equal(second.dao.Controller);
      expect(second.dao.Schemes.map(({ name }) => name)).to.deep.equal(["UpgradeScheme"]);
      const organization = await assembled(chain, true);
      await registerSchemes(materialsOf(chain), organization, [scheme(STRANGER)]);
      const expected = { schemes: [], keepsDeployer: true };
      const problems = await findProblems(chain.deployer, organization, expected);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include(STRANGER);
    });
  });

  it("reads only its DAO's registrations; of a DAO's own controller each account in one call", async () => {
    const release = await openArcRelease("rc.33");
    const at = (name: string, digits: string) => ({
      artifact: release.artifact(name),
      address: `0x${digits.repeat(20)}`,
    });
    const topic = id("RegisterScheme(address,address)");
    for (const [controllerName, topics, calls] of [
      ["UController", 4, ["getSchemePermissions", "getSchemeParameters"]],
      ["Controller", 1, ["schemes"]],
    ] as const) {
      const contracts = {
        avatar: at("Avatar", "a1"),
        token: at("DAOToken", "b2"),
        reputation: at("Reputation", "c3"),
        controller: at(controllerName, "d4"),
      };
      const { avatar, controller } = contracts;
      const { deployer, reads, filters } = fakeDeployer({
        code: (address) =>
          Object.values(contracts).find((each) => each.address === address)!.artifact
            .deployedBytecode,
        read: (name) => {
          if (name === "owner") return [controller.address];
          return name === "schemes" ? [ZeroHash, "0x00000000"] : ["0x00000000"];
        },
      });
      const expected = { schemes: [], keepsDeployer: false };
      const organization = { name: "A DAO", ...contracts };
      expect(await findProblems(deployer, organization, expected)).to.deep.equal([]);
      expect(reads.filter((name) => name !== "owner")).to.deep.equal(calls);
      const [[address, found]] = filters as [[string, string[]]];
      expect([filters.length, address]).to.deep.equal([1, controller.address]);
      // The universal controller's own event has the avatar, too.
      if (controllerName === "Controller") expect(found).to.deep.equal([topic]);
      else expect(found.slice(1)).to.deep.equal([null, null, zeroPadValue(avatar.address, 32)]);
      expect(found).to.have.length(topics);
      expect(found[0]).to.match(/^0x[0-9a-f]{64}$/);
    }
  });
});
