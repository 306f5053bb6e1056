import type { IssueList } from "./issues.js";
import { Described } from "./issues.js";
import { Place } from "./place.js";
import { isObject } from "../../support/is-object.js";
import type { PlainObject } from "./plain.js";

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
  const root = new Place(merged, issues);
  const genesis = root.at("GenesisProtocol");
  const absolute = root.at("AbsoluteVote");
  for (const key of OLDER_KEYS) delete merged[key];
  refuseFee(root.at("ContributionReward"));
  if (genesis.value === undefined || merged.VotingMachinesParams !== undefined) {
    warnOfUseless(genesis, absolute);
    return;
  }
  if (!isObject(genesis.value)) {
    genesis.error("VotingMachinesParams", "it is not an object");
    return;
  }
  const alpha = Object.keys(genesis.value).filter((key) => ALPHA_KEYS.test(key));
  if (alpha.length > 0) {
    genesis.error(
      "VotingMachinesParams with today's fields, and founders with amounts in whole tokens",
      "vote parameters of Arc's alpha releases, which today's fields cannot express; founders' amounts were then in wei",
      new Described(`the keys ${alpha.join(", ").slice(0, 200)}`),
    );
    return;
  }
  genesis.warn(
    "VotingMachinesParams: a list of them",
    "an older format, read as VotingMachinesParams[0]",
    new Described("one set of vote parameters"),
  );
  if (merged.schemes === undefined) fromAbsoluteVote(root, genesis.value, absolute);
  else fromSwitches(root, genesis.value, absolute);
}

/** Format of March 2019: it has `schemes`, and the owner was unregistered unless the file said no. */
function fromSwitches(root: Place, genesis: PlainObject, absolute: Place): void {
  const merged = root.value as PlainObject;
  merged.VotingMachinesParams = [genesis];
  warnOfUseless(absolute);
  fill(root, { unregisterOwner: true }, "the default for files in this format");
}

/** Format of 2018, up to rc.12: always the same four schemes, created by DaoCreator. */
function fromAbsoluteVote(root: Place, genesis: PlainObject, absolute: Place): void {
  const merged = root.value as PlainObject;
  const later = LATER_SECTIONS.filter((key) => merged[key] !== undefined);
  if (absolute.value === undefined || later.length > 0) {
    root
      .at("schemes")
      .error(
        'which schemes the DAO gets, such as { "SchemeRegistrar": true, "ContributionReward": true }',
        "the file has no schemes and is not in the 2018 format, so it is unclear which schemes are meant",
      );
    return;
  }
  merged.VotingMachinesParams = [
    { activationTime: 0, ...genesis },
    { AbsoluteVote: absolute.value },
  ];
  absolute.warn(
    'VotingMachinesParams with { "AbsoluteVote": ... }',
    "an older format, read as VotingMachinesParams[1]",
    new Described("the vote of SchemeRegistrar, GlobalConstraintRegistrar and UpgradeScheme"),
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
  fill(root, added, "what every DAO from files in this format got");
  merged.ContributionReward = [{ voteParams: 0 }];
}

/** Fills in missing values, with a warning. */
function fill(root: Place, values: Readonly<Record<string, unknown>>, reason: string): void {
  for (const [key, value] of Object.entries(values)) {
    const place = root.at(key);
    if (place.value !== undefined) continue;
    (root.value as PlainObject)[key] = value;
    const text = JSON.stringify(value);
    place.warn(text, `${reason}, read as ${text}`);
  }
}

function warnOfUseless(...places: readonly Place[]): void {
  for (const place of places) {
    if (place.value === undefined) continue;
    place.warn("no such key", "an older key, which has no effect here");
  }
}

/** Up to rc.12, a reward proposal cost a fee in the DAO's token. There is no setting for that today. */
function refuseFee(section: Place): void {
  for (const entry of section.elements() ?? [section]) {
    const fee = entry.at("orgNativeTokenFeeGWei");
    if (fee.value === undefined || Number(fee.value) === 0) continue;
    fee.error("0, or no such key", "a proposal fee, which this tool cannot set");
  }
}
