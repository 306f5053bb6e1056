import { ALL_PERMISSIONS, describePermissions } from "../../foundation/arc/permissions.js";
import {
  amount,
  block,
  blockIfAny,
  count,
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
import { powersWithoutVotes, type Power } from "../../engine/inspect/control/powers.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { schemeContract } from "../../engine/inspect/schemes/scheme-contract.js";
import { REPUTATION } from "./units.js";

/** Everything that Arc's controllers allow a scheme to do, in the order of the bits. */
const ALL = describePermissions(ALL_PERMISSIONS).words;

/** Who can pass a proposal of each scheme. Schemes with the same answer share a line. */
export function controlBlock(inspection: Inspection): Block | undefined {
  const { control } = inspection;
  const title = "Who controls this DAO: the fewest who can pass a proposal";
  if (isNotRead(control)) return block(title, paragraph(control));
  const answers = control.map((each) => ({
    name: `${schemeContract(each.scheme, inspection)?.name ?? each.scheme} (${each.permissions})`,
    answer: [line(fewestWords(each, 10))],
  }));
  return blockIfAny(title, byAnswer(answers));
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

export function powerWords({ words }: PermissionsDescription): string {
  const rest = words.filter((each) => !ALL.includes(each));
  if (words.length - rest.length < ALL.length) return words.join("; ");
  return ["everything that any scheme can", ...rest].join("; ");
}

export function registeredOf({ schemes }: Inspection): readonly SchemeDescription[] {
  return schemes.filter(({ registered }) => registered);
}

/** The accounts that decide alone, and what each can do by that. */
export function soleAccounts(inspection: Inspection): ReadonlyMap<string, string> {
  const own = powersWithoutVotes(inspection).flatMap(({ decider, ability }) =>
    decider.kind === "account" && ability !== "act as its owner"
      ? { account: decider.account, ability }
      : [],
  );
  const groups = Map.groupBy(own, ({ account }) => account);
  return new Map([...groups].map(([account, powers]) => [account, abilityWords(powers)]));
}

/** The addresses of schemes of which it is not known who decides. */
export function undecidedSchemes(inspection: Inspection): readonly string[] {
  const unknown = powersWithoutVotes(inspection).filter(
    ({ decider }) => decider.kind === "unknown",
  );
  return [...new Set(unknown.map(({ through }) => through.address))];
}

export function abilityWords(powers: readonly Pick<Power, "ability">[]): string {
  return [...new Set(powers.map(({ ability }) => ability))].join(", ");
}

/** The entry with the smallest group that can decide; entries without such a group come last. */
export function smallest(control: readonly ControlDescription[]): ControlDescription | undefined {
  const size = ({ accounts }: ControlDescription) => accounts.length || Infinity;
  return control.toSorted((one, other) => size(one) - size(other))[0];
}
