import { ZeroAddress } from "ethers";

import type { CompetitionDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import { eventsBy, type Contract, type ContractEvent } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";

/** A Competition that distributes a scheme's rewards, and what it emitted for each, by proposal ID. */
export interface OpenCompetition {
  readonly contract: Contract;
  readonly made: ReadonlyMap<string, readonly ContractEvent[]>;
}

export const NEW_COMPETITION = "NewCompetitionProposal";

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
  return { contract, made: eventsBy("_proposalId", await contract.events([NEW_COMPETITION])) };
}

/** Reads the terms on which a proposal's reward is distributed; undefined if it is not by a competition. */
export async function readCompetition(
  { contract, made }: OpenCompetition,
  proposal: string,
): Promise<CompetitionDescription | undefined> {
  const [event] = made.get(proposal) ?? [];
  if (event === undefined) return undefined;
  const kept = (await contract.read("proposals", proposal)).toObject(true);
  const { admin, ...numbers } = kept as Readonly<Record<string, bigint | string | undefined>>;
  const time = (field: string): number => Number(numbers[field]);
  return {
    contract: contract.address,
    rewardSplit: [...(event.values._rewardSplit as readonly bigint[])].map(String),
    startTime: time("startTime"),
    suggestionsEndTime: time("suggestionsEndTime"),
    votingStartTime: time("votingStartTime"),
    endTime: time("endTime"),
    maxVotesPerVoter: String(numbers.maxNumberOfVotesPerVoter),
    admin: typeof admin === "string" && admin !== ZeroAddress ? admin : undefined,
  };
}
