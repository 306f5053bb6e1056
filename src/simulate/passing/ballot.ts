import { stakeToBoost } from "../../arc/genesis-protocol.js";
import { ZeroAddress, type Result } from "ethers";

import type { ContractDescription, ProposalState, Side } from "../../inspect/description.js";
import type { Machine } from "../../inspect/proposals/find-proposals.js";
import { readDeadline, readState } from "../../inspect/proposals/state.js";
import type { ContractEvent } from "../../inspect/reading/contract.js";
import { openContract } from "../../inspect/reading/identify.js";
import { MigrationError } from "../../support/errors.js";
import type { ForkedChain, TriedTransaction } from "../chain/forked-chain.js";

const CHOICES: Readonly<Record<Side, bigint>> = { for: 1n, against: 2n };

/** The state of a proposal on the fork. */
export interface Standing {
  readonly noted: ProposalState;
  /** The state that it has as soon as anybody calls `execute`. */
  readonly now: ProposalState;
  readonly decision?: Side;
  /** When the `noted` state ends, UNIX seconds. */
  readonly deadline?: number;
  /** Wei of reputation. */
  readonly votes: Readonly<Record<Side, bigint>>;
}

/** A proposal in its voting machine, on a fork where accounts can vote and stake. */
export class Ballot {
  readonly id: string;
  readonly machine: ContractDescription;
  readonly isGenesis: boolean;
  /** More votes than this decide at once, wei of reputation. */
  readonly bar: bigint;
  readonly paramsHash: string;
  readonly #chain: ForkedChain;
  readonly #opened: Machine["contract"];
  readonly #voteOnBehalf: string | undefined;
  readonly #decisions: ContractEvent[] = [];

  /**
   * @param supply total reputation, on which shares of votes are based, wei
   * @throws MigrationError if the voting machine is not Arc's
   */
  static async open(
    chain: ForkedChain,
    machine: ContractDescription,
    { id, supply }: { readonly id: string; readonly supply: bigint },
  ): Promise<Ballot> {
    const opened = openContract(await chain.reader(), machine);
    if (opened === undefined) {
      throw new MigrationError(
        `The code of the voting machine ${machine.address} is not Arc's, so how its proposals pass is unknown.`,
      );
    }
    const kept = (await opened.read("proposals", id)).toObject(true);
    const paramsHash = String(kept.paramsHash);
    const parameters = (await opened.read("parameters", paramsHash)).toObject(true);
    return new Ballot(chain, machine, opened, { id, supply, paramsHash, parameters });
  }

  private constructor(
    chain: ForkedChain,
    machine: ContractDescription,
    opened: Machine["contract"],
    {
      id,
      supply,
      paramsHash,
      parameters,
    }: {
      readonly id: string;
      readonly supply: bigint;
      readonly paramsHash: string;
      readonly parameters: Readonly<Record<string, unknown>>;
    },
  ) {
    this.#chain = chain;
    this.#opened = opened;
    this.machine = machine;
    this.id = id;
    this.paramsHash = paramsHash;
    this.isGenesis = machine.name === "GenesisProtocol";
    const percent =
      parameters.queuedVoteRequiredPercentage ??
      parameters.preBoostedVoteRequiredPercentage ??
      parameters.precReq;
    this.bar = (supply * ((percent ?? 50n) as bigint)) / 100n;
    const behalf = parameters.voteOnBehalf;
    this.#voteOnBehalf = typeof behalf === "string" && behalf !== ZeroAddress ? behalf : undefined;
  }

  /** Reads its state at the last block. */
  async standing(): Promise<Standing> {
    const contract = await this.#contract();
    const found = {
      id: this.id,
      machine: { contract, described: this.machine },
      events: this.#decisions,
      paramsHash: this.paramsHash,
    };
    const state = await readState(await this.#chain.reader(), found);
    const kept = (await contract.read("proposals", this.id)).toObject(true);
    const deadline = await readDeadline({ ...found, kept }, state.noted);
    const [yes, no] = (await Promise.all(
      [CHOICES.for, CHOICES.against].map((choice) => contract.value("voteStatus", this.id, choice)),
    )) as [bigint, bigint];
    return { ...state, deadline, votes: { for: yes, against: no } };
  }

  /**
   * Votes with all reputation of an account. If the vote parameters name an account that votes on behalf of others,
   * that account sends it.
   */
  async vote(voter: string, side: Side): Promise<TriedTransaction> {
    const inputs = this.#opened.abi.getFunction("vote")?.inputs ?? [];
    const values: Readonly<Record<string, unknown>> = { _amount: 0n };
    const args = inputs.map(({ name }, index) =>
      index === 0 ? this.id : index === 1 ? CHOICES[side] : (values[name] ?? voter),
    );
    return await this.#send(this.#voteOnBehalf ?? voter, "vote", args);
  }

  /** @param amount wei of the staking token */
  async stake(staker: string, amount: bigint): Promise<TriedTransaction> {
    return await this.#send(staker, "stake", [this.id, CHOICES.for, amount]);
  }

  async execute(account: string): Promise<TriedTransaction> {
    return await this.#send(account, "execute", [this.id]);
  }

  /** Address of the staking token; undefined if the voting machine has no stakes. */
  async stakingToken(): Promise<string | undefined> {
    if (!this.isGenesis) return undefined;
    return String(await (await this.#contract()).value("stakingToken"));
  }

  /** How much more must be staked to boost a queued proposal, wei of the staking token; undefined if unknown. */
  async missingStake(): Promise<bigint | undefined> {
    const contract = await this.#contract();
    // Up to alpha.58, the threshold is defined differently.
    if (!this.isGenesis || !contract.has("getProposalTimes")) return undefined;
    const kept = (await contract.read("proposals", this.id)).toObject(true);
    const [threshold, staked, against] = (await Promise.all([
      contract.value("threshold", this.paramsHash, kept.organizationId),
      contract.value("voteStake", this.id, CHOICES.for),
      contract.value("voteStake", this.id, CHOICES.against),
    ])) as [bigint, bigint, bigint];
    return stakeToBoost(threshold, { for: staked, against });
  }

  async #contract(): Promise<Machine["contract"]> {
    return openContract(await this.#chain.reader(), this.machine)!;
  }

  async #send(from: string, name: string, args: readonly unknown[]): Promise<TriedTransaction> {
    const { abi, address } = this.#opened;
    const data = abi.encodeFunctionData(name, [...args]);
    const tried = await this.#chain.send({ from, to: address, data });
    for (const log of tried.logs) {
      if (log.address.toLowerCase() !== address.toLowerCase()) continue;
      const parsed = abi.parseLog({ topics: [...log.topics], data: log.data });
      if (parsed?.name !== "ExecuteProposal" || parsed.args[0] !== this.id) continue;
      const values: Result = parsed.args;
      const place = { blockNumber: tried.block, logIndex: 0, transactionHash: "" };
      this.#decisions.push({ name: parsed.name, values, log: { ...log, ...place } });
    }
    return tried;
  }
}
