import { Ballot, type VotingMachine } from "../../governance/ballot.js";
import type { FunctionCall } from "../../governance/function-call.js";
import { decisionIn } from "../../governance/machine-events.js";
import type { Votes } from "../../governance/majority.js";
import type { ProposalState, Side } from "../../governance/proposal-state.js";
import { senderOfVote, stakeCall, voteCall } from "../../governance/vote-and-stake.js";
import { isVotingMachine } from "../../governance/voting-machine.js";
import type { ContractDescription } from "../../inspect/description.js";
import { readDeadline, readState } from "../../inspect/proposals/state.js";
import type { Contract } from "../../inspect/reading/contract.js";
import { openContract } from "../../inspect/reading/identify.js";
import { MigrationError } from "../../support/errors.js";
import type { ForkedChain, TriedTransaction } from "../chain/forked-chain.js";

/** The state of a proposal on the fork. */
export interface Standing {
  readonly noted: ProposalState;
  /** The state that it has as soon as anybody calls `execute`. */
  readonly now: ProposalState;
  readonly decision?: Side;
  /** When the `noted` state ends, UNIX seconds. */
  readonly deadline?: number;
  readonly votes: Votes;
}

/** What a ballot on a fork needs besides that of any chain. */
interface Ground {
  readonly chain: ForkedChain;
  readonly contract: Contract;
  readonly bar: bigint;
  readonly rules: Readonly<Record<string, unknown>>;
}

/** A proposal in its voting machine, on a fork where accounts can vote and stake. */
export class BallotOnFork extends Ballot {
  /** Address of the voting machine. */
  readonly address: string;
  /** More votes than this decide at once, wei of reputation. */
  readonly bar: bigint;
  readonly #on: Ground;
  /** The decision made on the fork. */
  #decision: Side | undefined;

  /**
   * @param supply total reputation, on which shares of votes are based, wei
   * @throws MigrationError if the voting machine is not Arc's
   */
  static async open(
    chain: ForkedChain,
    described: ContractDescription,
    { id, supply }: { readonly id: string; readonly supply: bigint },
  ): Promise<BallotOnFork> {
    const { name, address } = described;
    const contract = openContract(await chain.reader(), described);
    if (contract === undefined || !isVotingMachine(name)) {
      throw new MigrationError(
        `The code of the voting machine ${address} is not Arc's, so how its proposals pass is unknown.`,
      );
    }
    const { abi } = contract;
    // The opened contract keeps reading the block before the votes.
    const latest: VotingMachine["contract"] = {
      abi,
      read: (functionName, ...args) => chain.read(address, abi, functionName, args),
    };
    const machine = { name, contract: latest };
    const { paramsHash } = (await contract.read("proposals", id)).toObject(true);
    const ballot = { id, paramsHash: String(paramsHash) };
    const before = new Ballot(machine, ballot);
    const [bar, rules] = await Promise.all([before.majority(supply), before.rules()]);
    return new BallotOnFork(machine, ballot, { chain, contract, bar, rules });
  }

  private constructor(
    machine: VotingMachine,
    ballot: ConstructorParameters<typeof Ballot>[1],
    ground: Ground,
  ) {
    super(machine, ballot);
    this.address = ground.contract.address;
    this.bar = ground.bar;
    this.#on = ground;
  }

  /** Reads its state at the last block. */
  async standing(): Promise<Standing> {
    const { chain, contract } = this.#on;
    const proposal = { ballot: this, contract, decided: this.#decision };
    const state = await readState(await chain.reader(), proposal);
    const [deadline, votes] = await Promise.all([readDeadline(this, state.noted), this.votes()]);
    return { ...state, deadline, votes };
  }

  /** Votes with all reputation of an account. */
  async vote(voter: string, side: Side): Promise<TriedTransaction> {
    const { contract, rules } = this.#on;
    const call = voteCall(contract.abi.fragments, { id: this.id, voter, side });
    return await this.#send(senderOfVote(rules, voter), call);
  }

  /** @param amount wei of the staking token */
  async stake(staker: string, amount: bigint): Promise<TriedTransaction> {
    return await this.#send(staker, stakeCall(this.id, "for", amount));
  }

  async execute(account: string): Promise<TriedTransaction> {
    return await this.#send(account, { functionName: "execute", args: [this.id] });
  }

  /** Address of GenesisProtocol's staking token. */
  async stakingToken(): Promise<string> {
    return String(await this.#on.contract.value("stakingToken"));
  }

  async #send(from: string, { functionName, args }: FunctionCall): Promise<TriedTransaction> {
    const { chain, contract } = this.#on;
    const data = contract.abi.encodeFunctionData(functionName, [...args]);
    const tried = await chain.send({ from, to: this.address, data });
    this.#decision ??= decisionIn(tried.logs, { id: this.id, votingMachine: this.address });
    return tried;
  }
}
