import type { ProjectKind } from "./project-kind.js";

/**
 * A first test of a DAO, in the words of the project's runner and library.
 * @example
 * exampleTest({ library: "ethers", runner: "mocha" }); // 'import { expect } from "chai"; ...'
 */
export function exampleTest({ library, runner }: ProjectKind): string {
  const mocha = runner === "mocha";
  const viem = library === "viem";
  const imports = [
    mocha ? `import { expect } from "chai";` : `import assert from "node:assert/strict";`,
    ...(mocha ? [] : [`import { describe, it } from "node:test";\n`]),
    ...(viem ? [] : [`import { parseEther } from "ethers";`]),
    `import { network } from "hardhat";`,
    `import { daoFixture } from "hardhat-dao-migration/${viem ? "viem" : "fixtures"}";`,
    ...(viem ? [`import { parseEther } from "viem";`] : []),
  ];
  const balance = viem
    ? "await dao.nativeToken.read.balanceOf([beneficiary.account.address])"
    : "await dao.nativeToken.balanceOf(beneficiary)";
  const check = mocha
    ? `expect(${balance}).to.equal(parseEther("10"));`
    : `assert.equal(${balance}, parseEther("10"));`;
  return `${imports.join("\n")}

describe("The DAO", () => {
  const connecting = network.create();

  it("pays for a contribution that its members vote for", async () => {
    const { networkHelpers } = await connecting;
    const { dao, accounts, governance } = await networkHelpers.loadFixture(daoFixture);
    const beneficiary = accounts[9];

    const proposal = await governance.proposeReward({ beneficiary, tokens: parseEther("10") });
    await governance.pass(proposal);
    await governance.redeem(proposal);

    ${check}
  });
});
`;
}
