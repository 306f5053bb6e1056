import { ZeroAddress } from "ethers";

import { TOKEN_EVENTS, type Organization } from "../organization/find-organization.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { ContractEvent } from "../reading/contract.js";
import { layoutOf } from "./layouts.js";
import { addBytes, elementsOf, entryOf, readText, type Slots } from "./slots.js";

/** The decimals that Arc's reputation starts with. */
const DECIMALS = 18n;
const HALF = 128n;

type Described = Pick<Organization, "avatar" | "token" | "reputation" | "described">;

/** What an avatar's storage should have. */
export async function avatarSlots(
  reader: BlockReader,
  { avatar, described }: Described,
): Promise<Slots> {
  const at = layoutOf(described.avatar);
  const slots: Slots = new Map();
  for (const name of ["owner", "nativeToken", "nativeReputation"]) {
    slots.set(BigInt(at[name]!), BigInt(String(await avatar.value(name))));
  }
  if (avatar.abi.getFunction("orgName")?.outputs[0]?.type === "bytes32") {
    slots.set(BigInt(at.orgName!), BigInt(String(await avatar.value("orgName"))));
  } else {
    addBytes(slots, at.orgName!, await readText(reader, avatar, "orgName"));
  }
  return slots;
}

/** What the storage of a DAO's token should have: what its events add up to, and an entry for each pair that they name. */
export async function tokenSlots(
  reader: BlockReader,
  { token, described }: Described,
): Promise<Slots> {
  const at = layoutOf(described.token);
  const slots: Slots = new Map();
  const [events, owner, name, symbol, cap] = await Promise.all([
    token.events(TOKEN_EVENTS),
    token.value("owner"),
    readText(reader, token, "name"),
    readText(reader, token, "symbol"),
    token.has("cap") ? token.value("cap") : 0n,
  ]);
  // Other code may have emitted anything while it created the token. Nobody approves or ends anything so early.
  const later = events.filter(({ log }) => log.transactionHash !== events[0]?.log.transactionHash);
  const isEnded = later.some(({ name }) => name === "MintFinished");
  // The two share a slot.
  slots.set(BigInt(at.owner!), BigInt(String(owner)) + (isEnded ? 1n << 160n : 0n));
  addBytes(slots, at.name!, name);
  addBytes(slots, at.symbol!, symbol);
  if (at.cap !== undefined) slots.set(BigInt(at.cap), cap as bigint);
  addBalances(slots, at, movesOf(events, token.abi.getEvent("Burn") !== null));
  for (const { name, values } of later) {
    if (name !== "Approval") continue;
    const [owner, spender, atMost] = values.toArray() as [string, string, bigint];
    // Spending lowers an allowance, in early releases without an event.
    slots.set(entryOf(entryOf(at.allowances!, owner), spender), { atMost });
  }
  return slots;
}

/** What the storage of a DAO's reputation should have: balances, or what each was since which block. */
export async function reputationSlots(
  reader: BlockReader,
  { reputation, described }: Described,
): Promise<Slots> {
  const at = layoutOf(described.reputation);
  const slots: Slots = new Map();
  const events = await reputation.events(["Mint", "Burn"]);
  const owner = BigInt(String(await reputation.value("owner")));
  slots.set(BigInt(at.owner!), owner);
  if (at.balances !== undefined) {
    slots.set(BigInt(at.decimals!), DECIMALS);
    addBalances(slots, at, events.map(changeOf));
    return slots;
  }
  slots.set(BigInt(at.owner!), owner + (DECIMALS << 160n));
  if (at.creationBlock !== undefined) {
    slots.set(BigInt(at.creationBlock), (await reputation.value("creationBlock")) as bigint);
  }
  reader.requireOwnBlockNumbers();
  addCheckpoints(reader, slots, at, events);
  return slots;
}

type Change = readonly [account: string, by: bigint];

function changeOf({ name, values }: ContractEvent): Change {
  const [account, amount] = values.toArray() as [string, bigint];
  return [account, name === "Burn" ? -amount : amount];
}

/** @param hasBurn whether the token has an event of its own for what is burnt, beside or instead of a transfer to nobody */
function movesOf(events: readonly ContractEvent[], hasBurn: boolean): readonly Change[] {
  return events.flatMap((event): Change[] => {
    if (event.name === "Burn") return [changeOf(event)];
    if (event.name !== "Transfer") return [];
    const [from, to, amount] = event.values.toArray() as [string, string, bigint];
    if (to === ZeroAddress && hasBurn) return [];
    const both: readonly Change[] = [
      [from, -amount],
      [to, amount],
    ];
    return both.filter(([account]) => account !== ZeroAddress);
  });
}

/** Adds up the events: what a contract says of an account that they name may have been hidden there. */
function addBalances(
  slots: Slots,
  at: Readonly<Record<string, number>>,
  changes: readonly Change[],
): void {
  const balances = new Map<string, bigint>();
  for (const [account, by] of changes) balances.set(account, (balances.get(account) ?? 0n) + by);
  let supply = 0n;
  for (const [account, balance] of balances) {
    // Below zero, something was hidden and given away, or events are missing: what follows is in no storage.
    slots.set(entryOf(at.balances!, account), BigInt.asUintN(256, balance));
    supply += balance;
  }
  slots.set(BigInt(at.supply!), BigInt.asUintN(256, supply));
}

/** Follows the events: each block that changes a number adds a checkpoint to its array. */
function addCheckpoints(
  reader: BlockReader,
  slots: Slots,
  at: Readonly<Record<string, number>>,
  events: readonly ContractEvent[],
): void {
  const arrays = new Map<bigint, { length: bigint; block: bigint; value: bigint }>();
  const change = (array: bigint, block: bigint, by: bigint): void => {
    const last = arrays.get(array) ?? { length: 0n, block: -1n, value: 0n };
    const length = last.block < block ? last.length + 1n : last.length;
    const value = last.value + by;
    if (value < 0n) reader.reportMissing("its events burn more than they mint");
    arrays.set(array, { length, block, value });
    slots.set(array, length);
    slots.set(elementsOf(array) + length - 1n, (value << HALF) + block);
  };
  for (const { name, values, log } of events) {
    const [account, amount] = values.toArray() as [string, bigint];
    const by = name === "Mint" ? amount : -amount;
    change(BigInt(at.history!), BigInt(log.blockNumber), by);
    change(entryOf(at.checkpoints!, account), BigInt(log.blockNumber), by);
  }
}
