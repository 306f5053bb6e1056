import type { Interface, Result } from "ethers";

import type { AbiEntries } from "../../foundation/arc/abi.js";
import { hasQueue } from "../../foundation/arc/features.js";
import type { VotingMachineName } from "../../foundation/arc/voting-machines.js";
import { areSet, readRules, type Rules } from "../../foundation/params/stored-vote-parameters.js";
import { callOf, functionIn } from "./function-call.js";
import {
  CHOICES,
  isOpen,
  sideOf,
  stateOf,
  type ProposalSide,
  type ProposalState,
} from "./proposal-state.js";
import { boostingStake, majorityOf, type Sides } from "./majority-and-boost.js";

/** A contract that can be read, on any chain and through any library. */
export interface ReadableContract {
  readonly abi: { readonly fragments: AbiEntries };
  /** Returns all values that a function returns. */
  read(functionName: string, ...args: readonly unknown[]): Promise<Result>;
}

/** One of Arc's voting machines. */
export interface VotingMachine {
  readonly name: VotingMachineName;
  readonly contract: ReadableContract & { readonly address: string; readonly abi: Interface };
}

/** A node that simulates calls one after the other, each of which sees what those before it changed. */
interface Sequences {
  sequence(
    calls: readonly { readonly to: string; readonly data: string }[],
  ): Promise<readonly { readonly data: string }[]>;
}

/** A proposal's states. */
export interface States {
  readonly recorded: ProposalState;
  /** The state that it has as soon as anybody calls `execute`. */
  readonly now: ProposalState;
  /** The decision in state `now`. */
  readonly decision?: ProposalSide;
}

/** How a proposal stands. */
export interface Standing extends States {
  /** When the `recorded` state ends, UNIX seconds. */
  readonly deadline?: number;
  readonly votes: Sides;
  /** More votes than this decide at once, wei of reputation. */
  readonly bar: bigint;
}

/** A proposal in its voting machine, of any kind and release. */
export class Ballot {
  readonly id: string;
  readonly paramsHash: string;
  readonly machine: VotingMachineName;
  /** Whether it has stakes and periods. */
  readonly isGenesis: boolean;
  /** Whether the machine is of a release up to alpha.58. */
  readonly isAlpha: boolean;
  readonly #contract: VotingMachine["contract"];
  #rules: Rules | undefined;

  constructor(
    { name, contract }: VotingMachine,
    { id, paramsHash }: { readonly id: string; readonly paramsHash: string },
  ) {
    this.id = id;
    this.paramsHash = paramsHash;
    this.machine = name;
    this.isGenesis = name === "GenesisProtocol";
    this.isAlpha = !hasQueue({ abi: contract.abi.fragments });
    this.#contract = contract;
  }

