import type {
  BlockDescription,
  CallDescription,
  ContractDescription,
  Inspection,
  JsonValue,
  ProposalDescription,
  ProposalState,
  Inspected,
  ProposalSide,
} from "../../engine/inspect/description.js";

import type { Comparison } from "../../engine/inspect/compare/comparison.js";
import type { EffectHash } from "./report/effect-document.js";

/** Increases when a field changes its meaning or place, but not for new fields. */
export const SIMULATION_SCHEMA_VERSION = 1;

/** What `simulate --json` prints, for one proposal and for many. */
export type Simulations = readonly Simulation[];

/**
 * What a proposal would do, tried on a fork of its chain. The same chain, block and proposal give the same bytes.
 * Amounts are wei as decimal text, times UNIX seconds.
 */
export interface Simulation {
  readonly schemaVersion: typeof SIMULATION_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  /** Everything else needed to repeat it. */
  readonly inputs: SimulationInputs;
  readonly chainId: number;
  /** The fork block. */
  readonly block: BlockDescription;
  readonly avatar: string;
  /** The DAO's name according to the avatar. Untrusted text. */
  readonly name: Inspected<string>;
  readonly proposal: SimulatedProposal;
  readonly passes: PassVerdict;
  readonly does: EffectVerdict;
  readonly powers: PowerVerdict;
  readonly warnings: readonly SimulationWarning[];
  /** What happens if the proposal passes. */
  readonly passed: SimulatedFuture;
  /** What happens if it fails; absent if it has already passed. */
  readonly failed?: SimulatedFuture;
  /** Other pending proposals that affect the same things; absent if not requested. */
  readonly others?: OtherProposals;
  /** Code that runs and is not proven to be Arc's, if any. */
  readonly unproven?: UnprovenCode;
  /** Expectations, if any were given, and whether they hold. */
  readonly expectations?: readonly ExpectationResult[];
  /** Its effects and their hash, to compare them; absent if it cannot pass. */
  readonly effectHash?: EffectHash;
  /** SHA-256 of everything else, as JSON. */
  readonly hash: string;
}

/** What was asked for. */
export interface SimulationInputs {
  readonly eventsFromBlock: number;
  readonly alone: boolean;
  /** A proposal that is not on the chain. */
  readonly draft?: unknown;
  readonly expect?: unknown;
  /** Base64. */
  readonly descriptionText?: string;
}

/** An assertion on before and after. */
export interface ExpectationResult {
  /** As given, JSON. */
  readonly expected: string;
  readonly met: "yes" | "no" | "inconclusive";
  /** The actual value, or why it could not be read. */
  readonly found?: string;
}

/** What changes if another pending proposal passes, too. */
export interface OtherProposals {
  readonly tried: readonly {
    readonly id: string;
    /** What both affect, such as `ether` or `scheme 0x…`. */
    readonly touches: readonly string[];
    /** This one, if the other passed first. */
    readonly afterIt: SimulatedOutcome;
    /** The other one, if this one passed first. */
    readonly beforeIt: SimulatedOutcome;
    /** The other one without this one. */
    readonly itAlone: SimulatedOutcome;
  }[];
  /** IDs of others that affect the same things but were not tried because there are too many. */
  readonly notTried: readonly string[];
}

export interface SimulatedOutcome {
  readonly passes: PassVerdict["verdict"];
  readonly does: EffectVerdict["verdict"];
  /** What does not happen, and why. */
  readonly missing: readonly string[];
}

export interface SimulatedProposal extends Pick<
  ProposalDescription,
  "id" | "proposer" | "description" | "requests" | "competition"
> {
  readonly scheme: ContractDescription;
  readonly votingMachine: ContractDescription;
  /** Set if it is not on the chain but was made on the fork. */
  readonly draft?: true;
  /** Who distributes what its scheme pays; absent if the scheme pays the beneficiary itself. */
  readonly rewarder?: Inspected<ContractDescription>;
}

export interface PassVerdict {
  /** `passed`: decided before the fork. `inconclusive`: the possible voters could not be read. */
  readonly verdict: "passed" | "can pass" | "cannot pass" | "inconclusive";
  /** Why it cannot pass, or what is not known; a sentence. */
  readonly reason?: string;
  /** The fewest accounts whose votes pass it on the fork. Shares are percent with two decimals. */
  readonly votes: readonly {
    readonly account: string;
    /** Wei. */
    readonly reputation: string;
    readonly share: string;
  }[];
  /** Stakes made on the fork, in wei of the staking token. */
  readonly stakes: readonly { readonly account: string; readonly amount: string }[];
  /** More votes than this decide at once, wei of reputation. */
  readonly majority?: string;
  /** How many more votes that takes, given those on the chain, wei of reputation. */
  readonly missing?: string;
  /** What would boost it; absent unless it is queued and its voting machine has stakes. */
  readonly boost?: {
    /** Wei of the staking token. */
    readonly stake: string;
    readonly stakingToken: string;
    /** When the queue ends, UNIX seconds. */
    readonly until?: number;
  };
  /**
   * Where it stands at the fork block if more votes for it than against it pass it at its end, or do so soon, if it is
   * pre-boosted; votes in wei of reputation.
   */
  readonly boosted?: {
    readonly state: ProposalState;
    readonly for: string;
    readonly against: string;
    /** UNIX seconds. */
    readonly until?: number;
  };
  /** When it was decided on the fork, UNIX seconds. */
  readonly decidedAt?: number;
}

