import { warnOfOthers } from "../../migration/trusted-base.js";
import type { Deployer } from "../../migration/deployer.js";
import type { SimulationWarning } from "../../simulate/simulation.js";
import type { DecidedChange } from "../decide/decide-change.js";
import { neededProposals } from "../decide/needed-proposals.js";
import type { NeededProposal } from "../decide/proposal-order.js";
import { refuseLock } from "../decide/scheme-proposals.js";
import { strayWarnings } from "../decide/stray-proposals.js";
import { makeContracts, type MadeContracts } from "./make-contracts.js";

/** How to prepare the proposals of a change. */
export interface PrepareOptions {
  /** Also prepares a change after which nothing could register schemes. */
  readonly force?: boolean;
  /** The proposals' description, such as the hash of a file on IPFS. */
  readonly description?: string;
}

/** What a change proposes, and what others propose instead. */
export interface PreparedProposals {
  readonly made: MadeContracts;
  readonly proposals: readonly NeededProposal[];
  readonly strays: readonly SimulationWarning[];
}

/**
 * The first half of carrying out a change, on a fork or on the chain: deploys what the proposals refer to, and decides
 * which proposals the DAO needs.
 * @throws MigrationError if nothing could register schemes afterwards, or a contract cannot be deployed
 */
export async function prepareProposals(
  deployer: Deployer,
  decided: DecidedChange,
  { force = false, description }: PrepareOptions,
): Promise<PreparedProposals> {
  await warnOfOthers(deployer, decided.unproven);
  const made = await makeContracts(deployer, decided);
  if (!force) refuseLock(decided, made.schemes);
  const proposals = await neededProposals(decided, made, description);
  const strays = strayWarnings(decided.inspection, proposals);
  for (const { what, todo } of strays) {
    deployer.warn({ code: "stray-proposal", message: `${what} ${todo}` });
  }
  return { made, proposals, strays };
}