  /** The state as the machine last recorded it. Changes by time alone are recorded with the next transaction. */
  async state(): Promise<ProposalState> {
    return stateOf(await this.#value(this.#stateFunction, this.id), this);
  }

  /**
   * Its states. For the current one, the node simulates `execute` and reads the state after it, so the machine's own
   * rules decide.
   * @param decided the decision in its events, if it was decided
   */
  async states(node: Sequences, decided?: ProposalSide): Promise<States> {
    const recorded = await this.state();
    if (!isOpen(recorded)) {
      return { recorded, now: recorded, decision: decided ?? (await this.winningSide()) };
    }
    const { abi, address: to } = this.#contract;
    const functions = ["execute", this.#stateFunction, ...(this.isGenesis ? ["winningVote"] : [])];
    const calls = functions.map((name) => ({ to, data: abi.encodeFunctionData(name, [this.id]) }));
    const outcomes = await node.sequence(calls);
    const valueAt = (index: number): unknown =>
      abi.decodeFunctionResult(functions[index]!, outcomes[index]!.data)[0] as unknown;
    const now = stateOf(valueAt(1), this);
    const isDecided = !isOpen(now) && this.isGenesis;
    return { recorded, now, decision: isDecided ? sideOf(valueAt(2)) : undefined };
  }

  /**
   * How it stands, with its `states`.
   * @param supply the total reputation in the proposal's block
   */
  async standing(node: Sequences, supply: bigint, decided?: ProposalSide): Promise<Standing> {
    const states = await this.states(node, decided);
    const [deadline, votes, bar] = await Promise.all([
      this.endOf(states.recorded),
      this.votes(),
      this.majority(supply),
    ]);
    return { ...states, deadline, votes, bar };
  }

  /** What the machine stores for the proposal, by field name; zeros if it was deleted. */
  async stored(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#contract.read("proposals", this.id)).toObject(true);
  }

  /** Its vote parameters, by today's names. They are stored under their own hash: once set, they never change. */
  async rules(): Promise<Rules> {
    const rules = this.#rules ?? (await readRules(this.#contract, this.paramsHash));
    if (areSet(rules)) this.#rules = rules;
    return rules;
  }

  /** The side that wins so far, or won; undefined if the machine does not say. */
  async winningSide(): Promise<ProposalSide | undefined> {
    if (functionIn(this.#contract.abi.fragments, "winningVote") === undefined) return undefined;
    return sideOf(await this.#value("winningVote", this.id));
  }

  /** Wei of reputation. */
  async votes(): Promise<Sides> {
    return await this.#ofSides("voteStatus");
  }

  /** Wei of the staking token; those against it include the DAO's own. */
  async stakes(): Promise<Sides> {
    return await this.#ofSides("voteStake");
  }

  /**
   * More votes than this decide at once, wei of reputation; see `majorityOf`.
   * @param supply the total reputation in the proposal's block
   */
  async majority(supply: bigint): Promise<bigint> {
    return majorityOf(supply, await this.rules());
  }

  /**
   * When an open state ends, UNIX seconds: the first transaction at that time or later changes it. Undefined if it is
   * decided, or waits for votes only.
   */
  async endOf(state: ProposalState): Promise<number | undefined> {
    if (!this.isGenesis || !isOpen(state)) return undefined;
    const [stored, rules] = await Promise.all([this.stored(), this.rules()]);
    const times = this.isAlpha
      ? [stored.submittedTime, stored.boostedPhaseTime]
      : await this.#value("getProposalTimes", this.id);
    const [submitted, boosted, preBoosted] = times as readonly bigint[];
    // A boosted proposal keeps a period of its own, which its quiet ending replaces by a shorter one.
    const [begun, period] =
      state === "queued"
        ? [submitted, rules.queuedVotePeriodLimit]
        : state === "preBoosted"
          ? [preBoosted, rules.preBoostedVotePeriodLimit]
          : [boosted, stored.currentBoostedVotePeriodLimit];
    return Number(begun! + (period as bigint));
  }

  /** What the stakes have to exceed; see `boostingStake`. It rises with every boosted proposal of the DAO. */
  async threshold(): Promise<bigint> {
    const { organizationId, organization, avatar } = await this.stored();
    const { args } = callOf(this.#contract.abi.fragments, "threshold", {
      _paramsHash: this.paramsHash,
      _organizationId: organizationId,
      _organization: organization,
      _avatar: avatar,
      // Up to alpha.45.
      _proposalId: this.id,
    });
    return (await this.#value("threshold", ...args)) as bigint;
  }

  /** How much must be staked for it to pre-boost it (up to alpha.58: boost it), wei of the staking token. */
  async boostingStake(): Promise<bigint> {
    const [threshold, stakes] = await Promise.all([this.threshold(), this.stakes()]);
    return boostingStake(threshold, stakes, this.isAlpha);
  }

  /** The function that says its state; see `stateOf`. */
  get #stateFunction(): string {
    return this.isGenesis ? "state" : "isVotable";
  }

  async #ofSides(functionName: string): Promise<Sides> {
    const [yes, no] = await Promise.all(
      [CHOICES.for, CHOICES.against].map((choice) => this.#value(functionName, this.id, choice)),
    );
    return { for: yes as bigint, against: no as bigint };
  }

  async #value(functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    return (await this.#contract.read(functionName, ...args))[0] as unknown;
  }
}