export interface EffectVerdict {
  /** `no`: something it requests did not happen. `inconclusive`: something could not be checked. */
  readonly verdict: "yes" | "no" | "inconclusive";
  /** Why it is not known, although all effects happened on the fork; a sentence without its end. */
  readonly reason?: string;
  readonly effects: readonly Effect[];
}

/** Code that is not proven to be Arc's, and what it does under other conditions. */
export interface UnprovenCode {
  readonly contracts: readonly string[];
  /** How often the proposal was carried out, each time with another block, gas and time. */
  readonly runs: number;
  /** On what it depends what happens, such as `the time`; empty if it was always the same. */
  readonly dependsOn: readonly string[];
  /** What it looks at that can have too many values to try, such as `the hash of a block`; absent if it behaved differently. */
  readonly looksAt?: readonly string[];
  /** The first difference. */
  readonly difference?: string;
}

/** Whether a DAO can still register a scheme. */
export interface RegisterVerdict {
  readonly verdict: "yes" | "no" | "not known";
  /** Unless it can: for each scheme that has the permission, why it cannot, or what is not known. Sentences. */
  readonly why: readonly string[];
}

/** Who gains or loses power over the DAO, drawn from what it is before and after. */
export interface PowerVerdict {
  /** `unchanged`: it was shown that nobody does. `unknown`: that could not be read, and nothing worse was found. */
  readonly verdict: "unchanged" | "changed" | "unknown";
  /** The worst first. Each has a warning. */
  readonly changes: readonly {
    readonly kind: "gains" | "loses" | "unknown";
    /** Addresses; empty if it concerns nobody in particular, or everybody. */
    readonly who: readonly string[];
    /** What they can do afterwards and how, or no longer; sentences. */
    readonly what: string;
  }[];
  /** Every account whose share of the votes differs, in percent with two decimals. */
  readonly shares: readonly {
    readonly account: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** Whether a scheme can be registered afterwards, so that everything else can still be changed. */
  readonly undoable: RegisterVerdict["verdict"];
}

/** Something the proposal requests, and whether it happened. */
export interface Effect {
  /** Such as `pay 4 ether to 0x…`. */
  readonly request: string;
  readonly happened: "yes" | "no" | "inconclusive";
  /** What happened instead, or why it could not be checked. */
  readonly instead?: string;
  /** What to know of it, although it happened. */
  readonly note?: string;
}

export interface SimulationWarning {
  /** Stable across versions. */
  readonly id: string;
  /** `inconclusive`: the check could not run. */
  readonly status: "warning" | "inconclusive";
  readonly what: string;
  readonly why: string;
  readonly check: string;
  readonly todo: string;
}

type Promises = Partial<Pick<Inspection, "owes" | "mintable" | "listings">>;

/** What happens to the DAO in this case. */
export interface SimulatedFuture {
  readonly state: ProposalState;
  readonly decision?: ProposalSide;
  /** Why it was not carried out to the end, as a sentence. */
  readonly obstacle?: string;
  readonly stages: readonly SimulatedTransaction[];
  /** Changes of ether, tokens and reputation, without fees. */
  readonly balances: readonly BalanceChange[];
  /** How the DAO differs from before, from comparing two inspections. */
  readonly changes: Inspected<Pick<Comparison, "differences" | "notCompared">>;
  /** Debts and other promises afterwards, if they changed. */
  readonly promises: Promises;
}

/** One transaction. */
export interface SimulatedTransaction {
  readonly stage:
    "propose" | "stake" | "vote" | "execute" | "executeScheme" | "redeem" | "redeemFromMachine";
  /** What is redeemed, or for which account. */
  readonly part?: string;
  /** UNIX seconds on the fork. */
  readonly time: number;
  readonly from: string;
  readonly to: string;
  /** Wei. */
  readonly value: string;
  readonly data: string;
  /**
   * `failed inside`: the transaction succeeded, but a call it made did not. `not known`: it got less gas than the chain
   * gives, and may do something else with more.
   */
  readonly outcome: "done" | "failed inside" | "refused" | "not known";
  /** Why it failed, or is not known. */
  readonly reason?: string;
  readonly gas: string;
  /** False if it ran out of the gas that the chain allows for one transaction. */
  readonly fits: boolean;
  readonly events: readonly DecodedEvent[];
  readonly calls: TracedCall;
}

export interface TracedCall extends CallDescription {
  /** CALL, STATICCALL, DELEGATECALL, CALLCODE, CREATE, CREATE2 or SELFDESTRUCT. */
  readonly type: string;
  readonly from: string;
  readonly gas: string;
  /** Why it failed; absent if it did not. */
  readonly failed?: string;
  /** Set if it is a transfer or approval of a token that returned false, so that nothing happened. */
  readonly returnsFalse?: true;
  readonly calls: readonly TracedCall[];
}

export interface DecodedEvent {
  readonly emitter: ContractDescription;
  /** Absent if no known event matches. */
  readonly event?: {
    /** Such as `Transfer`. */
    readonly name: string;
    readonly args: Readonly<Record<string, JsonValue>>;
    /** `guess`: its topic is that of a common event of another contract. */
    readonly knownBy: "code" | "given" | "guess";
  };
  readonly topics: readonly string[];
  readonly data: string;
}

export interface BalanceChange {
  readonly account: string;
  /** `nft`: the number of tokens of one contract. */
  readonly kind: "ether" | "token" | "reputation" | "nft";
  /** Address of the token or reputation; absent for ether. */
  readonly token?: string;
  /** Wei (of NFTs, their number), or why it could not be read. */
  readonly before: Inspected<string>;
  readonly after: Inspected<string>;
}
