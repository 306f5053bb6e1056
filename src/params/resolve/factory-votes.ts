import type { ArcRelease } from "../../arc/artifact.js";
import type { ChosenCall } from "./calls.js";
import { genesisProtocolProblems } from "./genesis-protocol-rules.js";
import type { IssueList, Path } from "../file/issues.js";
import type { Argument, GenesisProtocolParameters } from "../parameters.js";

/** The numbers of `setParameters` since rc.3, and of a factory's `_votingParams`, in order. */
export const VOTE_NUMBERS = [
  "queuedVoteRequiredPercentage",
  "queuedVotePeriodLimit",
  "boostedVotePeriodLimit",
  "preBoostedVotePeriodLimit",
  "thresholdConst",
  "quietEndingPeriod",
  "proposingRepReward",
  "votersReputationLossRatio",
  "minimumDaoBounty",
  "daoBountyConst",
  "activationTime",
] as const satisfies readonly (keyof GenesisProtocolParameters)[];

/** `_voteParamsType` of a factory: 0 uses the given numbers, 1 to 3 select its own sets. */
const CUSTOM = 0n;
const LAST_TYPE = 3n;

/**
 * Reports vote parameters in a factory's arguments that would make it, or GenesisProtocol, revert. Does nothing for a
 * factory without such arguments.
 * @param path of the argument list, which starts after the avatar
 */
export function checkFactoryVotes(
  { abi, args }: ChosenCall,
  release: ArcRelease | undefined,
  path: Path,
  issues: IssueList,
): void {
  const position = (name: string) =>
    (abi.inputs ?? []).findIndex((input) => input.name === name) - 1;
  const type = args[position("_voteParamsType")];
  const numbers = args[position("_votingParams")];
  if (typeof type === "bigint" && type > LAST_TYPE) {
    const wanted = "0 for the numbers that follow, or 1 (fast), 2 (normal), 3 (slow)";
    const place = [...path, position("_voteParamsType")];
    issues.error(place, type, wanted, "there are no such vote parameters");
  }
  if (type !== CUSTOM || !Array.isArray(numbers)) return;
  const values = numbers as readonly Argument[];
  const fields = Object.fromEntries(VOTE_NUMBERS.map((field, i) => [field, values[i]]));
  for (const { field, wanted, message } of genesisProtocolProblems(fields, release)) {
    const index = VOTE_NUMBERS.findIndex((name) => name === field);
    const place = [...path, position("_votingParams"), index];
    issues.error(place, values[index], `${field}: ${wanted}`, message);
  }
}
