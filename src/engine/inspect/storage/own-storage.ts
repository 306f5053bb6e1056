import type { Organization } from "../organization/find-organization.js";
import type { BlockReader } from "../reading/block-reader.js";
import { accountsIn, type Contract, type ContractEvent } from "../reading/contract.js";
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

/** What the storage of a DAO's token should have: an entry for each account and pair that its events name. */
export async function tokenSlots(
  reader: BlockReader,
  { token, described }: Described,
): Promise<Slots> {
  const at = layoutOf(described.token);
  const slots: Slots = new Map();
  const [events, supply, owner, ended, name, symbol, cap] = await Promise.all([
    token.events(["Transfer", "Approval"]),
    token.value("totalSupply"),
    token.value("owner"),
    token.has("mintingFinished") ? token.value("mintingFinished") : false,
    readText(reader, token, "name"),
    readText(reader, token, "symbol"),
    token.has("cap") ? token.value("cap") : 0n,
  ]);
  slots.set(BigInt(at.supply!), supply as bigint);
  // The two share a slot.
  slots.set(BigInt(at.owner!), BigInt(String(owner)) + (ended === true ? 1n << 160n : 0n));
  addBytes(slots, at.name!, name);
  addBytes(slots, at.symbol!, symbol);
  if (at.cap !== undefined) slots.set(BigInt(at.cap), cap as bigint);
  const moves = events.filter(({ name }) => name === "Transfer");
  await addBalances(slots, at.balances!, token, "balanceOf", moves);
  for (const { name, values } of events) {
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
    slots.set(BigInt(at.supply!), (await reputation.value("totalSupply")) as bigint);
    slots.set(BigInt(at.decimals!), DECIMALS);
    await addBalances(slots, at.balances, reputation, "reputationOf", events);
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

async function addBalances(
  slots: Slots,
  balances: number,
  contract: Contract,
  functionName: string,
  events: readonly ContractEvent[],
): Promise<void> {
  await Promise.all(
    accountsIn(events).map(async (account) => {
      const balance = (await contract.value(functionName, account)) as bigint;
      slots.set(entryOf(balances, account), balance);
    }),
  );
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
