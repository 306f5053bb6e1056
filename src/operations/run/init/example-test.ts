import type { ProjectKind } from "./project-kind.js";

/**
 * A first test of a DAO, for the project's test runner and library.
 * @example
 * exampleTest({ library: "ethers", runner: "mocha" }); // 'import { expect } from "chai"; ...'
 */
export function exampleTest({ library, runner }: ProjectKind): string {
  const { framework, equal } = RUNNERS[runner];
  const { imports, balance } = LIBRARIES[library];
  return `${framework}
${imports}

describe("The DAO", () => {
  const connecting = network.getOrCreate();

  it("pays for a contribution that its members vote for", async () => {
    const { networkHelpers } = await connecting;
    const { dao, accounts, governance } = await networkHelpers.loadFixture(daoFixture);
    const beneficiary = accounts[9];

    const proposal = await governance.proposeReward({ beneficiary, tokens: parseEther("10") });
    await governance.pass(proposal);
    await governance.redeem(proposal);

    const balance = ${balance};
    ${equal("balance", 'parseEther("10")')}
  });
});
`;
}

const LIBRARIES: Readonly<
  Record<ProjectKind["library"], { readonly imports: string; readonly balance: string }>
> = {
  ethers: {
    imports: `import { parseEther } from "ethers";
import { network } from "hardhat";
import { daoFixture } from "hardhat-dao-migration/fixtures";`,
    balance: "await dao.nativeToken.balanceOf(beneficiary)",
  },
  viem: {
    imports: `import { network } from "hardhat";
import { daoFixture } from "hardhat-dao-migration/viem";
import { parseEther } from "viem";`,
    balance: "await dao.nativeToken.read.balanceOf([beneficiary.account.address])",
  },
};

/** A runner's imports, and its assertion that two values are equal. */
interface Framework {
  readonly framework: string;
  readonly equal: (found: string, wanted: string) => string;
}

const RUNNERS: Readonly<Record<ProjectKind["runner"], Framework>> = {
  mocha: {
    framework: 'import { expect } from "chai";',
    equal: (found, wanted) => `expect(${found}).to.equal(${wanted});`,
  },
  "node:test": {
    framework:
      'import assert from "node:assert/strict";\nimport { describe, it } from "node:test";',
    equal: (found, wanted) => `assert.equal(${found}, ${wanted});`,
  },
};
