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

/** Increases when a field changes its meaning or place, but not for new fields and kinds. */
export const COMPARISON_SCHEMA_VERSION = 1;

/** The differences between two inspections of one DAO. Amounts are wei as decimal text, times UNIX seconds. */
export interface Comparison {
  readonly schemaVersion: typeof COMPARISON_SCHEMA_VERSION;
  readonly chainId: number;
  readonly avatar: string;
  readonly before: BlockDescription;
  readonly after: BlockDescription;
  /** In the order of an inspection's parts; empty if nothing changed. */
  readonly differences: readonly Difference[];
  /** What may also have changed, but was not read before or after. */
  readonly notCompared: readonly NotCompared[];
}

export interface NotCompared {
  /** Path in the inspection: `treasury`, `schemes[0x…].parameters`. */
  readonly path: string;
  /** Why it was not read before; absent if it was. */
  readonly before?: string;
  readonly after?: string;
  /** Set if it could not be read either time because the code is unknown. */
  readonly unknowable?: true;
}

/** Which proposal. */
export interface ProposalReference {
  readonly id: string;
  readonly votingMachine: string;
  /** Address of its scheme. */
  readonly scheme: string;
  /** Untrusted text. */
  readonly description?: string;
}

/** The two assets that have a supply, an owner and holders. */
export type HeldChange = "token" | "reputation";

/** One thing that changed. `before` or `after` is absent if it did not exist then. */
export type Difference =
  | {
      /** The DAO was upgraded to another controller. */
      readonly kind: "controller";
      readonly before: ContractDescription;
      readonly after: ContractDescription;
    }
  | {
      /** The code at an address: a contract was deployed, changed or destroyed. */
      readonly kind: "code";
      readonly before: ContractDescription;
      readonly after: ContractDescription;
    }
  | {
      readonly kind: "supply" | "owner";
      readonly of: HeldChange;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: "holding";
      readonly of: HeldChange;
      readonly account: string;
      /** Whether the account received something when the DAO was founded. */
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
      /** Whether it was registered before, and then registered again. */
      readonly wasRegistered: boolean;
      /** How it is set up. */
      readonly parameters?: Read<SchemeParametersDescription>;
      /** Registrations in between, oldest first. */
      readonly history: readonly RegistrationDescription[];
    }
  | {
      readonly kind: "schemeUnregistered";
      readonly scheme: ContractDescription;
      /** The permissions that it had; no words if it was registered and unregistered in between. */
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
      /** The scheme's name for the vote. */
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
      /** Its state, its progress, which side won, or its deadline. */
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
      /** Votes that no longer count: changed or cancelled. */
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
      /** What an account can redeem for a proposal. */
      readonly kind: "redeemable";
      readonly proposal: ProposalReference;
      readonly account: string;
      readonly before?: RedeemableDescription;
      readonly after?: RedeemableDescription;
    }
  | {
      /** Who can pass a scheme's proposals, or how much reputation that takes. */
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
  /** Path in the inspection: `name`, `schemes[0x…].parameters.values.periodLength`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The state of a proposal. */
export type ProposalStanding = Pick<
  ProposalDescription,
  "state" | "progress" | "decision" | "deadline"
>;
