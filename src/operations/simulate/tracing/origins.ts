import { newestOf } from "../../../foundation/arc/known-code.js";
import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import {
  contractsWithPower,
  findCreation,
  type Creation,
} from "../../../engine/inspect/storage/creation.js";
import { openArcRelease } from "../../../foundation/arc/open-release.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import type { ForkedChain } from "../chain/forked-chain.js";

/** A contract with the code of Arc's, in whose storage its creation may have hidden something. */
export interface UnprovenOrigin {
  readonly contract: ContractDescription;
  readonly creation: Creation;
}

/**
 * Reads how the contracts were created that a proposal gives power over a DAO, and returns those that were not created
 * by their own code, or of which that is not known.
 */
export async function readUnprovenOrigins(
  chain: ForkedChain,
  before: Inspection,
  after: Inspection,
): Promise<readonly UnprovenOrigin[]> {
  const known = new Set(powerfulIn(before).map(({ address }) => address));
  const fresh = powerfulIn(after).filter(
    ({ code, address }) => code === "arc" && !known.has(address),
  );
  const once = [...new Map(fresh.map((each) => [each.address, each])).values()];
  const read = await Promise.all(
    once.map(async (contract) => {
      const creation = await creationOf(chain, contract).catch((error: unknown): Creation => ({
        code: "not known",
        reason: failureReason(error),
      }));
      return { contract, creation };
    }),
  );
  return read.filter(({ creation }) => creation.code !== "own");
}

/** Everything whose creation counts that a proposal can put in place. */
function powerfulIn(dao: Inspection): readonly ContractDescription[] {
  const constraints = (ifRead(dao.globalConstraints) ?? []).map(({ contract }) => contract);
  return [dao.controller, ...contractsWithPower(dao), ...constraints];
}

async function creationOf(chain: ForkedChain, contract: ContractDescription): Promise<Creation> {
  const { address, name = "" } = contract;
  const release = await openArcRelease(newestOf(contract));
  const { bytecode } = release.artifact(name);
  const own = chain.creatorOf(address);
  const provider = own === undefined ? chain.forked : chain.provider;
  return await findCreation(address, [bytecode], provider, own);
}
