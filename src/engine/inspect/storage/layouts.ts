import { ARC_VERSIONS } from "../../../foundation/arc/versions.js";
import type { ContractDescription } from "../description.js";

/** Slots of a contract's variables, by what they hold. Two that share a slot stand once. */
type Layout = Readonly<Record<string, number>>;

/** The layouts that a contract had, each with the last release that has it. */
type Layouts = readonly (readonly [until: string, layout: Layout])[];

const LATEST = ARC_VERSIONS.at(-1)!;

/** `token` and `reputation` are addresses; `decimals` of checkpoints share the owner's slot. */
const AVATAR: Layouts = [[LATEST, { owner: 0, orgName: 1, nativeToken: 2, nativeReputation: 3 }]];

/** `before` and `after` are arrays of constraints, `isBefore` and `isAfter` say which are in them. */
const OWN = { schemes: 0, avatar: 1, token: 2, reputation: 3, newController: 4, before: 5 };

const CONTROLLER: Layouts = [
  ["0.0.0-alpha.29", { ...OWN, isBefore: 6 }],
  [LATEST, { ...OWN, after: 6, isBefore: 7, isAfter: 8 }],
];

const EARLY_TOKEN = { allowances: 2, owner: 3, name: 4, symbol: 5 };

const TOKEN: Layouts = [
  ["0.0.0-alpha.29", { supply: 0, balances: 1, ...EARLY_TOKEN }],
  ["0.0.0-alpha.35", { balances: 0, supply: 1, ...EARLY_TOKEN }],
  ["0.0.0-alpha.58", { balances: 0, supply: 1, ...EARLY_TOKEN, cap: 6 }],
  [LATEST, { balances: 0, allowances: 1, supply: 2, owner: 3, name: 4, symbol: 5, cap: 6 }],
];

const REPUTATION: Layouts = [
  ["0.0.0-alpha.52", { owner: 0, balances: 1, supply: 2, decimals: 3 }],
  ["0.0.0-alpha.58", { owner: 0, creationBlock: 1, checkpoints: 2, history: 3 }],
  [LATEST, { owner: 0, checkpoints: 1, history: 2 }],
];

/** Slots in an organization of a universal controller, counted from its first, and the controller's other mappings. */
const ORGANIZATION = { nativeToken: 0, nativeReputation: 1, schemes: 2, before: 3 };
const LATER_ORGANIZATION = { ...ORGANIZATION, after: 4, isBefore: 5, isAfter: 6 };

const UNIVERSAL: Layouts = [
  ["0.0.0-alpha.29", { ...ORGANIZATION, isBefore: 4, exists: 5 }],
  ["0.0.0-alpha.35", { ...LATER_ORGANIZATION, exists: 7 }],
  ["0.0.1-rc.12", { ...LATER_ORGANIZATION, exists: 7, reputations: 2, tokens: 3 }],
  [LATEST, { ...LATER_ORGANIZATION, actors: 2 }],
];

const LAYOUTS: Readonly<Record<string, Layouts>> = {
  Avatar: AVATAR,
  Controller: CONTROLLER,
  UController: UNIVERSAL,
  DAOToken: TOKEN,
  Reputation: REPUTATION,
};

/**
 * Where a contract's variables are.
 * @param contract one with the code of an Arc release; all releases with the same code have the same layout
 */
export function layoutOf({ name = "", releases = [] }: ContractDescription): Layout {
  const place = ARC_VERSIONS.indexOf(releases[0] ?? "");
  const found = LAYOUTS[name]?.find(([until]) => place <= ARC_VERSIONS.indexOf(until));
  if (found === undefined) throw new Error(`No layout of ${name} is known.`);
  return found[1];
}
