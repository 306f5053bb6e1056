import { ZeroAddress } from "ethers";

import type { SchemeDescription } from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import { Unknowable } from "../reading/attempt.js";
import { eventsBy, type ContractEvent } from "../reading/contract.js";
import { layoutOf } from "./layouts.js";
import { ANY, elementsOf, entryOf, type Slots } from "./slots.js";

/** What a controller's events tell about its constraints, and to which controller it was upgraded. */
const EVENTS = ["AddGlobalConstraint", "RemoveGlobalConstraint", "UpgradeController"];
const REGISTRATIONS = ["RegisterScheme", "UnregisterScheme"];
/** Values of `_when` in events. */
const BEFORE = 0n;
const AFTER = 1n;

type Layout = Readonly<Record<string, number>>;

interface Constraint {
  readonly address: string;
  readonly paramsHash: string;
}

/**
 * What a controller's storage should have. A universal controller's has all of its DAOs.
 * @param schemes every account that was ever registered for this DAO, as the controller describes it
 */
export async function controllerSlots(
  organization: Organization,
  schemes: readonly SchemeDescription[],
): Promise<Slots> {
  const { avatar, controller, token, reputation, isUniversal, described } = organization;
  const at = layoutOf(described.controller);
  if (isUniversal) return await universalSlots(organization, at, schemes);
  const events = await controller.events(EVENTS);
  const slots: Slots = new Map();
  slots.set(BigInt(at.avatar!), BigInt(avatar.address));
  slots.set(BigInt(at.token!), BigInt(token.address));
  slots.set(BigInt(at.reputation!), BigInt(reputation.address));
  slots.set(BigInt(at.newController!), BigInt(upgradedTo(events)));
  addSchemes(slots, at.schemes!, schemes);
  addConstraints(slots, 0n, at, events);
  return slots;
}

async function universalSlots(
  { avatar, controller, token, reputation }: Organization,
  at: Layout,
  schemes: readonly SchemeDescription[],
): Promise<Slots> {
  const slots: Slots = new Map();
  const all = await controller.events([...REGISTRATIONS, ...EVENTS]);
  if (all.some(({ values }) => values._avatar === undefined)) {
    throw new Unknowable("its events do not say which DAO's constraints they are about");
  }
  for (const [address, events] of eventsBy("_avatar", all)) {
    const first = entryOf(0, address);
    const mapping = first + BigInt(at.schemes!);
    // The controller tells these apart by the avatar, too: another DAO's are nobody's business here. Of this DAO's, each
    // has to be among the schemes that were read.
    const isOwn = address === avatar.address;
    for (const { name, values } of events) {
      if (isOwn || !REGISTRATIONS.includes(name)) continue;
      for (const account of [values._scheme, values._sender]) {
        const slot = entryOf(mapping, String(account));
        slots.set(slot, ANY);
        slots.set(slot + 1n, ANY);
      }
    }
    slots.set(entryOf(1, address), BigInt(upgradedTo(events)));
    addConstraints(slots, first, at, events);
    const own = isOwn ? ([token.address, reputation.address] as const) : undefined;
    addOrganization(slots, at, address, own ?? (await partsOf(controller, address)));
  }
  addSchemes(slots, entryOf(0, avatar.address) + BigInt(at.schemes!), schemes);
  return slots;
}

type Parts = readonly [token: string, reputation: string];

/** What the controller says that an avatar's token and reputation are; undefined if it says nothing. */
async function partsOf(
  controller: Organization["controller"],
  avatar: string,
): Promise<Parts | undefined> {
  if (!controller.has("organizations")) return undefined;
  return (await controller.read("organizations", avatar)).toArray() as [string, string];
}

function addOrganization(slots: Slots, at: Layout, avatar: string, parts: Parts | undefined): void {
  const first = entryOf(0, avatar);
  const [token, reputation] = parts ?? [];
  slots.set(first + BigInt(at.nativeToken!), token === undefined ? ANY : BigInt(token));
  slots.set(
    first + BigInt(at.nativeReputation!),
    reputation === undefined ? ANY : BigInt(reputation),
  );
  if (at.exists !== undefined) slots.set(first + BigInt(at.exists), 1n);
  if (token === undefined || reputation === undefined) return;
  if (at.tokens !== undefined) slots.set(entryOf(at.tokens, token), 1n);
  if (at.reputations !== undefined) slots.set(entryOf(at.reputations, reputation), 1n);
  if (at.actors === undefined) return;
  for (const actor of [avatar, token, reputation]) slots.set(entryOf(at.actors, actor), 1n);
}

function addSchemes(
  slots: Slots,
  mapping: bigint | number,
  schemes: readonly SchemeDescription[],
): void {
  for (const { contract, registered, permissions, paramsHash } of schemes) {
    const slot = entryOf(mapping, contract.address);
    // Permissions count without the bit that says "registered", too, but an honest controller has none such.
    slots.set(slot, registered ? BigInt(paramsHash) : 0n);
    slots.set(slot + 1n, registered ? BigInt(permissions.bytes) : 0n);
  }
}

function upgradedTo(events: readonly ContractEvent[]): string {
  const last = events.filter(({ name }) => name === "UpgradeController").at(-1);
  return last === undefined ? ZeroAddress : String(last.values._newController);
}

/** Follows the events as the controller does: a removed constraint's place is taken by the last one. */
function addConstraints(
  slots: Slots,
  first: bigint,
  at: Layout,
  events: readonly ContractEvent[],
): void {
  const before: Constraint[] = [];
  const after: Constraint[] = [];
  const looksTwice = new Set<string>();
  for (const { name, values } of events) {
    const address = String(values._globalConstraint);
    if (name === "AddGlobalConstraint") {
      // The first release has one list.
      const when = at.after === undefined ? BEFORE : (values._when as bigint);
      if (when !== AFTER) put(before, { address, paramsHash: String(values._params) });
      if (when !== BEFORE) put(after, { address, paramsHash: String(values._params) });
      if (when !== BEFORE && when !== AFTER) looksTwice.add(address);
    } else if (name === "RemoveGlobalConstraint") {
      const isBefore = at.after === undefined || values._isPre === true;
      if (isBefore || looksTwice.has(address)) take(before, address);
      if (!isBefore) take(after, address);
    }
  }
  addList(slots, first + BigInt(at.before!), first + BigInt(at.isBefore!), before);
  if (at.after === undefined) return;
  addList(slots, first + BigInt(at.after), first + BigInt(at.isAfter!), after);
}

function put(list: Constraint[], constraint: Constraint): void {
  const place = list.findIndex(({ address }) => address === constraint.address);
  list[place === -1 ? list.length : place] = constraint;
}

function take(list: Constraint[], removed: string): void {
  const place = list.findIndex(({ address }) => address === removed);
  if (place === -1) return;
  const last = list.pop()!;
  if (place < list.length) list[place] = last;
}

function addList(slots: Slots, array: bigint, places: bigint, list: readonly Constraint[]): void {
  slots.set(array, BigInt(list.length));
  for (const [place, { address, paramsHash }] of list.entries()) {
    const element = elementsOf(array) + 2n * BigInt(place);
    slots.set(element, BigInt(address));
    slots.set(element + 1n, BigInt(paramsHash));
    const entry = entryOf(places, address);
    slots.set(entry, 1n);
    slots.set(entry + 1n, BigInt(place));
  }
}
