import {
  ALL_PERMISSIONS,
  describePermissions,
  permissionBytes,
} from "../../foundation/arc/permissions.js";
import {
  amount,
  block,
  blockIfAny,
  caution,
  count,
  danger,
  joined,
  line,
  named,
  paragraph,
  phrase,
} from "../document/document.js";
import type { Block, Inline, Line } from "../document/document.js";
import type { ControlDescription, Inspection } from "../../engine/inspect/description.js";
import type {
  PermissionsDescription,
  SchemeDescription,
} from "../../engine/inspect/description.js";
import { withAvatarsPermissions } from "../../engine/inspect/control/as-avatar.js";
import { powersWithoutVotes } from "../../engine/inspect/control/powers.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { schemeContract } from "./contracts.js";
import { REPUTATION } from "./units.js";

/** Everything that Arc's controllers allow a scheme to do, in the order of the bits. */
const ALL = describePermissions(ALL_PERMISSIONS).words;

/** Who can pass a proposal of each scheme. Schemes with the same answer share a line. */
export function controlBlock(inspection: Inspection): Block | undefined {
  const { control } = inspection;
  const title = "Who controls this DAO: the fewest who can pass a proposal";
  const others = othersLines(inspection);
  if (isNotRead(control)) return block(title, paragraph(control), others);
  const answers = control.map((each) => ({
    name: `${schemeContract(each.scheme, inspection)?.name ?? each.scheme} (${each.permissions})`,
    answer: [line(fewestWords(each, 10))],
  }));
  return blockIfAny(title, byAnswer(answers), others);
}

/** A line for each answer, with the names of those that have it. */
export function byAnswer(
  all: readonly { readonly name: string; readonly answer: readonly Line[] }[],
  titleOf = (names: string) => names,
): readonly Line[] {
  const groups = Map.groupBy(all, ({ answer }) => JSON.stringify(answer)).values();
  return [...groups].map((group) => {
    const names = new Set(group.map(({ name }) => name));
    return line(titleOf([...names].join(", ")), group[0]!.answer);
  });
}

/** Schemes of which one account decides, or of which it is not known who does. */
function othersLines(inspection: Inspection): readonly Line[] {
  const speakers = (ifRead(inspection.control) ?? []).map(({ voteOnBehalf }) => voteOnBehalf);
  // Those who vote for every holder are in the lines of the votes.
  const others = powersWithoutVotes(inspection).filter(
    ({ decider }) => decider.kind === "unknown" || !speakers.includes(decider.account),
  );
  const byScheme = Map.groupBy(others, ({ through }) => through.address).values();
  return [...byScheme].flatMap((powers) => {
    const [{ through, decider }] = powers as [(typeof others)[number]];
    const can = [...new Set(powers.map(({ ability }) => ability))].join(", ");
    return decider.kind === "account"
      ? danger`${named(decider.account)} alone, as ${decider.as}: ${can}`
      : caution(
          phrase`not known who decides for ${named(through.address)}: ${{ sentence: decider.reason }}`,
          line`it may: ${can}`,
          line`what would make it known: ${{ sentence: decider.knownBy }}`,
        );
  });
}

type Fewest = Pick<
  ControlDescription,
  "accounts" | "share" | "neededPercent" | "needed" | "voteOnBehalf"
> & { readonly boosting?: boolean };

/**
 * The fewest accounts that can pass a proposal, however all others vote.
 * @param most accounts to name
 */
export function fewestWords(control: Fewest, most = 0): Inline {
  const { accounts, share, neededPercent, needed, voteOnBehalf, boosting = false } = control;
  if (accounts.length === 0) {
    const all = `all accounts together have no more than ${neededPercent}% of the reputation`;
    return boosting
      ? `nobody at once: ${all}; but if a proposal is boosted, most votes decide`
      : `nobody, so that no proposal can ever pass: ${all}`;
  }
  if (voteOnBehalf !== undefined) {
    return phrase`${named(voteOnBehalf)} alone: only this account may vote, for every holder`;
  }
  const shown = accounts.slice(0, most).map(named);
  const who = shown.length > 0 && [": ", joined(shown), accounts.length > most && ", …"];
  const enough =
    needed === undefined
      ? `${neededPercent}%`
      : phrase`${amount(needed, REPUTATION)}, to which Arc rounds ${neededPercent}% down,`;
  const fewer = boosting && "; fewer if a proposal is boosted and nobody votes against it";
  return phrase`${count(accounts.length, "account")} with ${{ share }} of the reputation (more than ${enough} decides)${who}${fewer}`;
}

/** Something that can be done with a DAO, and who can do it. */
export interface Power {
  /** In the words of the permissions. */
  readonly words: string;
  /** Registered schemes that have it. */
  readonly schemes: readonly SchemeDescription[];
  /** The smallest group that can pass a proposal to use it; absent if none of its votes was read. */
  readonly byVote?: ControlDescription;
  /** Schemes that have it and for which it is unknown how, or whether, they vote. */
  readonly unclear: readonly SchemeDescription[];
}

/** What a scheme may do, as a part of a sentence. */
export function powerWords({ words }: PermissionsDescription): string {
  const rest = words.filter((each) => !ALL.includes(each));
  if (words.length - rest.length < ALL.length) return words.join("; ");
  return ["everything that any scheme can", ...rest].join("; ");
}

export function registeredOf({ schemes }: Inspection): readonly SchemeDescription[] {
  return schemes.filter(({ registered }) => registered);
}

/** Every power that at least one registered scheme has. */
export function powersOf(inspection: Inspection): readonly Power[] {
  const { control } = inspection;
  const { avatar } = inspection;
  const registered = withAvatarsPermissions(registeredOf(inspection), inspection).filter(
    ({ contract }) => contract.address !== avatar.address,
  );
  const words = new Set(registered.flatMap(({ permissions }) => permissions.words));
  return [...ALL, ...[...words].filter((each) => !ALL.includes(each))]
    .filter((each) => words.has(each))
    .map((each) => {
      const schemes = registered.filter(({ permissions }) => permissions.words.includes(each));
      const votes = (ifRead(control) ?? []).filter(({ scheme }) =>
        schemes.some(({ contract }) => contract.address === scheme),
      );
      const unclear = schemes.filter(
        ({ contract }) =>
          contract.code !== "account" && !votes.some(({ scheme }) => scheme === contract.address),
      );
      return { words: each, schemes, unclear, byVote: smallest(votes) };
    });
}

/** The accounts that decide alone, each with what it may do by that. */
export function soleAccounts(inspection: Inspection): ReadonlyMap<string, PermissionsDescription> {
  const schemes = withAvatarsPermissions(inspection.schemes, inspection);
  const may = new Map<string, PermissionsDescription>();
  for (const { decider, through } of powersWithoutVotes(inspection)) {
    if (decider.kind !== "account") continue;
    const scheme = schemes.find(({ contract }) => contract.address === through.address)!;
    const bits = BigInt(scheme.permissions.bytes) | BigInt(may.get(decider.account)?.bytes ?? 0);
    may.set(decider.account, describePermissions(permissionBytes(bits)));
  }
  return may;
}

/** The entry with the smallest group that can decide; entries without such a group come last. */
export function smallest(control: readonly ControlDescription[]): ControlDescription | undefined {
  const size = ({ accounts }: ControlDescription) => accounts.length || Infinity;
  return control.toSorted((one, other) => size(one) - size(other))[0];
}
