import { Contract, type ContractTransactionResponse, type Provider, Wallet } from "ethers";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { walletsOf, TEST_MNEMONIC } from "../../src/foundation/chain/test-accounts.js";

const GENESIS_PROTOCOL = [
  "function vote(bytes32 proposal, uint256 vote, uint256 amount, address voter) returns (bool)",
  "function voteInfo(bytes32 proposal, address voter) view returns (uint256 vote, uint256 reputation)",
];

/** Votes yes on the queued proposal of the demo test and returns that vote as the chain reports it. */
export async function voteOnDemo(
  provider: Provider,
  { base, test }: MigrationResult,
  account: number,
): Promise<{ vote: bigint; reputation: bigint }> {
  const wallet = new Wallet(walletsOf(TEST_MNEMONIC)[account]!.privateKey, provider);
  const protocol = new Contract(base!.GenesisProtocol, GENESIS_PROTOCOL, wallet);
  const sent = (await protocol.getFunction("vote")(
    test!.queuedProposalId,
    1n,
    0n,
    wallet.address,
  )) as ContractTransactionResponse;
  await sent.wait();
  const info = protocol.getFunction("voteInfo");
  const [vote, reputation] = (await info(test!.queuedProposalId, wallet.address)) as [
    bigint,
    bigint,
  ];
  return { vote, reputation };
}
