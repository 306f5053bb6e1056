/** Arc's voting machines. Only GenesisProtocol has stakes and periods. */
export const VOTING_MACHINES = ["GenesisProtocol", "AbsoluteVote", "QuorumVote"] as const;
export type VotingMachineName = (typeof VOTING_MACHINES)[number];

export function isVotingMachine(
  contractName: string | undefined,
): contractName is VotingMachineName {
  return (VOTING_MACHINES as readonly (string | undefined)[]).includes(contractName);
}
