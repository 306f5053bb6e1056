import { ZeroAddress, id, parseEther } from "ethers";

import { argumentsByName, decodeEvent, encodeCall, functionEntry } from "../arc/abi.js";
import type { Contract, Deployer } from "./deployer.js";

export const YES = 1n;
export const NO = 2n;

/** The contracts that the demo's proposals use: a DAO's schemes and their voting machine. */
export interface DemoOrganization {
  readonly deployer: Deployer;
  readonly step: string;
  readonly avatar: string;
  readonly genesisProtocol: Contract;
  readonly contributionReward: Contract;
  /** Address of the staking token. */
  readonly stakingToken: string;
}

/** A proposal, and the group of steps that act on it. */
export interface DemoProposal {
  readonly name: string;
  readonly proposalId: string;
  readonly group: string;
}

/** Proposes a reward of 10 tokens and 10 reputation for the second test account. */
export async function proposeReward(organization: DemoOrganization, name: string): Promise<string> {
  const { deployer, contributionReward, avatar } = organization;
  const args = argumentsByName(
    functionEntry(contributionReward.artifact, "proposeContributionReward"),
    {
      _avatar: avatar,
      ...description(contributionReward, "proposeContributionReward", name),
      _reputationChange: parseEther("10"),
      // Native tokens, ether, external tokens, seconds per period, periods. Some alphas reject a period length of 0.
      _rewards: [parseEther("10"), 0n, 0n, 1n, 1n],
      _externalToken: ZeroAddress,
      _beneficiary: account(deployer, 1),
    },
  );
  return await propose(organization, name, contributionReward, "proposeContributionReward", args);
}

/** Proposes a call of ActionMock.test2 through a generic scheme. */
export async function proposeCall(
  organization: DemoOrganization,
  name: string,
  genericScheme: Contract,
  actionMock: Contract,
): Promise<string> {
  const { avatar } = organization;
  const callData = encodeCall(functionEntry(actionMock.artifact, "test2"), [avatar]);
  const args = argumentsByName(functionEntry(genericScheme.artifact, "proposeCall"), {
    _avatar: avatar,
    _callData: callData,
    _value: 0n,
    ...description(genericScheme, "proposeCall", name),
  });
  return await propose(organization, name, genericScheme, "proposeCall", args);
}

/** Votes with all reputation of a test account. The votes and stakes of a group may be mined in any order. */
export async function vote(
  { deployer, step, genesisProtocol }: DemoOrganization,
  { name, proposalId, group }: DemoProposal,
  voter: number,
  choice: bigint,
): Promise<void> {
  const from = account(deployer, voter);
  const args = argumentsByName(functionEntry(genesisProtocol.artifact, "vote"), {
    _proposalId: proposalId,
    _vote: choice,
    _amount: 0n,
    _voter: from,
  });
  const options = { from, group };
  await deployer.send(`${step}/${name}/vote/${voter}`, genesisProtocol, "vote", args, options);
}

/**
 * Stakes for a proposal.
 * @param amount in wei of the staking token
 */
export async function stake(
  { deployer, step, genesisProtocol }: DemoOrganization,
  { name, proposalId, group }: DemoProposal,
  staker: number,
  amount: bigint,
): Promise<void> {
  const from = account(deployer, staker);
  const options = { from, group };
  const args = [proposalId, YES, amount];
  await deployer.send(`${step}/${name}/stake/${staker}`, genesisProtocol, "stake", args, options);
}

export function account(deployer: Deployer, index: number): string {
  const address = deployer.testAccounts[index];
  if (address === undefined) throw new Error(`There is no test account ${index}.`);
  return address;
}

/** Takes the ID from the event, because the voting machine derives it from a counter that all DAOs share. */
async function propose(
  { deployer, step, genesisProtocol }: DemoOrganization,
  name: string,
  scheme: Contract,
  functionName: string,
  args: readonly unknown[],
): Promise<string> {
  const logs = await deployer.sendForLogs(`${step}/${name}/propose`, scheme, functionName, args, {
    from: account(deployer, 0),
  });
  return decodeEvent(genesisProtocol, "NewProposal", logs)._proposalId as string;
}

/** The hash of a description, or the text in releases that take text. The parameter's name differs, too. */
function description(scheme: Contract, functionName: string, name: string) {
  const inputs = functionEntry(scheme.artifact, functionName).inputs ?? [];
  const hashed = inputs.some(
    (input) => input.name.endsWith("escriptionHash") && input.type === "bytes32",
  );
  const text = `A demo proposal: ${name}`;
  const value = hashed ? id(text) : text;
  return { _descriptionHash: value, _contributionDescriptionHash: value };
}
