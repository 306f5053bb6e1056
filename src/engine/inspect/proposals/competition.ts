import { ZeroAddress } from "ethers";

import type { CompetitionDescription, SuggestionDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import { eventsBy, type Contract, type ContractEvent } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";

/** A Competition that distributes a scheme's rewards, and all its events. */
export interface OpenCompetition {
  readonly contract: Contract;
  /** By proposal ID. */
  readonly events: ReadonlyMap<string, readonly ContractEvent[]>;
}

export const COMPETITION_EVENTS = [
  "NewCompetitionProposal",
  "NewSuggestion",
  "NewVote",
  "Redeem",
  "SnapshotBlock",
];

/**
 * Opens the competition that distributes a scheme's rewards; undefined if the rewarder is another contract or not set.
 */
export async function openCompetition(
  reader: BlockReader,
  scheme: Contract,
): Promise<OpenCompetition | undefined> {
  if (!scheme.has("rewarder")) return undefined;
  const described = await describeContract(reader, String(await scheme.value("rewarder")));
  if (described.name !== "Competition") return undefined;
  const contract = openContract(reader, described)!;
  return { contract, events: eventsBy("_proposalId", await contract.events(COMPETITION_EVENTS)) };
}

export async function readCompetition(
  { contract, events }: OpenCompetition,
  proposal: string,
): Promise<CompetitionDescription | undefined> {
  const own = events.get(proposal) ?? [];
  const made = own.find(({ name }) => name === "NewCompetitionProposal");
  if (made === undefined) return undefined;
  const kept = (await contract.read("proposals", proposal)).toObject(true);
  const { admin, ...numbers } = kept as Readonly<Record<string, bigint | string | undefined>>;
  const time = (field: string): number => Number(numbers[field]);
  const rewardSplit = [...(made.values._rewardSplit as readonly bigint[])].map(String);
  const endTime = time("endTime");
  return {
    contract: contract.address,
    rewardSplit,
    startTime: time("startTime"),
    suggestionsEndTime: time("suggestionsEndTime"),
    votingStartTime: time("votingStartTime"),
    endTime,
    redeemUntil: contract.has("REDEMPTION_PERIOD")
      ? endTime + Number(await contract.value("REDEMPTION_PERIOD"))
      : undefined,
    maxVotesPerVoter: String(numbers.maxNumberOfVotesPerVoter),
    admin: typeof admin === "string" && admin !== ZeroAddress ? admin : undefined,
    snapshotBlock: time("snapshotBlock") || undefined,
    suggestions: await readSuggestions(contract, own, rewardSplit.length),
  };
}

async function readSuggestions(
  contract: Contract,
  events: readonly ContractEvent[],
  winners: number,
): Promise<readonly SuggestionDescription[]> {
  const all = [...eventsBy("_suggestionId", events)].map(async ([id, own]) => {
    const made = own.find(({ name }) => name === "NewSuggestion");
    if (made === undefined) return [];
    // The contract's own list says the place: in early releases, one suggestion can take several places in it.
    const [kept, index] = await Promise.all([
      contract.read("suggestions", id),
      contract.value("getOrderedIndexOfSuggestion", id),
    ]);
    const [votes, before] = [kept.toObject(true).totalVotes as bigint, Number(index)];
    const cast = own
      .filter(({ name }) => name === "NewVote")
      .map(({ values }) => ({
        voter: String(values._voter),
        reputation: String(values._reputation),
      }));
    const sum = cast.reduce((all, { reputation }) => all + BigInt(reputation), 0n);
    if (sum !== votes) {
      throw new Error(
        `the events show votes of ${sum} wei for the suggestion ${id}, but the competition counted ${votes}`,
      );
    }
    const redeemed = own.find(({ name }) => name === "Redeem");
    const named = made.values.toObject() as Readonly<Record<string, unknown>>;
    const description = named._descriptionHash as { readonly hash?: string } | string;
    return {
      id,
      description: typeof description === "string" ? description : String(description.hash),
      beneficiary: String(named._beneficiary ?? named._suggester),
      votes: String(votes),
      cast,
      place: votes > 0n && before < winners ? before + 1 : undefined,
      redeemedPercent: redeemed && String(redeemed.values._rewardPercentage),
    };
  });
  return (await Promise.all(all)).flat();
}
