import type {
  AllowanceDescription,
  BlockDescription,
  ContractDescription,
  ControlDescription,
  GlobalConstraintDescription,
  PermissionsDescription,
  ProposalDescription,
  RedeemableDescription,
  Inspected,
  RegistrationDescription,
  SchemeParametersDescription,
  ProposalSide,
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

/** Whether all was compared that can be read: a part that was not read may have changed, unless nobody can read it. */
export function isWhole({ notCompared }: Pick<Comparison, "notCompared">): boolean {
  return notCompared.every(({ unknowable }) => unknowable === true);
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
export type HeldAsset = "token" | "reputation";

/** A value that is different; `before` or `after` is absent if it did not exist then. */
type Change<Kind extends string, Value> = Readonly<{ kind: Kind; before?: Value; after?: Value }>;

/** A value that existed before and after. */
type Replacement<Kind extends string, Value> = Required<Change<Kind, Value>>;

type OfScheme = Readonly<Record<"scheme", ContractDescription>>;
type OfProposal = Readonly<Record<"proposal", ProposalReference>>;
export type Sides = Readonly<Record<ProposalSide, string>>;

/** One thing that changed. */
export type Difference =
  /** The DAO was upgraded to another controller. */
  | Replacement<"controller", ContractDescription>
  /** The code at an address: a contract was deployed, changed or destroyed. */
  | Replacement<"code", ContractDescription>
  /** Where a proxy leads that decides something. */
  | (Replacement<"implementation", ContractDescription> & { readonly of: ContractDescription })
  | (Replacement<"supply" | "owner", string> & { readonly of: HeldAsset })
  | (Replacement<"holding", string> & {
      readonly of: HeldAsset;
      readonly account: string;
      /** Whether the account received something when the DAO was founded. */
      readonly founder: boolean;
    })
  /** Of ether, if there is no token. */
  | (Replacement<"treasury", string> & { readonly token?: StakingTokenDescription })
  | (Replacement<"allowance", string> & Omit<AllowanceDescription, "amount">)
  | (OfScheme & {
      readonly kind: "schemeRegistered";
      readonly permissions: PermissionsDescription;
      /** Whether it was registered before, and then registered again. */
      readonly wasRegistered: boolean;
      /** How it is set up. */
      readonly parameters?: Inspected<SchemeParametersDescription>;
      /** Registrations in between, oldest first. */
      readonly history: readonly RegistrationDescription[];
    })
  | (OfScheme & {
      readonly kind: "schemeUnregistered";
      /** The permissions that it had; no words if it was registered and unregistered in between. */
      readonly permissions: PermissionsDescription;
      readonly history: readonly RegistrationDescription[];
    })
  | (Replacement<"permissions", PermissionsDescription> &
      OfScheme & {
        /** In words. */
        readonly gained: readonly string[];
        readonly lost: readonly string[];
      })
  | (OfScheme & {
      readonly kind: "mayCall";
      readonly added: readonly string[];
      readonly removed: readonly string[];
    })
  /** Under the scheme's name for the vote. */
  | (Change<"votes", VoteParametersDescription> & OfScheme & { readonly vote: string })
  | Change<"globalConstraint", GlobalConstraintDescription>
  | { readonly kind: "proposalMade"; readonly proposal: ProposalDescription }
  /** Its state, its progress, which side won, or its deadline. */
  | (Replacement<"proposalProgress", ProposalStanding> & OfProposal)
  | (Replacement<"votesCast", Sides> &
      OfProposal & {
        /** Votes that came in between. */
        readonly cast: VotesDescription["cast"];
        /** Votes that no longer count: changed or cancelled. */
        readonly withdrawn: VotesDescription["cast"];
      })
  | (Replacement<"stakesPlaced", Sides> & OfProposal & Pick<StakesDescription, "placed">)
  /** What an account can redeem for a proposal. */
  | (Change<"redeemable", RedeemableDescription> & OfProposal & { readonly account: string })
  /** Who can pass a scheme's proposals, or how much reputation that takes. */
  | (Change<"control", ControlDescription> & Pick<ControlDescription, "scheme" | "vote">)
  | ValueDifference;

/** Anything else. */
export interface ValueDifference extends Change<"value", unknown> {
  /** Path in the inspection: `name`, `schemes[0x…].parameters.values.periodLength`. */
  readonly path: string;
}

/** The state of a proposal. */
export type ProposalStanding = Pick<
  ProposalDescription,
  "state" | "progress" | "decision" | "deadline"
>;
