import { newestOf } from "../../../foundation/arc/known-code.js";
import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import {
  contractsWithPower,
  creationCodes,
  findCreation,
  type Creation,
} from "../../../engine/inspect/storage/creation.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import type { Session } from "../session.js";
import { nameOf, warning } from "./warnings.js";
import { notKnown, type PowerChange } from "./power-words.js";

/**
 * Contracts to which a proposal gives power over a DAO, and that were not created by their own code, or of which that is
 * not known: their storage may hold what their code alone would never have written.
 */
export async function originChanges(
  session: Pick<Session, "chain" | "inspection" | "openRelease">,
  after: Inspection,
): Promise<readonly PowerChange[]> {
  const known = new Set(powerfulIn(session.inspection).map(({ address }) => address));
  const fresh = powerfulIn(after).filter(
    ({ code, address }) => code === "arc" && !known.has(address),
  );
  const once = [...new Map(fresh.map((each) => [each.address, each])).values()];
  const changes = await Promise.all(
    once.map(async (contract) => {
      const creation = await creationOf(session, contract).catch((error: unknown): Creation => ({
        code: "not known",
        reason: failureReason(error),
      }));
      return creation.code === "own" ? [] : originChange(contract, creation);
    }),
  );
  return changes.flat();
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
  const own = chain.creatorOf(address);
  const provider = own === undefined ? chain.forked : chain.provider;
  return await findCreation(address, creationCodes(release, name), provider, own);
}

function originChange(
  contract: ContractDescription,
  { code, transaction, reason = "unknown" }: Creation,
): PowerChange {
  const isPlanted = code === "other";
  const who = [contract.address];
  const texts = {
    what: isPlanted
      ? `${nameOf(contract)} gets power over the DAO. It has Arc's code, but other code created it in transaction ${transaction}, and may have hidden anything in its storage, such as proposals that have passed.`
      : `${nameOf(contract)} gets power over the DAO. Whether its own code created it, or other code that hid something in its storage, is not known: ${reason}.`,
    why: "The account that created it may be able to do to the DAO whatever it may, without a vote.",
    check: `How it was created: \`dao-migrate verify ${contract.address}\`, with a node that has old state and traces.`,
    todo: "Vote against it until that is known, or propose a contract that was deployed by its own code.",
  };
  if (!isPlanted) return notKnown(who, texts);
  return { kind: "unknown", who, warning: warning("planted-storage", texts) };
}
