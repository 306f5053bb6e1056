import { getAddress, zeroPadValue } from "ethers";

import type { Inspection } from "../../../engine/inspect/description.js";
import { isVotingMachine } from "../../../foundation/arc/voting-machines.js";
import { attempt } from "../../../engine/inspect/reading/attempt.js";
import { describeContract, isUnproven } from "../../../engine/inspect/reading/identify.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { callsIn } from "../chain/raw-call.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import type { Changed, Seen } from "../chain/state-diff.js";
import type { BalanceChange } from "../simulation.js";
import { accountsNamed, entriesOf, placesOf } from "./entries.js";

/** Selectors of `isValidSignature`, today's and that of the first draft. */
const SIGNS = ["1626ba7e", "20c13b0b"];

/** A change of a contract in which the DAO has rights, and that is no part of it, that nothing explains. */
export interface UnclearChange {
  readonly contract: string;
  /** The contract's name in Arc; absent if its code is not Arc's. */
  readonly name?: string;
  /** Whether the contract answers for signatures (EIP-1271). */
  readonly signs: boolean;
  /** Accounts that the DAO's calls of it name, or that newly stand in its storage. */
  readonly names: readonly string[];
}

/** What is told of a contract by itself: the other accounts of entries and allowances, and how balances change. */
export interface Told {
  readonly others: readonly { readonly contract: string; readonly other: string }[];
  readonly balances: readonly BalanceChange[];
  /** Number of the last block before the changes. */
  readonly block: number;
  /** Places that become the same if a stranger makes the proposal's calls; absent if it is not about calls. */
  readonly anybodys?: ReadonlySet<string>;
}

/**
 * Finds changed values of contracts that are no part of the DAO and treat it as something special, such as their owner,
 * and that are no balance, no allowance and no place of the DAO's, which are told by themselves.
 * @param changed by account and slot, without the DAO's own contracts
 */
export async function readUnclear(
  chain: ForkedChain,
  dao: Dao,
  tried: readonly TriedTransaction[],
  changed: ReadonlyMap<string, Changed>,
  told: Told,
): Promise<readonly UnclearChange[]> {
  const { avatar, controller } = dao;
  const own = new Set(entriesOf(avatar.address));
  const reader = await chain.reader();
  const places = [...changed].map(([place, change]) => ({ place: place.split(" "), ...change }));
  const byContract = Map.groupBy(places, ({ place: [contract] }) => contract!);
  let seen: readonly Seen[] | undefined;
  const found: UnclearChange[] = [];
  for (const [contract, changes] of byContract) {
    const address = getAddress(contract);
    const described = await describeContract(reader, address);
    // What the DAO does in other voting machines is told by their events.
    if (isVotingMachine(described.name)) continue;
    const isExplained = await explains(chain, address, avatar.address, told);
    const unclear = changes.filter(({ place: [, , slot = ""], before, after }) => {
      // What else is in a slot where the DAO still stands may be a right of others.
      const isLost = isDaoIn(before, dao) && !isDaoIn(after, dao);
      return !isLost && !isExplained(slot, before, after);
    });
    if (unclear.length === 0) continue;
    const code = (await reader.code(address)).toLowerCase();
    const knowsDao = async (): Promise<boolean> => {
      seen ??= await Promise.all(tried.map((each) => chain.seen(each)));
      const read = seen.flatMap((each) => Object.entries(each[contract]?.storage ?? {}));
      const isRead = read.some(([slot, value]) => isDaoIn(value, dao) || own.has(slot));
      return isRead || isDaoIn(code, dao);
    };
    const isOnlyDaos = unclear.some(({ place }) => told.anybodys?.has(place.join(" ")) === false);
    if (!isOnlyDaos && !(isUnproven(described) && (await knowsDao()))) continue;
    const calls = tried.flatMap(({ trace }) => callsIn(trace));
    const args = calls.flatMap(({ from, to, input }) =>
      from === avatar.address.toLowerCase() && to === contract ? [input.slice(10)] : [],
    );
    const words = unclear.map(({ after }) => zeroPadValue(after || "0x", 32).slice(2));
    const names = [...args, ...words].flatMap(accountsNamed);
    const known = [avatar.address, controller.address, address];
    found.push({
      contract: address,
      name: described.name,
      signs: SIGNS.some((selector) => code.includes(selector)),
      names: [...new Set(names)].filter((each) => !known.includes(each)),
    });
  }
  return found;
}

type Dao = Pick<Inspection, "avatar" | "controller">;

/** Whether a value or code, as hex digits in lower case, has the DAO's avatar or controller in it. */
export function isDaoIn(hex: string, { avatar, controller }: Dao): boolean {
  return [avatar, controller].some(({ address }) => hex.includes(address.slice(2).toLowerCase()));
}

/**
 * Tells whether a slot's change is one of a balance or the supply, which the contract says of both sides and which fills
 * the slot, or of an entry that is told.
 */
async function explains(
  chain: ForkedChain,
  contract: string,
  avatar: string,
  { others, balances, block }: Told,
): Promise<(slot: string, before: string, after: string) => boolean> {
  const named = others.filter((each) => each.contract === contract);
  const slots = new Set(
    named.flatMap(({ other }) => entriesOf(avatar).flatMap((slot) => placesOf(other, slot))),
  );
  const [then, now] = [chain.token(contract, block), chain.token(contract)];
  const said = [["balanceOf", avatar], ["totalSupply"]].map(async ([name = "", ...args]) => ({
    before: await attempt(async () => String(await then.value(name, ...args))),
    after: await attempt(async () => String(await now.value(name, ...args))),
  }));
  const moved = [
    ...balances.filter(({ token }) => token === contract),
    ...(await Promise.all(said)),
  ];
  const amounts = new Set(moved.map(({ before, after }) => JSON.stringify([before, after])));
  return (slot, before, after) =>
    slots.has(slot) ||
    amounts.has(JSON.stringify([before, after].map((each) => String(BigInt(each || 0)))));
}
