import type {
  BlockDescription,
  CallDescription,
  ContractDescription,
  Inspection,
  JsonValue,
  ProposalRequest,
  ProposalState,
  Read,
  Side,
} from "../inspect/description.js";

import type { Comparison } from "../inspect/compare/comparison.js";

/** Changes when a field gets another meaning or another place; new fields leave it as it is. */
export const SIMULATION_SCHEMA_VERSION = 1;

/**
 * What a proposal would do, found out on a fork of its chain. The same chain, block and proposal give the
 * same bytes. Amounts are wei as decimal text, times UNIX seconds.
 */
export interface Simulation {
  readonly schemaVersion: typeof SIMULATION_SCHEMA_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  /** All that it takes to run it again, besides chain, block and proposal. */
  readonly asked: Asked;
  readonly chainId: number;
  /** The block that was forked. */
  readonly block: BlockDescription;
  readonly avatar: string;
  /** Of the DAO, as the avatar has it; written by strangers. */
  readonly name: Read<string>;
  readonly proposal: SimulatedProposal;
  readonly passes: PassVerdict;
  readonly does: DeedVerdict;
  readonly warnings: readonly Warning[];
  /** What happens if it passes. */
  readonly passed: Future;
  /** What happens if it does not; absent if it has passed already. */
  readonly failed?: Future;
  /** Other pending proposals that touch the same; absent if not requested. */
  readonly others?: Others;
  /** What was asserted, and whether it is so; absent if nothing was. */
  readonly expectations?: readonly Expected[];
  /** SHA-256 of all the rest as JSON. */
  readonly hash: string;
}

/** What was asked for. */
export interface Asked {
  readonly eventsFromBlock: number;
  readonly alone: boolean;
  /** A proposal that is not on the chain. */
  readonly draft?: unknown;
  readonly expect?: unknown;
  /** Base64. */
  readonly descriptionText?: string;
}

/** An assertion on before and after. */
export interface Expected {
  /** As it was given, JSON. */
  readonly expected: string;
  readonly met: "yes" | "no" | "inconclusive";
  /** What is so in its place, or why it could not be looked at. */
  readonly found?: string;
}

/** What changes if another pending proposal passes, too. */
export interface Others {
  readonly tried: readonly {
    readonly id: string;
    /** What both touch, such as `ether` or `scheme 0x…`. */
    readonly touches: readonly string[];
    /** This one, where the other one passed before. */
    readonly afterIt: Outcome;
    /** The other one, where this one passed before. */
    readonly beforeIt: Outcome;
    /** The other one without this one. */
    readonly itAlone: Outcome;
  }[];
  /** Ids of those that touch the same, too, and were not tried, as there are too many. */
  readonly notTried: readonly string[];
}

export interface Outcome {
  readonly passes: PassVerdict["verdict"];
  readonly does: DeedVerdict["verdict"];
  /** What does not happen, and why. */
  readonly missing: readonly string[];
}

export interface SimulatedProposal {
  readonly id: string;
  readonly scheme: ContractDescription;
  readonly votingMachine: ContractDescription;
  readonly proposer: string;
  /** As it was proposed: often a hash of IPFS, always a stranger's text. */
  readonly description?: string;
  /** It is not on the chain: it was made on the fork. */
  readonly draft?: true;
  readonly asks: Read<ProposalRequest>;
}

export interface PassVerdict {
  /** `passed`: the votes were decided before the fork. `inconclusive`: who could vote could not be read. */
  readonly verdict: "passed" | "can pass" | "cannot pass" | "inconclusive";
  /** Why it cannot pass, or what is not known; a sentence. */
  readonly reason?: string;
  /** Whose votes passed it on the fork: the fewest who do. Shares are percent with two decimals. */
  readonly votes: readonly {
    readonly account: string;
    /** Wei. */
    readonly reputation: string;
    readonly share: string;
  }[];
  /** What was staked on the fork, wei of the staking token. */
  readonly stakes: readonly { readonly account: string; readonly amount: string }[];
  /** Wei of reputation that decides at once if more than this votes for it. */
  readonly majority?: string;
  /** Wei of reputation that is missing for it, with the votes of the chain. */
  readonly missing?: string;
  /** What would boost it; absent unless it is queued and its voting machine knows stakes. */
  readonly boost?: {
    /** Wei of the staking token. */
    readonly stake: string;
    readonly stakingToken: string;
    /** UNIX seconds at which the queue ends. */
    readonly until?: number;
  };
  /** When it was decided on the fork, UNIX seconds. */
  readonly decidedAt?: number;
}

