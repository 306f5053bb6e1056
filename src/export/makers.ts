import { knownAbi } from "../arc/known-abis.js";
import { deployerAmong } from "../check/rules/scheme-rules.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import type { Inspection } from "../inspect/description.js";
import type { Findings } from "./report.js";

/** How a DAO was created, and whether its creator may still act for it. */
export interface Creation {
  readonly useDaoCreator: boolean;
  readonly unregisterOwner: boolean;
  /** Only set if a DAOTracker could have the DAO but does not. */
  readonly noTrack?: true;
}

/**
 * Finds out how the DAO was created, from the accounts that have or had permissions. A file can let the deploying
 * account keep its permissions; any other account with permissions is reported as missing.
 */
export function creationOf(inspection: Inspection, release: string, findings: Findings): Creation {
  const { schemes } = inspection;
  const { missing } = findings;
  const useDaoCreator = schemes.some(({ contract }) => contract.name === "DaoCreator");
  const accounts = schemes.filter(
    ({ registered, contract }) => registered && contract.code === "account",
  );
  const kept = useDaoCreator ? undefined : deployerAmong(accounts);
  for (const { contract, permissions } of accounts.filter((each) => each !== kept)) {
    missing.push({
      what: `The account ${contract.address} holds ${permissions.bytes} (${permissions.words.join("; ")}) but is not in the file.`,
      why: "A file gives permissions to contracts, and to the deploying account unless it unregisters it.",
      whatToDo:
        "Nothing, if nobody should act for the DAO without a vote. Otherwise have the new DAO register it.",
    });
  }
  const noTrack = !useDaoCreator && isUntracked(inspection, release, findings);
  return { useDaoCreator, unregisterOwner: kept === undefined, noTrack: noTrack || undefined };
}

function isUntracked({ listings }: Inspection, release: string, { notes }: Findings): boolean {
  if (knownAbi("DAOTracker", release) === undefined) return false;
  if (!isNotRead(listings)) {
    return !listings.some(({ entries }) => entries.some(({ event }) => event === "tracked"));
  }
  notes.push({
    what: `Whether the DAO is in a DAOTracker could not be read: ${listings.notRead}.`,
    why: "The file does not set noTrack, so a DAO created from it is added to a DAOTracker.",
    whatToDo: "To leave it out, add noTrack: true.",
  });
  return false;
}
