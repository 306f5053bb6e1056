import type { ArcRelease } from "../../arc/artifact.js";
import type { GenesisProtocolParameters } from "../parameters.js";
import { hasQueue } from "../../arc/features.js";
import { UINT256_LIMIT } from "../../arc/number-limits.js";

type Fields = Partial<GenesisProtocolParameters>;
type Rule = readonly [field: keyof Fields, low: bigint, high: bigint, wanted: string];

const LOSS: Rule = ["votersReputationLossRatio", 0n, 100n, "percent, 0 to 100"];

/** What `setParameters` requires since rc.3, with 11 numbers (from the sources, which all agree). */
const ELEVEN_NUMBERS: readonly Rule[] = [
  ["queuedVoteRequiredPercentage", 50n, 100n, "percent, 50 to 100"],
  ["thresholdConst", 1001n, 16000n, "thousandths, above 1000 and up to 16000"],
  ["minimumDaoBounty", 1n, UINT256_LIMIT, "an amount above 0"],
  ["daoBountyConst", 1n, UINT256_LIMIT, "a number above 0"],
  LOSS,
];

/** What it requires with 14 numbers (alpha.53 to 58). */
const FOURTEEN_NUMBERS: readonly Rule[] = [
  ["queuedVoteRequiredPercentage", 1n, 100n, "percent, 1 to 100"],
  LOSS,
];

/**
 * Values that would make the release's GenesisProtocol revert. A field that is missing counts as right, because it has
 * been reported already.
 */
export function genesisProtocolProblems(fields: Fields, release: ArcRelease | undefined) {
  const machine =
    release?.has("GenesisProtocol") === true ? release.artifact("GenesisProtocol") : undefined;
  const rules = machine === undefined || hasQueue(machine) ? ELEVEN_NUMBERS : FOURTEEN_NUMBERS;
  const quietEnding = fields.quietEndingPeriod ?? 0n;
  const all: readonly Rule[] = [
    ...rules,
    ["boostedVotePeriodLimit", quietEnding, UINT256_LIMIT, "seconds, at least quietEndingPeriod"],
  ];
  return all.flatMap(([field, low, high, wanted]) => {
    const value = fields[field];
    if (typeof value !== "bigint" || (value >= low && value <= high)) return [];
    return [{ field, wanted, message: "GenesisProtocol would revert on it" }];
  });
}
