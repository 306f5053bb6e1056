import { UNIVERSAL_GENERIC } from "../../arc/shared-schemes.js";
import { isObject } from "../../support/is-object.js";
import { Described, type IssueList } from "./issues.js";
import type { Numeric } from "./migration-parameters.js";
import { toUnits, toWhole } from "./numbers.js";
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

/** The names that files have for a built-in scheme, in `schemes` and as a section. */
export function namesOfScheme(scheme: string): readonly string[] {
  return scheme === "GenericScheme" ? [scheme, UNIVERSAL_GENERIC] : [scheme];
}

/** Takes the switch of an older name as that of the scheme. */
export function takeOlderSwitch(on: Set<string>, schemes: Place): void {
  if (!on.has(UNIVERSAL_GENERIC)) return;
  const own = schemes.at(UNIVERSAL_GENERIC);
  if (on.has("GenericScheme")) {
    own.error("GenericScheme alone", "it is the older name of GenericScheme, which is on too");
  } else {
    own.warn("GenericScheme", "an older name, read as GenericScheme");
  }
  on.add("GenericScheme");
}

/** The section of a file that has a scheme's entries. */
export function sectionOf(scheme: string, file: PlainObject): string {
  if (scheme !== "GenericScheme" || file[UNIVERSAL_GENERIC] === undefined) return scheme;
  const isOlderOn = isObject(file.schemes) && file.schemes[UNIVERSAL_GENERIC] === true;
  return isOlderOn || file[scheme] === undefined ? UNIVERSAL_GENERIC : scheme;
}

const GWEI = "an amount in gwei (10^9 wei) with up to 9 decimals, as a number or a string";
/** Amounts that older files give in gwei, in names with the ending `GWei`, which they spell in several ways. */
const IN_GWEI = ["minimumDaoBounty", "proposingRepReward"];

/** Converts amounts in gwei (10^9 wei) to whole tokens, under today's names. */
export function withCurrentNames(
  value: PlainObject,
  entry: Place,
  names: Map<string, string>,
): PlainObject {
  const current = Object.create(null) as PlainObject;
  for (const key of Object.keys(value)) {
    const own = entry.at(key);
    const name = IN_GWEI.find((each) => key.toLowerCase() === `${each}gwei`.toLowerCase());
    if (name === undefined) {
      current[key] = own.value;
      continue;
    }
    if (Object.hasOwn(value, name) || names.has(name)) {
      const found = new Described(`${key} as well as ${names.get(name) ?? name}`);
      own.error(`${name} alone, in whole tokens`, "the same amount is given twice", found);
      continue;
    }
    names.set(name, key);
    const tokens = own.read(GWEI, () => toWhole(toUnits(own.value as Numeric, 9)));
    // Not the value itself, which may be right in whole tokens: any amount will do, as the file is refused.
    current[name] = tokens ?? "1";
    const message = "an older name, read as an amount in gwei (10^9 wei)";
    if (tokens !== undefined) own.warn(`${name} in whole tokens: ${tokens}`, message);
  }
  return current;
}
