import { ZeroAddress } from "ethers";

import type { Inspection } from "../../engine/inspect/description.js";
import type { RawArgument } from "../../foundation/params/file/migration-parameters.js";
import type { Findings } from "./report.js";
import type { VoteSets } from "./vote-sets.js";

/** Expresses addresses as a file does. */
export class Addresses {
  /** Indices in StandAloneContracts, by address. */
  readonly standAlone = new Map<string, number>();
  readonly #words: ReadonlyMap<string, string>;
  readonly #replaced: ReadonlySet<string>;
  readonly controller: string;
  readonly #literal = new Set<string>();

  /** @param replaced contracts of the DAO that a migration creates again */
  constructor(
    { avatar, token, reputation, controller }: Inspection,
    votes: VoteSets,
    replaced: readonly string[],
  ) {
    this.#words = new Map([
      [votes.genesisProtocol ?? "", "GenesisProtocolAddress"],
      [votes.absoluteVote ?? "", "AbsoluteVoteAddress"],
      [avatar.address, "AvatarAddress"],
      [token.contract.address, "DAOTokenAddress"],
      [reputation.contract.address, "ReputationAddress"],
    ]);
    this.controller = controller.address;
    this.#replaced = new Set([controller.address, ...replaced]);
  }

  /** A word, a reference, or the address itself; undefined for a contract of the DAO that a file cannot refer to. */
  argument(address: string): RawArgument | undefined {
    const index = this.standAlone.get(address);
    if (index !== undefined) return { StandAloneContract: index };
    const word = this.#words.get(address);
    if (word !== undefined) return word;
    if (this.#replaced.has(address)) return undefined;
    this.#literal.add(address);
    return address;
  }

  /** Reports which addresses in the file are valid on this chain only. */
  tell(file: object, { notes }: Findings): void {
    const text = JSON.stringify(file);
    this.#literal.delete(ZeroAddress);
    const used = [...this.#literal].filter((address) => text.includes(address));
    if (used.length === 0) return;
    notes.push({
      what: `The file contains addresses on this chain: ${used.join(", ")}.`,
      why: "A migration creates none of them, so the new DAO uses the same contracts and accounts.",
      whatToDo:
        "Before you migrate the file on another chain, replace them with the addresses there.",
    });
  }
}
