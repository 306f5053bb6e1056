import type { IssueList } from "./issues.js";
import { Described } from "./issues.js";
import type { PlainObject } from "./plain.js";
import { isObject } from "./plain.js";

/** Keys that only files from before April 2019 have; each contained one set of vote parameters. */
export const OLDER_KEYS = ["GenesisProtocol", "AbsoluteVote"] as const;

/** Keys of GenesisProtocol in Arc's alpha releases only. */
const ALPHA_KEYS =
  /^(preBoostedVoteRequired|thresholdConst[AB]|minimumStakingFee|stakerFee|proposingRepRewardConst|votersGainRep|daoBountyLimit)/;

/** Sections that were introduced with `schemes`; files of 2018 have none of them. */
const LATER_SECTIONS = [
  "SchemeRegistrar",
  "GlobalConstraintRegistrar",
  "UpgradeScheme",
  "GenericScheme",
] as const;

/** The name that the tool of 2018 gave every DAO. */
const NAMES = { orgName: "Genesis Test", tokenName: "Genesis Test", tokenSymbol: "GDT" };

/**
 * Converts parameters from before April 2019 to today's format, with a warning for each conversion. There were two
 * formats without VotingMachinesParams. Up to rc.12, a DAO always got four schemes, three of which used AbsoluteVote.
 * Later, `schemes` selected them, and all used GenesisProtocol. Anything ambiguous is a mistake.
 * @param merged is changed in place
 */
export function modernize(merged: PlainObject, issues: IssueList): void {
  const { GenesisProtocol: genesis, AbsoluteVote: absolute } = merged;
  for (const key of OLDER_KEYS) delete merged[key];
  refuseFee(merged, issues);
  if (genesis === undefined || merged.VotingMachinesParams !== undefined) {
    warnOfUseless({ GenesisProtocol: genesis, AbsoluteVote: absolute }, issues);
    return;
  }
  if (!isObject(genesis)) {
    issues.error(["GenesisProtocol"], genesis, "VotingMachinesParams", "it is not an object");
    return;
  }
  const alpha = Object.keys(genesis).filter((key) => ALPHA_KEYS.test(key));
  if (alpha.length > 0) {
    issues.error(
      ["GenesisProtocol"],
      new Described(`the keys ${alpha.join(", ").slice(0, 200)}`),
      "VotingMachinesParams with today's fields, and founders with amounts in whole tokens",
      "vote parameters of Arc's alpha releases, which today's fields cannot express; founders' amounts were then in wei",
    );
    return;
  }
  issues.warn(
    ["GenesisProtocol"],
    new Described("one set of vote parameters"),
    "VotingMachinesParams: a list of them",
    "an older format, read as VotingMachinesParams[0]",
  );
  if (merged.schemes === undefined) fromAbsoluteVote(merged, genesis, absolute, issues);
  else fromSwitches(merged, genesis, absolute, issues);
}

/** Format of March 2019: it has `schemes`, and the owner was unregistered unless the file said no. */
function fromSwitches(
  merged: PlainObject,
  genesis: PlainObject,
  absolute: unknown,
  issues: IssueList,
): void {
  merged.VotingMachinesParams = [genesis];
  warnOfUseless({ AbsoluteVote: absolute }, issues);
  fill(merged, { unregisterOwner: true }, "the default for files in this format", issues);
}

/** Format of 2018, up to rc.12: always the same four schemes, created by DaoCreator. */
function fromAbsoluteVote(
  merged: PlainObject,
  genesis: PlainObject,
  absolute: unknown,
  issues: IssueList,
): void {
  const later = LATER_SECTIONS.filter((key) => merged[key] !== undefined);
  if (absolute === undefined || later.length > 0) {
    issues.error(
      ["schemes"],
      new Described("nothing"),
      'which schemes the DAO gets, such as { "SchemeRegistrar": true, "ContributionReward": true }',
      "the file has no schemes and is not in the 2018 format, so it is unclear which schemes are meant",
    );
    return;
  }
  merged.VotingMachinesParams = [{ activationTime: 0, ...genesis }, { AbsoluteVote: absolute }];
  issues.warn(
    ["AbsoluteVote"],
    new Described("the vote of SchemeRegistrar, GlobalConstraintRegistrar and UpgradeScheme"),
    'VotingMachinesParams with { "AbsoluteVote": ... }',
    "an older format, read as VotingMachinesParams[1]",
  );
  const added = {
    schemes: {
      SchemeRegistrar: true,
      GlobalConstraintRegistrar: true,
      UpgradeScheme: true,
      ContributionReward: true,
    },
    SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 1 }],
    GlobalConstraintRegistrar: [{ voteParams: 1 }],
    UpgradeScheme: [{ voteParams: 1 }],
    useDaoCreator: true,
    useUController: true,
    ...NAMES,
  };
  fill(merged, added, "what every DAO from files in this format got", issues);
  merged.ContributionReward = [{ voteParams: 0 }];
}

/** Fills in missing values, with a warning. */
function fill(
  merged: PlainObject,
  values: Readonly<Record<string, unknown>>,
  reason: string,
  issues: IssueList,
): void {
  for (const [key, value] of Object.entries(values)) {
    if (merged[key] !== undefined) continue;
    merged[key] = value;
    const text = JSON.stringify(value);
    issues.warn([key], new Described("nothing"), text, `${reason}, read as ${text}`);
  }
}

function warnOfUseless(values: Readonly<Record<string, unknown>>, issues: IssueList): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue;
    issues.warn([key], value, "no such key", "an older key, which has no effect here");
  }
}

/** Up to rc.12, a reward proposal cost a fee in the DAO's token. There is no setting for that today. */
function refuseFee({ ContributionReward: section }: PlainObject, issues: IssueList): void {
  const entries: unknown[] = Array.isArray(section) ? section : [section];
  for (const entry of entries) {
    const fee = isObject(entry) ? entry.orgNativeTokenFeeGWei : undefined;
    if (fee === undefined || Number(fee) === 0) continue;
    issues.error(
      ["ContributionReward", "orgNativeTokenFeeGWei"],
      fee,
      "0, or no such key",
      "a proposal fee, which this tool cannot set",
    );
  }
}
