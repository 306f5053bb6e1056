import type { ProjectKind } from "./project-kind.js";

/**
 * A first test of a DAO, for the project's test runner and library.
 * @example
 * exampleTest({ library: "ethers", runner: "mocha" }); // 'import { expect } from "chai"; ...'
 */
export function exampleTest({ library, runner }: ProjectKind): string {
  const { imports, equal } = RUNNERS[runner];
  return library === "viem" ? viemTest(imports, equal) : ethersTest(imports, equal);
}

/** A runner's imports, and its assertion that two values are equal. */
interface Words {
  readonly imports: string;
  readonly equal: (found: string, wanted: string) => string;
}

const RUNNERS: Readonly<Record<ProjectKind["runner"], Words>> = {
  mocha: {
    imports: 'import { expect } from "chai";',
    equal: (found, wanted) => `expect(${found}).to.equal(${wanted});`,
  },
  "node:test": {
    imports: 'import assert from "node:assert/strict";\nimport { describe, it } from "node:test";',
    equal: (found, wanted) => `assert.equal(${found}, ${wanted});`,
  },
};

function ethersTest(imports: string, equal: Words["equal"]): string {
  return `${imports}
import { parseEther } from "ethers";
import { network } from "hardhat";
import { daoFixture } from "hardhat-dao-migration/fixtures";

describe("The DAO", () => {
  const connecting = network.create();

  it("pays for a contribution that its members vote for", async () => {
    const { networkHelpers } = await connecting;
    const { dao, accounts, governance } = await networkHelpers.loadFixture(daoFixture);
    const beneficiary = accounts[9];

    const proposal = await governance.proposeReward({ beneficiary, tokens: parseEther("10") });
    await governance.pass(proposal);
    await governance.redeem(proposal);

    ${equal("await dao.nativeToken.balanceOf(beneficiary)", 'parseEther("10")')}
  });
});
`;
}

function viemTest(imports: string, equal: Words["equal"]): string {
  return `${imports}
import { network } from "hardhat";
import { daoFixture } from "hardhat-dao-migration/viem";
import { parseEther } from "viem";

describe("The DAO", () => {
  const connecting = network.create();

  it("pays for a contribution that its members vote for", async () => {
    const { networkHelpers } = await connecting;
    const { dao, accounts, governance } = await networkHelpers.loadFixture(daoFixture);
    const beneficiary = accounts[9];

    const proposal = await governance.proposeReward({ beneficiary, tokens: parseEther("10") });
    await governance.pass(proposal);
    await governance.redeem(proposal);

    const balance = await dao.nativeToken.read.balanceOf([beneficiary.account.address]);
    ${equal("balance", 'parseEther("10")')}
  });
});
`;
}
