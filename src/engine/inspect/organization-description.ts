import type { Address, Count, Hash, Time } from "../../foundation/support/formats.js";
import type { ContractDescription } from "./contract-description.js";
import type { Inspected } from "./read-value.js";

/** When something happened on the chain. */
export interface MomentDescription {
  readonly block: Count;
  /** UNIX seconds. */
  readonly time: Time;
  readonly transaction: Hash;
}

export interface ControllerDescription extends ContractDescription {
  /** Whether one contract is the controller of many DAOs. */
  readonly universal: boolean;
}

/** A former controller of the avatar. */
export interface EarlierControllerDescription {
  /** `universal` is false for anything but an Arc controller. */
  readonly contract: ControllerDescription;
  /** When it became the avatar's controller; absent if that was before the first block searched. */
  readonly since?: MomentDescription;
  readonly until: MomentDescription;
  /** Address of the next controller. */
  readonly replacedBy: Address;
}

/** A DAO's entry in a list of DAOs, which front ends and indexers use. */
export interface ListingDescription {
  /** A DAORegistry or DAOTracker. Anybody can deploy one. */
  readonly contract: ContractDescription;
  /** Whether it is one of DAOstack's own on this network. */
  readonly known: boolean;
  /** The list's owner, who registers names, blacklists and resets. */
  readonly owner: Inspected<Address>;
  /** In a DAORegistry: the name under which the DAO is registered; absent if it is not registered now. */
  readonly name?: Inspected<string>;
  /** In a DAOTracker: whether indexers should leave the DAO out. */
  readonly blacklisted?: Inspected<boolean>;
  /** Oldest first. */
  readonly entries: readonly (MomentDescription & {
    readonly event:
      "proposed" | "registered" | "unregistered" | "tracked" | "blacklisted" | "reset";
    /** Who did it; absent if the contract does not say and anybody can. */
    readonly by?: Inspected<Address>;
    /** A name, a release, or a reason (often an IPFS hash). Untrusted text. */
    readonly text?: Inspected<string>;
  })[];
}
