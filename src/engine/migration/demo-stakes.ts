import { formatEther } from "ethers";

import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Contract, Deployer } from "./deployer.js";
import { account, type DemoOrganization } from "./demo-voting.js";
import { at } from "./materials.js";

/**
 * Mints what test accounts lack of a staking token.
 * @param amounts what they should own, in wei, by test account
 * @returns the first account that lacks some, if the deploying account does not own the token and cannot mint
 */
export async function mintMissing(
  deployer: Deployer,
  stepPrefix: string,
  token: Contract,
  amounts: ReadonlyMap<number, bigint>,
) {
  for (const [index, amount] of amounts) {
    const owner = account(deployer, index);
    const [balance] = (await deployer.read(token, "balanceOf", [owner])) as [bigint];
    if (balance >= amount) continue;
    const [minter] = await deployer.read(token, "owner").catch(() => [undefined]);
    if (minter !== deployer.account) return { owner, balance, amount };
    await deployer.send(`${stepPrefix}/${index}`, token, "mint", [owner, amount - balance]);
  }
  return undefined;
}

/**
 * Makes sure that test accounts own what they will stake. On a private chain, they got it with the base.
 * @param stakes in wei of the staking token, by test account
 * @throws MigrationError if an account owns too little and the deploying account cannot mint
 */
export async function provideStakes(
  { deployer, step, stakingToken }: DemoOrganization,
  release: ArcRelease,
  stakes: ReadonlyMap<number, bigint>,
): Promise<void> {
  const token = at(release, "DAOToken", stakingToken);
  const lacking = await mintMissing(deployer, `${step}/stakes`, token, stakes);
  if (lacking === undefined) return;
  const { owner, balance, amount } = lacking;
  throw new MigrationError(
    `The demo test stakes ${formatEther(amount)} of the token ${stakingToken} from ${owner}, which has ` +
      `${formatEther(balance)}. Send it the rest and run the same command again.`,
  );
}
