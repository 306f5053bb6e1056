import type { ArcRelease } from "../../arc/artifact.js";
import type { GenesisProtocolParameters } from "../parameters.js";
import { hasQueue } from "../../arc/features.js";

type Fields = Partial<GenesisProtocolParameters>;

export interface FieldProblem {
  readonly field: keyof GenesisProtocolParameters;
  readonly wanted: string;
  readonly message: string;
}

interface Rule {
  readonly field: keyof GenesisProtocolParameters;
  readonly wanted: string;
  holds(fields: Fields): boolean;
}

/** A rule counts as fulfilled if its field is missing, which has been reported already. */
function between(field: Rule["field"], low: bigint, high: bigint, wanted: string): Rule {
  const holds = (fields: Fields) => {
    const value = fields[field];
    return typeof value !== "bigint" || (value >= low && value <= high);
  };
  return { field, wanted, holds };
}

const UNBOUNDED = 2n ** 256n;

const COMMON: readonly Rule[] = [
  between("votersReputationLossRatio", 0n, 100n, "percent, 0 to 100"),
  {
    field: "boostedVotePeriodLimit",
    wanted: "seconds, at least quietEndingPeriod",
    holds: ({ boostedVotePeriodLimit, quietEndingPeriod }) =>
      boostedVotePeriodLimit === undefined ||
      quietEndingPeriod === undefined ||
      boostedVotePeriodLimit >= quietEndingPeriod,
  },
];

/** What `setParameters` requires since rc.3, with 11 numbers (from the sources, which all agree). */
const ELEVEN_NUMBERS: readonly Rule[] = [
  between("queuedVoteRequiredPercentage", 50n, 100n, "percent, 50 to 100"),
  between("thresholdConst", 1001n, 16000n, "thousandths, above 1000 and up to 16000"),
  between("minimumDaoBounty", 1n, UNBOUNDED, "an amount above 0"),
  between("daoBountyConst", 1n, UNBOUNDED, "a number above 0"),
  ...COMMON,
];

/** What it requires with 14 numbers (alpha.53 to 58). */
const FOURTEEN_NUMBERS: readonly Rule[] = [
  between("queuedVoteRequiredPercentage", 1n, 100n, "percent, 1 to 100"),
  ...COMMON,
];

/** Values that would make the release's GenesisProtocol revert. */
export function genesisProtocolProblems(
  fields: Fields,
  release: ArcRelease | undefined,
): FieldProblem[] {
  return rulesOf(release)
    .filter((rule) => !rule.holds(fields))
    .map(({ field, wanted }) => ({ field, wanted, message: "GenesisProtocol would revert on it" }));
}

function rulesOf(release: ArcRelease | undefined): readonly Rule[] {
  const queued =
    release === undefined ||
    !release.has("GenesisProtocol") ||
    hasQueue(release.artifact("GenesisProtocol"));
  return queued ? ELEVEN_NUMBERS : FOURTEEN_NUMBERS;
}
