import { getAddress, zeroPadValue } from "ethers";

import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { isVotingMachine } from "../../../foundation/arc/voting-machines.js";
import { attempt } from "../../../engine/inspect/reading/attempt.js";
import { describeContract, isUnproven } from "../../../engine/inspect/reading/identify.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { OF_TOKENS } from "../../../foundation/chain/erc20.js";
import type { Log } from "../../../foundation/chain/rpc-types.js";
import { callsIn } from "../../../foundation/chain/raw-call.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import type { Changed, Seen } from "../chain/state-diff.js";
import type { BalanceChange } from "../simulation.js";
import { differenceOf } from "./balances.js";
import { textOf } from "./call-trials.js";
import { accountsNamed, entriesOf, isAccount, placesOf } from "./entries.js";

/** Selectors of `isValidSignature`, today's and that of the first draft. */
const SIGNS = ["1626ba7e", "20c13b0b"];

/** A change of a contract in which the DAO has rights, and that is no part of it, that nothing explains. */
export interface UnclearChange {
  readonly contract: string;
  /** The contract's name in Arc; absent if its code is not Arc's. */
  readonly name?: string;
  /** Whether the contract answers for signatures (EIP-1271). */
  readonly signs: boolean;
  /** Whether nothing changes in its storage, but it emits events for the DAO that others may act on. */
  readonly tells?: boolean;
  /** Accounts that the DAO's calls of it name, or that newly stand in its storage. */
  readonly names: readonly string[];
}

/** What is told of a contract by itself: the other accounts of entries and allowances, and how balances change. */
export interface Told {
  readonly others: readonly { readonly contract: string; readonly other: string }[];
  readonly balances: readonly BalanceChange[];
  /** Number of the last block before the changes. */
  readonly block: number;
  /** The DAO's own contracts, in lower case. */
  readonly own: ReadonlySet<string>;
  /** Places and events that are the same if a stranger makes the proposal's calls; absent if it is not about calls. */
  readonly anybodys?: ReadonlySet<string>;
  /** Events of the proposal's calls that are others if a stranger makes them. */
  readonly events?: readonly Log[];
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
  const tellers = tellersOf(dao, tried, told);
  for (const each of tellers) if (!byContract.has(each)) byContract.set(each, []);
  let seen: readonly Seen[] | undefined;
  const found: UnclearChange[] = [];
  for (const [contract, changes] of byContract) {
    const address = getAddress(contract);
    const described = await describeContract(reader, address);
    // What the DAO does in other voting machines is told by their events.
    if (isVotingMachine(described.name)) continue;
    const isExplained = await explains(chain, described, avatar.address, told);
    const unclear = changes.filter(({ place: [, , slot = ""], before, after }) => {
      // What else is in a slot where the DAO still stands may be a right of others.
      const isLost = isDaoIn(before, dao) && !isDaoIn(after, dao);
      return !isLost && !isExplained(slot, before, after);
    });
    const tells = isUnproven(described) && tellers.has(contract);
    if (unclear.length === 0 && !tells) continue;
    const code = (await reader.code(address)).toLowerCase();
    const knowsDao = async (): Promise<boolean> => {
      seen ??= await Promise.all(tried.map((each) => chain.seen(each)));
      const read = seen.flatMap((each) => Object.entries(each[contract]?.storage ?? {}));
      const isRead = read.some(([slot, value]) => isDaoIn(value, dao) || own.has(slot));
      return isRead || isDaoIn(code, dao);
    };
    const isOnlyDaos = unclear.some(({ place }) => told.anybodys?.has(place.join(" ")) === false);
    const isOfDao =
      isOnlyDaos || (unclear.length > 0 && isUnproven(described) && (await knowsDao()));
    if (!isOfDao && !tells) continue;
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
      tells: !isOfDao,
      names: [...new Set(names)].filter((each) => !known.includes(each)),
    });
  }
  return found;
}

/**
 * Contracts that emit for the DAO what they emit for nobody else, such as bridges, which carry it to another chain.
 * Events of tokens tell of balances and allowances, which are read.
 */
function tellersOf(
  dao: Dao,
  tried: readonly TriedTransaction[],
  { own, anybodys, events = [] }: Told,
): ReadonlySet<string> {
  if (anybodys === undefined) return new Set();
  const named = tried
    .flatMap(({ logs }) => logs)
    .filter((log) => isDaoIn(textOf(log), dao) && !anybodys.has(textOf(log)));
  const all = [...named, ...events].filter(({ topics: [topic = ""] }) => !OF_TOKENS.has(topic));
  return new Set(all.map(({ address }) => address.toLowerCase()).filter((each) => !own.has(each)));
}

export type Dao = Pick<Inspection, "avatar" | "controller">;

/** Whether a value or code, as hex digits in lower case, has the DAO's avatar or controller in it. */
export function isDaoIn(hex: string, { avatar, controller }: Dao): boolean {
  return [avatar, controller].some(({ address }) => hex.includes(address.slice(2).toLowerCase()));
}

/**
 * Tells whether a slot's change is one of a balance or the supply, which the contract says of both sides and which fills
 * one slot, or of an entry that is told. Of tokens that others get from nobody, or lose to nobody, it is not: the DAO may
 * create and destroy them, and what they allow is not known, unless the code is proven.
 */
async function explains(
  chain: ForkedChain,
  of: ContractDescription,
  avatar: string,
  { others, balances, block }: Told,
): Promise<(slot: string, before: string, after: string) => boolean> {
  const contract = of.address;
  const named = others.filter((each) => each.contract === contract);
  const slots = new Set(
    named.flatMap(({ other }) => entriesOf(avatar).flatMap((slot) => placesOf(other, slot))),
  );
  const [then, now] = [chain.token(contract, block), chain.token(contract)];
  const said = [["balanceOf", avatar], ["totalSupply"]].map(async ([name = "", ...args]) => ({
    before: await attempt(async () => String(await then.value(name, ...args))),
    after: await attempt(async () => String(await now.value(name, ...args))),
  }));
  const [own, supply] = await Promise.all(said);
  const ofOthers = balances.filter(
    ({ token, account }) => token === contract && account !== avatar,
  );
  const paid = -(differenceOf(own!) ?? 0n);
  const got = ofOthers.reduce((sum, each) => sum + (differenceOf(each) ?? 0n), 0n);
  const isMoved = paid > 0n ? got >= 0n && got <= paid : got <= 0n && got >= paid;
  const moved = isMoved || !isUnproven(of) ? [own!, supply!, ...ofOthers] : [own!];
  const amounts = moved.map(({ before, after }) => JSON.stringify([before, after]));
  return (slot, before, after) => {
    if (slots.has(slot)) return true;
    // A contract may return its owner as a balance.
    if (isAccount(after || "0")) return false;
    const change = JSON.stringify([before, after].map((each) => String(BigInt(each || 0))));
    const at = amounts.indexOf(change);
    if (at >= 0) amounts.splice(at, 1);
    return at >= 0;
  };
}
