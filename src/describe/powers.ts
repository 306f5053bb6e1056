import { ALL_PERMISSIONS, describePermissions } from "../arc/permissions.js";
import type {
  ControlDescription,
  Inspection,
  PermissionsDescription,
  SchemeDescription,
} from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";

/** Everything that Arc's controllers allow a scheme to do, in the order of the bits. */
const ALL = describePermissions(ALL_PERMISSIONS).words;
/** The same, short enough for a picture. */
const SHORT = ["mint and pay", "schemes", "constraints", "upgrade", "any call"] as const;

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

/** What a scheme may do, a word or two each. */
export function shortPermissions({ words }: PermissionsDescription): readonly string[] {
  return words.map((each) => SHORT[ALL.indexOf(each)] ?? "unknown bits");
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
  const registered = registeredOf(inspection);
  const words = new Set(registered.flatMap(({ permissions }) => permissions.words));
  return [...ALL, ...[...words].filter((each) => !ALL.includes(each))]
    .filter((each) => words.has(each))
    .map((each) => {
      const schemes = registered.filter(({ permissions }) => permissions.words.includes(each));
      const votes = isNotRead(control)
        ? []
        : control.filter(({ scheme }) =>
            schemes.some(({ contract }) => contract.address === scheme),
          );
      const unclear = schemes.filter(
        ({ contract }) =>
          contract.code !== "account" && !votes.some(({ scheme }) => scheme === contract.address),
      );
      return { words: each, schemes, unclear, byVote: smallest(votes) };
    });
}

/** The entry with the smallest group that can decide; entries without such a group come last. */
export function smallest(control: readonly ControlDescription[]): ControlDescription | undefined {
  const size = ({ accounts }: ControlDescription) => accounts.length || Infinity;
  return control.toSorted((one, other) => size(one) - size(other))[0];
}
