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
  scheme: Contract | undefined,
): Promise<OpenCompetition | undefined> {
  if (scheme?.has("rewarder") !== true) return undefined;
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
  const kept = (await contract.read("proposals", proposal)).toObject(true) as Record<
    string,
    bigint | string | undefined
  >;
  const time = (field: string): number => Number(kept[field]);
  const rewardSplit = [...(made.values._rewardSplit as readonly bigint[])].map(String);
  const admin = kept.admin;
  const endTime = time("endTime");
  const hasAdmin = typeof admin === "string" && BigInt(admin) !== 0n;
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
    maxVotesPerVoter: String(kept.maxNumberOfVotesPerVoter),
    admin: hasAdmin ? admin : undefined,
    snapshotBlock: Number(kept.snapshotBlock) || undefined,
    suggestions: await readSuggestions(contract, own, rewardSplit.length),
  };
}

async function readSuggestions(
  contract: Contract,
  events: readonly ContractEvent[],
  winners: number,
): Promise<readonly SuggestionDescription[]> {
  const made = events.filter(({ name }) => name === "NewSuggestion");
  const standings = await Promise.all(
    made.map(async ({ values: { _suggestionId } }) => {
      const [kept, before] = await Promise.all([
        contract.read("suggestions", _suggestionId),
        contract.value("getOrderedIndexOfSuggestion", _suggestionId) as Promise<bigint>,
      ]);
      return { votes: kept.toObject(true).totalVotes as bigint, before: Number(before) };
    }),
  );
  const [votesOf, redeemedOf] = ["NewVote", "Redeem"].map((wanted) =>
    eventsBy(
      "_suggestionId",
      events.filter(({ name }) => name === wanted),
    ),
  );
  return made.map(({ values }, index) => {
    const id = String(values._suggestionId);
    const cast = (votesOf!.get(id) ?? []).map((vote) => ({
      voter: String(vote.values._voter),
      reputation: String(vote.values._reputation),
    }));
    // Uses the contract's own list: in early releases, one suggestion can take several places in it.
    const { votes, before } = standings[index]!;
    const sum = cast.reduce((all, { reputation }) => all + BigInt(reputation), 0n);
    if (sum !== votes) {
      throw new Error(
        `the events show votes of ${sum} wei for the suggestion ${id}, but the competition counted ${votes}`,
      );
    }
    const [redeemed] = redeemedOf!.get(id) ?? [];
    const named = values.toObject() as Readonly<Record<string, unknown>>;
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
}
