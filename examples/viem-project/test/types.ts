/**
 * Read by the compiler alone (npm run types): what this project relies on in the types of
 * hardhat-dao-migration. A line under ts-expect-error that compiles is an error.
 */
import type { WalletClient } from "@nomicfoundation/hardhat-viem/types";
import { network } from "hardhat";
import { avatarAbi, genesisProtocolAbi } from "hardhat-dao-migration/abi";
import type { Proposal } from "hardhat-dao-migration/viem";
import type { Address, ContractFunctionName, TransactionReceipt } from "viem";

import { grantsDao } from "./grants-dao.js";

export async function compiles(): Promise<void> {
  const connection = await network.create();
  const { base, dao, accounts, governance } = await grantsDao(connection);

  const owner: Address = await dao.avatar.read.owner();
  const state: number = await base.genesisProtocol.read.state(["0x00"]);
  const limit: bigint = await dao.schemes.grantScheme.read.limit();
  const tenth: WalletClient = accounts[9];
  const proposal: Proposal = await governance.proposeReward({ beneficiary: tenth, tokens: limit });
  const block: bigint = proposal.blockNumber;
  const receipt: TransactionReceipt = await governance.pass(proposal);
  const name: ContractFunctionName<typeof avatarAbi> = "orgName";
  await base.daoToken.write.approve([base.genesisProtocol.address, 1n]);

  // @ts-expect-error The base has no contract of that name.
  void base.genesisProtocl;
  // @ts-expect-error The DAO has no scheme of that name.
  void dao.schemes.grantSheme;
  // @ts-expect-error The scheme has no such function.
  void dao.schemes.grantScheme.read.limits;
  // @ts-expect-error An amount is a bigint.
  await governance.proposeReward({ beneficiary: tenth, tokens: 1.5 });
  // @ts-expect-error A vote is yes or no.
  await governance.vote(proposal, "maybe");
  // @ts-expect-error It takes a list of arguments.
  await dao.nativeToken.read.balanceOf(owner);
  void [state, block, receipt, name, genesisProtocolAbi];
}
