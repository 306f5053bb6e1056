import { Ballot, type Standing, type VotingMachine } from "../../../engine/governance/ballot.js";
import type { FunctionCall } from "../../../engine/governance/function-call.js";
import { decisionIn } from "../../../engine/governance/machine-events.js";
import type { ProposalSide } from "../../../engine/governance/proposal-state.js";
import { speakerOf, stakeCall, voteCall } from "../../../engine/governance/vote-and-stake.js";
import { isVotingMachine } from "../../../foundation/arc/voting-machines.js";
import type { ContractDescription } from "../../../engine/inspect/description.js";
import { abiOf } from "../../../engine/inspect/reading/identify.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";

interface OpenBallot {
  readonly id: string;
  /** Total reputation, on which shares of votes are based, wei. */
  readonly supply: bigint;
  /** The block in which it was made. */
  readonly block: number;
}

/** A proposal in its voting machine, on a fork where accounts can vote and stake. */
export class BallotOnFork extends Ballot {
  readonly contract: VotingMachine["contract"];
  readonly #chain: ForkedChain;
  readonly #supply: bigint;
  /** Whether not only the fork has it. */
  readonly #isOnChain: boolean;
  #decision: ProposalSide | undefined;

  /**
   * @throws MigrationError if the voting machine is not Arc's
   */
  static async open(
    chain: ForkedChain,
    machine: ContractDescription,
    { id, supply, block }: OpenBallot,
  ): Promise<BallotOnFork> {
    const { name, address } = machine;
    const abi = abiOf(machine);
    if (abi === undefined || !isVotingMachine(name)) {
      throw new MigrationError(
        `The code of the voting machine ${address} is not Arc's, so how its proposals pass is unknown.`,
      );
    }
    const contract = chain.contract(address, abi);
    const { paramsHash } = (await contract.read("proposals", id)).toObject(true);
    const ballot = { id, paramsHash: String(paramsHash), supply, block };
    return new BallotOnFork(chain, { name, contract }, ballot);
  }

  private constructor(
    chain: ForkedChain,
    machine: VotingMachine,
    ballot: OpenBallot & { readonly paramsHash: string },
  ) {
    super(machine, ballot);
    this.contract = machine.contract;
    this.#chain = chain;
    this.#supply = ballot.supply;
    this.#isOnChain = ballot.block <= Number(chain.origin.number);
  }

  /** Reads its state at the last block. */
  override async standing(): Promise<Standing> {
    return await super.standing(await this.#chain.reader(), this.#supply, this.#decision);
  }

  /** Votes with all reputation of an account. */
  async vote(voter: string, side: ProposalSide): Promise<TriedTransaction> {
    const { from, call } = await this.#voteOf(voter, side);
    return await this.#send(from, call);
  }

  /** Requests what votes are going to read of the chain. */
  async readAhead(voters: readonly string[], side: ProposalSide): Promise<void> {
    // Of other proposals, the chain cannot say what a vote reads.
    if (!this.#isOnChain) return;
    const { address: to, abi } = this.contract;
    const votes = await Promise.all(voters.map(async (each) => await this.#voteOf(each, side)));
    await this.#chain.readAhead(
      votes.map(({ from, call: { functionName, args } }) => {
        return { from, to, data: abi.encodeFunctionData(functionName, [...args]) };
      }),
    );
  }

  async #voteOf(voter: string, side: ProposalSide) {
    const call = voteCall(this.contract.abi.fragments, { id: this.id, voter, side });
    return { from: speakerOf(await this.rules()) ?? voter, call };
  }

  /** @param amount wei of the staking token */
  async stake(staker: string, amount: bigint): Promise<TriedTransaction> {
    return await this.#send(staker, stakeCall(this.id, "for", amount));
  }

  async execute(): Promise<TriedTransaction> {
    return await this.#send(this.#chain.anybody, { functionName: "execute", args: [this.id] });
  }

  /** Address of GenesisProtocol's staking token. */
  async stakingToken(): Promise<string> {
    return String((await this.contract.read("stakingToken"))[0]);
  }

  async #send(from: string, call: FunctionCall): Promise<TriedTransaction> {
    const tried = await this.#chain.call(from, this.contract, call);
    const ballot = { id: this.id, votingMachine: this.contract.address };
    this.#decision ??= decisionIn(tried.logs, ballot);
    return tried;
  }
}
