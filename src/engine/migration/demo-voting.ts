import { decodeEvent } from "../../foundation/arc/abi.js";
import { encodeProposal, type ProposalContent } from "../governance/proposal-kinds.js";
import type { FunctionCall } from "../governance/function-call.js";
import type { ProposalSide } from "../governance/proposal-state.js";
import { stakeCall, voteCall } from "../governance/vote-and-stake.js";
import type { Contract, Deployer } from "./deployer.js";

export interface DemoOrganization {
  readonly deployer: Deployer;
  readonly step: string;
  readonly avatar: string;
  readonly genesisProtocol: Contract;
  readonly contributionReward: Contract;
  /** Address of the staking token. */
  readonly stakingToken: string;
}

/** A proposal, and the group of steps that act on it, which may be mined in any order. */
export interface DemoProposal {
  readonly name: string;
  readonly proposalId: string;
  readonly group: string;
}

/**
 * Proposes as the first test account.
 * @param name of the proposal, in the steps and its description
 * @returns its ID, from the event, because the voting machine derives it from a counter that all DAOs share
 */
export async function propose(
  { deployer, step, genesisProtocol, avatar }: DemoOrganization,
  name: string,
  scheme: Contract,
  content: ProposalContent,
): Promise<string> {
  const frame = { avatar, description: `A demo proposal: ${name}` };
  const { functionName, args } = encodeProposal(scheme.artifact.abi, content, frame);
  const logs = await deployer.sendForLogs(`${step}/${name}/propose`, scheme, functionName, args, {
    from: account(deployer, 0),
  });
  return decodeEvent(genesisProtocol, "NewProposal", logs)._proposalId as string;
}

export async function vote(
  demo: DemoOrganization,
  proposal: DemoProposal,
  voter: number,
  side: ProposalSide,
): Promise<void> {
  const { abi } = demo.genesisProtocol.artifact;
  const from = account(demo.deployer, voter);
  await act(demo, proposal, voter, voteCall(abi, { id: proposal.proposalId, voter: from, side }));
}

/**
 * Stakes for a proposal.
 * @param amount in wei of the staking token
 */
export async function stake(
  demo: DemoOrganization,
  proposal: DemoProposal,
  staker: number,
  amount: bigint,
): Promise<void> {
  await act(demo, proposal, staker, stakeCall(proposal.proposalId, "for", amount));
}

async function act(
  { deployer, step, genesisProtocol }: DemoOrganization,
  { name, group }: DemoProposal,
  index: number,
  { functionName, args }: FunctionCall,
): Promise<void> {
  await deployer.send(
    `${step}/${name}/${functionName}/${index}`,
    genesisProtocol,
    functionName,
    args,
    { from: account(deployer, index), group },
  );
}

export function account(deployer: Deployer, index: number): string {
  const address = deployer.testAccounts[index];
  if (address === undefined) throw new Error(`There is no test account ${index}.`);
  return address;
}
