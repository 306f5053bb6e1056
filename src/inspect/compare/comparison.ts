import type {
  BlockDescription,
  ContractDescription,
  ControlDescription,
  GlobalConstraintDescription,
  PermissionsDescription,
  ProposalDescription,
  RedeemableDescription,
  Read,
  RegistrationDescription,
  SchemeParametersDescription,
  Side,
  StakesDescription,
  StakingTokenDescription,
  VoteParametersDescription,
  VotesDescription,
} from "../description.js";

/** Changes when a field gets another meaning or another place; new fields and kinds leave it as it is. */
export const COMPARISON_SCHEMA_VERSION = 1;

/** What differs between two inspections of one DAO. Amounts are wei as decimal text, times UNIX seconds. */
export interface Comparison {
  readonly schemaVersion: typeof COMPARISON_SCHEMA_VERSION;
  readonly chainId: number;
  readonly avatar: string;
  readonly before: BlockDescription;
  readonly after: BlockDescription;
  /** In the order of an inspection's parts; none where nothing changed. */
  readonly differences: readonly Difference[];
  /** What may have changed, too: it was not read, before or after. */
  readonly notCompared: readonly NotCompared[];
}

export interface NotCompared {
  /** Where it stands in an inspection: `treasury`, `schemes[0x…].parameters`. */
  readonly path: string;
  /** Why it was not read before; absent if it was. */
  readonly before?: string;
  readonly after?: string;
  /** Neither time could it be read by anybody, as the code is not known. */
  readonly unknowable?: true;
}

/** Which proposal. */
export interface ProposalReference {
  readonly id: string;
  readonly votingMachine: string;
  /** Address of its scheme. */
  readonly scheme: string;
  /** A stranger's text. */
  readonly description?: string;
}

/** One of the two amounts of a DAO that has supply, owner and holders. */
export type Held = "token" | "reputation";

/** One thing that changed. `before` or `after` is absent if there was or is none of it. */
export type Difference =
  | {
      /** The DAO was handed to another controller. */
      readonly kind: "controller";
      readonly before: ContractDescription;
      readonly after: ContractDescription;
    }
  | {
      /** The code at an address: a contract came there, changed or went. */
      readonly kind: "code";
      readonly before: ContractDescription;
      readonly after: ContractDescription;
    }
  | {
      readonly kind: "supply" | "owner";
      readonly of: Held;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: "holding";
      readonly of: Held;
      readonly account: string;
      /** Whether the account got something when the DAO was founded. */
      readonly founder: boolean;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: "treasury";
      /** Absent for ether. */
      readonly token?: StakingTokenDescription;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: "allowance";
      /** Address of the ERC-20. */
      readonly token: string;
      readonly spender: string;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: "schemeRegistered";
      readonly scheme: ContractDescription;
      readonly permissions: PermissionsDescription;
      /** Whether it was registered before, too: it was registered again. */
      readonly wasRegistered: boolean;
      /** What it is set up with. */
      readonly parameters?: Read<SchemeParametersDescription>;
      /** What happened in between, oldest first. */
      readonly history: readonly RegistrationDescription[];
    }
  | {
      readonly kind: "schemeUnregistered";
      readonly scheme: ContractDescription;
      /** That it had; with no words where it was registered and unregistered in between. */
      readonly permissions: PermissionsDescription;
      readonly history: readonly RegistrationDescription[];
    }
  | {
      readonly kind: "permissions";
      readonly scheme: ContractDescription;
      readonly before: PermissionsDescription;
      readonly after: PermissionsDescription;
      /** In words. */
      readonly gained: readonly string[];
      readonly lost: readonly string[];
    }
  | {
      readonly kind: "mayCall";
      readonly scheme: ContractDescription;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | {
      readonly kind: "votes";
      readonly scheme: ContractDescription;
      /** The name that the scheme has for the vote. */
      readonly vote: string;
      readonly before?: VoteParametersDescription;
      readonly after?: VoteParametersDescription;
    }
  | {
      readonly kind: "globalConstraint";
      readonly before?: GlobalConstraintDescription;
      readonly after?: GlobalConstraintDescription;
    }
  | { readonly kind: "proposalMade"; readonly proposal: ProposalDescription }
  | {
      /** Its state, what became of it, which side won, or until when. */
      readonly kind: "proposalProgress";
      readonly proposal: ProposalReference;
      readonly before: ProposalStanding;
      readonly after: ProposalStanding;
    }
  | {
      readonly kind: "votesCast";
      readonly proposal: ProposalReference;
      readonly before: Readonly<Record<Side, string>>;
      readonly after: Readonly<Record<Side, string>>;
      /** Votes that came in between. */
      readonly cast: VotesDescription["cast"];
      /** Votes that do not count any more: changed or taken back. */
      readonly withdrawn: VotesDescription["cast"];
    }
  | {
      readonly kind: "stakesPlaced";
      readonly proposal: ProposalReference;
      readonly before: Readonly<Record<Side, string>>;
      readonly after: Readonly<Record<Side, string>>;
      readonly placed: StakesDescription["placed"];
    }
  | {
      /** What an account can redeem of a proposal. */
      readonly kind: "redeemable";
      readonly proposal: ProposalReference;
      readonly account: string;
      readonly before?: RedeemableDescription;
      readonly after?: RedeemableDescription;
    }
  | {
      /** Who can pass a scheme's proposals, or how much of the reputation it takes. */
      readonly kind: "control";
      readonly scheme: string;
      readonly vote: string;
      readonly before?: ControlDescription;
      readonly after?: ControlDescription;
    }
  | ValueDifference;

/** Anything else. */
export interface ValueDifference {
  readonly kind: "value";
  /** Where it stands in an inspection: `name`, `schemes[0x…].parameters.values.periodLength`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** How a proposal stands. */
export type ProposalStanding = Pick<
  ProposalDescription,
  "state" | "progress" | "decision" | "deadline"
>;
