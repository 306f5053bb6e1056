/**
 * Read by the compiler alone (npm run types): what this project relies on in the types of
 * hardhat-dao-migration. A line under ts-expect-error that compiles is an error.
 */
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import type { ContractTransactionResponse } from "ethers";
import type { DaoFixture } from "hardhat-dao-migration/fixtures";
import type { Avatar, GenesisProtocol } from "hardhat-dao-migration/typechain";
import { Avatar__factory, ContributionReward__factory } from "hardhat-dao-migration/typechain";
import { network } from "hardhat";

import type { GrantScheme } from "../types/ethers-contracts/GrantScheme.js";
import { grantsDao } from "./grants-dao.js";

export async function compiles(signer: HardhatEthersSigner): Promise<void> {
  const connection = await network.create();
  const { base, dao, accounts, governance, result } = await grantsDao(connection);

  const avatar: Avatar = dao.avatar;
  const genesisProtocol: GenesisProtocol = base.genesisProtocol;
  const grants: GrantScheme = dao.schemes.grantScheme;
  const sent: Promise<ContractTransactionResponse> = grants.proposeGrant(accounts[0], 1n);
  const addresses: (string | undefined)[] = [result.base?.DAOTracker, result.dao?.Avatar];
  const fixture: DaoFixture = await connection.dao.load({ demo: false });
  await fixture.governance.pass(await governance.proposalOf(sent));
  await new Avatar__factory(signer).deploy("Name", avatar, genesisProtocol);
  await ContributionReward__factory.connect("0x", signer).parameters("0x");

  // @ts-expect-error The DAO has no scheme of that name.
  void dao.schemes.grantSheme.proposeGrant;
  // @ts-expect-error An amount is a bigint.
  await governance.proposeReward({ beneficiary: signer, tokens: 1.5 });
  // @ts-expect-error A vote is yes or no.
  await governance.vote("0x", "maybe");
  // @ts-expect-error Universal contracts are deployed by a base.
  await new ContributionReward__factory(signer).deploy();
  void addresses;
}
