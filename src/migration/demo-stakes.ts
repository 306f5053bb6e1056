import { formatEther } from "ethers";

import type { ArcRelease } from "../arc/artifact.js";
import { MigrationError } from "../support/errors.js";
import { account, type DemoOrganization } from "./demo-voting.js";
import { at } from "./organization.js";

/**
 * Makes sure that test accounts own what they will stake. On a private chain, they got it with the base. If the
 * deploying account owns the staking token, it mints what is missing.
 * @param stakes in wei of the staking token, by test account
 * @throws MigrationError if an account owns too little and the deploying account cannot mint
 */
export async function provideStakes(
  { deployer, step, stakingToken }: DemoOrganization,
  release: ArcRelease,
  stakes: ReadonlyMap<number, bigint>,
): Promise<void> {
  const token = at(release, "DAOToken", stakingToken);
  for (const [index, amount] of stakes) {
    const owner = account(deployer, index);
    const [balance] = (await deployer.read(token, "balanceOf", [owner])) as [bigint];
    if (balance >= amount) continue;
    const [minter] = await deployer.read(token, "owner").catch(() => [undefined]);
    if (minter !== deployer.account) {
      throw new MigrationError(
        `The demo test stakes ${formatEther(amount)} of the token ${stakingToken} from ${owner}, which has ` +
          `${formatEther(balance)}. Send it the rest and run the same command again.`,
      );
    }
    await deployer.send(`${step}/stakes/${index}`, token, "mint", [owner, amount]);
  }
}