export interface DeedVerdict {
  /** `no`: something that it asks for did not happen. `inconclusive`: something could not be looked at. */
  readonly verdict: "yes" | "no" | "inconclusive";
  readonly deeds: readonly Deed[];
}

/** Something that the proposal asks for, and what became of it. */
export interface Deed {
  /** Such as `pay 4 ether to 0x…`. */
  readonly asked: string;
  readonly happened: "yes" | "no" | "inconclusive";
  /** What happened in its place, or why it could not be looked at. */
  readonly instead?: string;
}

export interface Warning {
  /** Stays the same over versions. */
  readonly id: string;
  /** `inconclusive`: the check could not run. */
  readonly status: "warning" | "inconclusive";
  readonly what: string;
  readonly why: string;
  readonly check: string;
  readonly todo: string;
}

type Promises = Partial<Pick<Inspection, "owes" | "mintable" | "listings">>;

/** What happens to the DAO one way or the other. */
export interface Future {
  readonly state: ProposalState;
  readonly decision?: Side;
  /** Why it did not get there, a sentence. */
  readonly obstacle?: string;
  readonly stages: readonly Stage[];
  /** Of ether, tokens and reputation, but for fees. */
  readonly balances: readonly BalanceChange[];
  /** How the DAO differs from before, as two inspections tell it. */
  readonly changes: Read<Pick<Comparison, "differences" | "notCompared">>;
  /** What it owes and the like, as it is afterwards: what is not as before. */
  readonly promises: Promises;
}

/** One transaction. */
export interface Stage {
  readonly stage:
    "propose" | "stake" | "vote" | "execute" | "executeScheme" | "redeem" | "redeemFromMachine";
  /** Of what is redeemed, or for whom. */
  readonly part?: string;
  /** UNIX seconds on the fork. */
  readonly time: number;
  readonly from: string;
  readonly to: string;
  /** Wei. */
  readonly value: string;
  readonly data: string;
  /** `failed inside`: the transaction went well, and a call that it made did not. */
  readonly outcome: "done" | "failed inside" | "refused";
  /** Why it did not go well. */
  readonly reason?: string;
  readonly gas: string;
  /** Whether a block of the chain takes that much gas. */
  readonly fits: boolean;
  readonly events: readonly ToldEvent[];
  readonly calls: ToldCall;
}

export interface ToldCall extends CallDescription {
  /** CALL, STATICCALL, DELEGATECALL, CALLCODE, CREATE, CREATE2 or SELFDESTRUCT. */
  readonly type: string;
  readonly from: string;
  readonly gas: string;
  /** Why it failed; absent if it did not. */
  readonly failed?: string;
  readonly calls: readonly ToldCall[];
}

export interface ToldEvent {
  readonly emitter: ContractDescription;
  /** Absent if no event that is known looks like it. */
  readonly event?: {
    /** Such as `Transfer`. */
    readonly name: string;
    readonly args: Readonly<Record<string, JsonValue>>;
    /** `guess`: it has the topic of a common event of another contract. */
    readonly knownBy: "code" | "given" | "guess";
  };
  readonly topics: readonly string[];
  readonly data: string;
}

export interface BalanceChange {
  readonly account: string;
  readonly kind: "ether" | "token" | "reputation";
  /** Address of the token or reputation; absent for ether. */
  readonly token?: string;
  /** Wei, or why it could not be read. */
  readonly before: Read<string>;
  readonly after: Read<string>;
}

/** Whether a proposal cannot pass, does not do what it says, or is not as expected; what is not known counts as well. */
export function wouldFail({ passes, does, expectations = [] }: Simulation): boolean {
  const canPass = passes.verdict === "can pass" || passes.verdict === "passed";
  const isAsExpected = expectations.every(({ met }) => met === "yes");
  return !canPass || does.verdict !== "yes" || !isAsExpected;
}
