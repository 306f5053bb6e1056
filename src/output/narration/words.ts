import type { Inspected } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { count, type Inline } from "../document/document.js";
import { AS_TEXT, draw, type PieceDrawing } from "../document/pieces.js";

/** Names beyond these become "and 35 others": nobody would listen to them. */
const MOST_NAMES = 10;

/** What an account is called of which only the address is known. */
export const STRANGER = "another account";

/** Puts pieces into the words of a script. */
export type Say = (...inline: readonly Inline[]) => string;

/**
 * Draws pieces for a listener: names instead of addresses, and no hash.
 * @param nameOf what the account or contract at an address is called
 */
export function sayWith(nameOf: (address: string) => string): Say {
  const how: PieceDrawing<string> = {
    ...AS_TEXT,
    address: nameOf,
    transaction: () => "a transaction",
    code: () => "",
    list,
    notRead: (reason) => notTold("part of it", reason),
  };
  // Bytes of permissions, which are code, stand in brackets.
  return (...inline) => draw(inline, how).replaceAll(" ()", "");
}

/** A stranger's words, which could pass for the story's own. No quote in them ends the quotation. */
export function quoted(text: string): string {
  return `“${text.replaceAll(/["“”]/g, "'")}”`;
}

/** "a, b, and c". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}

/** At most ten names, each with how often it occurs. */
export function listNames(names: readonly string[]): string {
  const all = groupsOf(names, (name) => name).map(([name, ...more]) =>
    more.length === 0 ? name : `${name} (${more.length + 1} of them)`,
  );
  const rest = all.length - MOST_NAMES;
  return list(rest > 0 ? [...all.slice(0, MOST_NAMES), count(rest, "other")] : all);
}

/** Items with the same key together, in the order of the first of each. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  return [...Map.groupBy(items, (item) => keyOf(item)).values()] as [Item, ...Item[]][];
}

export function sumOf<Key extends string>(
  items: readonly { readonly [K in Key]: string }[],
  key: Key,
): bigint {
  return items.reduce((sum, each) => sum + BigInt(each[key]), 0n);
}

/**
 * What was read.
 * @throws MigrationError if it could not be: a story must not be incomplete
 */
export function required<Value>(what: string, value: Inspected<Value>): Value {
  return isNotRead(value) ? notTold(what, value.notRead) : value;
}

/** The same; undefined if nobody can know it, such as what a scheme of unknown code is asked to do. */
export function knowable<Value>(what: string, value: Inspected<Value>): Value | undefined {
  return isNotRead(value) && value.unknowable === true ? undefined : required(what, value);
}

function notTold(what: string, reason: string): never {
  throw new MigrationError(
    `The story of this DAO cannot be told, as ${what} could not be read: ${reason}. ` +
      "Use a node that has all events and the state of the latest block.",
  );
}
