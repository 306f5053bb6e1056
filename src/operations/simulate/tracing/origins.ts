import { newestOf } from "../../../foundation/arc/known-code.js";
import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import {
  contractsWithPower,
  findCreation,
  type Creation,
} from "../../../engine/inspect/storage/creation.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import type { Session } from "../session.js";

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
  session: Pick<Session, "chain" | "inspection" | "openRelease">,
  after: Inspection,
): Promise<readonly UnprovenOrigin[]> {
  const known = new Set(powerfulIn(session.inspection).map(({ address }) => address));
  const fresh = powerfulIn(after).filter(
    ({ code, address }) => code === "arc" && !known.has(address),
  );
  const once = [...new Map(fresh.map((each) => [each.address, each])).values()];
  const read = await Promise.all(
    once.map(async (contract) => {
      const creation = await creationOf(session, contract).catch((error: unknown): Creation => ({
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

async function creationOf(
  { chain, openRelease }: Pick<Session, "chain" | "openRelease">,
  contract: ContractDescription,
): Promise<Creation> {
  const { address, name = "" } = contract;
  const release = await openRelease(newestOf(contract));
  const { bytecode } = release.artifact(name);
  const own = chain.creatorOf(address);
  const provider = own === undefined ? chain.forked : chain.provider;
  return await findCreation(address, [bytecode], provider, own);
}
