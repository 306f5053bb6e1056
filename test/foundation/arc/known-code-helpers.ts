import { expect } from "chai";

import { identifyCode } from "../../../src/foundation/arc/known-code.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { targetsOf } from "../../../src/operations/verify/targets.js";
import type { ChainWithBase } from "../../engine/migration/with-base.js";

/**
 * Expects every contract of a release to be known, except interfaces, tiny contracts, and libraries, whose
 * code contains their address.
 */
export async function expectReleaseKnown(version: string): Promise<void> {
  const release = await openArcRelease(version);
  for (const name of release.contractNames) {
    const { deployedBytecode: code } = release.artifact(name);
    if (code.length < 400 || /^0x730{40}30/.test(code)) continue;
    const known = identifyCode(code);
    // Some mocks only rename the contract that they inherit.
    expect([name, name.replace(/Mock$/, "")], name).to.include(known?.contract);
    expect(known?.releases, name).to.include(release.version);
    expect(known?.exact, name).to.include(release.version);
  }
}

/**
 * Deploys a demo test, and expects the on-chain code of each contract of base, DAOs and demo test to be
 * known.
 * @returns the names of those contracts
 */
export async function expectKnown(
  { deployer, release, base, connection }: ChainWithBase,
  daos: readonly DaoResult[],
): Promise<readonly string[]> {
  const test = await migrateDemoTest(deployer, release, base);
  const targets = daos.flatMap((dao) =>
    targetsOf({ network: "private", chainId: 31337, base, dao, test }),
  );
  for (const { name, address, place } of targets) {
    const code: unknown = await connection.provider.request({
      method: "eth_getCode",
      params: [address, "latest"],
    });
    const known = identifyCode(code as string);
    expect(known?.contract, place).to.equal(name);
    expect(known?.releases, place).to.include(release.version);
    expect(known?.exact, place).to.include(release.version);
  }
  return targets.map(({ name }) => name);
}
