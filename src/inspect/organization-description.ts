import type { ContractDescription } from "./contract-description.js";
import type { Read } from "./read-value.js";

/** When something happened, as the chain has it. */
export interface MomentDescription {
  readonly block: number;
  /** UNIX seconds. */
  readonly time: number;
  readonly transaction: string;
}

export interface ControllerDescription extends ContractDescription {
  /** Whether one contract is the controller of many DAOs. */
  readonly universal: boolean;
}

/** A controller that the avatar does not belong to any more. */
export interface EarlierControllerDescription {
  /** Of what is not an Arc controller, `universal` is false. */
  readonly contract: ControllerDescription;
  /** When the avatar was handed to it; absent if that was before the first block that is searched. */
  readonly since?: MomentDescription;
  readonly until: MomentDescription;
  /** To whom it handed the avatar. */
  readonly replacedBy: string;
}

/** What a list of DAOs, which front-ends and indexers go by, says of this one. */
export interface ListingDescription {
  /** DAORegistry or DAOTracker: anybody can deploy another one. */
  readonly contract: ContractDescription;
  /** Whether it is one of DAOstack's own on this network. */
  readonly known: boolean;
  /** Whose list it is: who registers names, blacklists and resets. */
  readonly owner: Read<string>;
  /** By a DAORegistry: the name that the DAO is registered under; absent if it is not, or not any more. */
  readonly name?: Read<string>;
  /** By a DAOTracker: whether indexers are to leave the DAO out. */
  readonly blacklisted?: Read<boolean>;
  /** Oldest first. */
  readonly entries: readonly (MomentDescription & {
    readonly event:
      "proposed" | "registered" | "unregistered" | "tracked" | "blacklisted" | "reset";
    /** Who did it; absent if the contract does not say and anybody may. */
    readonly by?: Read<string>;
    /** A name, a release, or a reason (often a hash of IPFS): what a stranger wrote. */
    readonly text?: Read<string>;
  })[];
}
