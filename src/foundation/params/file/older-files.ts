import { type IssueList, Described } from "./issues.js";
import { Place } from "./place.js";
import type { PlainObject } from "./plain.js";

/** Keys that only files from before April 2019 have; each contained one set of vote parameters. */
export const OLDER_KEYS = ["GenesisProtocol", "AbsoluteVote"] as const;

/**
 * Refuses parameters from before April 2019: which schemes and vote parameters they mean depends on the tool of their
 * time. Beside VotingMachinesParams, their keys have no effect, and a warning says so.
 * @param merged loses these keys
 */
export function refuseOlder(merged: PlainObject, issues: IssueList): void {
  const root = new Place(merged, issues);
  const older = OLDER_KEYS.map((key) => root.at(key)).filter(({ value }) => value !== undefined);
  for (const key of OLDER_KEYS) delete merged[key];
  refuseFee(root.at("ContributionReward"));
  const [first] = older;
  if (first?.path[0] === "GenesisProtocol" && merged.VotingMachinesParams === undefined) {
    first.error(
      "VotingMachinesParams: a list of vote parameters, and schemes",
      "a format from before April 2019, which docs/parameters.md says how to write today",
      new Described("one set of vote parameters"),
    );
    return;
  }
  for (const place of older) place.warn("no such key", "an older key, which has no effect here");
}

/** Up to rc.12, a reward proposal cost a fee in the DAO's token. There is no setting for that today. */
function refuseFee(section: Place): void {
  for (const entry of section.elements() ?? [section]) {
    const fee = entry.at("orgNativeTokenFeeGWei");
    if (fee.value === undefined || Number(fee.value) === 0) continue;
    fee.error("0, or no such key", "a proposal fee, which this tool cannot set");
  }
}
