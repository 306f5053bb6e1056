import { knownAbi } from "../../foundation/arc/known-abis.js";
import type { FounderDescription, Inspection } from "../../engine/inspect/description.js";
import { deployerAmong } from "../../engine/inspect/schemes/deployer.js";
import { withUnvotedMints } from "../../engine/inspect/schemes/founders.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Findings } from "./report.js";
import { amountOf } from "./words.js";

/**
 * The founders in a file: accounts that received something when the DAO was created, or today's holders.
 * @param now whether to use today's holders
 * @returns also how many were left out because they belong to the DAO itself: no file can name those of the new DAO
 * @throws MigrationError if they could not be read
 */
export function foundersOf(inspection: Inspection, now: boolean, { missing }: Findings) {
  const { avatar, controller, token, reputation, schemes } = inspection;
  const all = now ? holdersOf(inspection) : foundingOf(inspection);
  const parts = [token, reputation, ...schemes].map(({ contract }) => contract);
  const contracts = [avatar, controller, ...parts].filter(({ code }) => code !== "account");
  const own = new Set(contracts.map(({ address }) => address));
  for (const { account, tokens, reputation } of all.filter((each) => own.has(each.account))) {
    const whose = account === inspection.avatar.address ? "The avatar" : `The contract ${account}`;
    missing.push({
      what: `${whose} ${now ? "holds" : "was given"} ${amountOf(tokens)} tokens and ${amountOf(reputation)} reputation but is not among the founders.`,
      why: "It belongs to the DAO; a DAO created from the file gets its own, whose address is not known yet.",
      whatToDo: "Have the new DAO vote for it, or mint it to the new contract manually.",
    });
  }
  const founders = all
    .filter(({ account }) => !own.has(account))
    .map(({ account, tokens, reputation }) => ({
      address: account,
      tokens: amountOf(tokens),
      reputation: amountOf(reputation),
    }));
  return { founders, leftOut: all.length - founders.length };
}

function foundingOf(inspection: Inspection): readonly FounderDescription[] {
  const { token, reputation } = inspection;
  const founders = withUnvotedMints(inspection);
  if (isNotRead(founders)) throw notRead("Who founded the DAO", founders.notRead);
  // If the holders do not add up to the supply, events are missing, perhaps some of the DAO's creation.
  for (const { holders } of [token, reputation]) {
    if (isNotRead(holders)) throw notRead("All that the DAO gave", holders.notRead);
  }
  return founders;
}

/** Sorted by reputation, then by tokens, highest first. */
function holdersOf(inspection: Inspection): readonly FounderDescription[] {
  const amounts = (of: "token" | "reputation") => {
    const { holders } = inspection[of];
    if (isNotRead(holders)) throw notRead(`Who holds its ${of}`, holders.notRead);
    return new Map(holders.map(({ account, amount }) => [account, amount]));
  };
  const [tokens, shares] = [amounts("token"), amounts("reputation")];
  return [...new Set([...shares.keys(), ...tokens.keys()])].map((account) => ({
    account,
    tokens: tokens.get(account) ?? "0",
    reputation: shares.get(account) ?? "0",
  }));
}

function notRead(what: string, reason: string): MigrationError {
  return new MigrationError(
    `${what} could not be read: ${reason}. A file without it would create a different DAO. Use a node that has all events ` +
      "and old state (an archive node), and omit --from-block or pass an earlier one.",
  );
}

/** Finds out how the DAO was created, from the accounts that have or had permissions. */
export function creationOf(inspection: Inspection, release: string, findings: Findings) {
  const { schemes } = inspection;
  const useDaoCreator = schemes.some(({ contract }) => contract.name === "DaoCreator");
  const registered = schemes.filter((scheme) => scheme.registered);
  const kept = useDaoCreator ? undefined : deployerAmong(registered);
  const noTrack = !useDaoCreator && isUntracked(inspection, release, findings);
  return { useDaoCreator, unregisterOwner: kept === undefined, noTrack: noTrack || undefined };
}

/** Whether a DAOTracker could have the DAO but does not. */
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
