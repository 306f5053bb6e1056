import { dataSlice, getAddress, zeroPadValue, ZeroAddress } from "ethers";

import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { attempt, ifRead } from "../../../engine/inspect/reading/attempt.js";
import { describeContract } from "../../../engine/inspect/reading/identify.js";
import {
  APPROVAL,
  APPROVAL_FOR_ALL,
  AUTHORIZED_OPERATOR,
  SELECTOR,
} from "../../../foundation/chain/erc20.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import { keptCalls } from "../../../foundation/chain/raw-call.js";
import type { Changed } from "../chain/state-diff.js";
import { changedEntries, type Entry } from "./entries.js";
import {
  isDaoIn,
  readUnclear,
  type Dao,
  type Told,
  type UnclearChange,
} from "./unclear-changes.js";

/** `approve` and `increaseAllowance` of ERC-20. */
const APPROVES: readonly string[] = [SELECTOR.approve, SELECTOR.increaseAllowance];

/** What a DAO gave away to others, outside its own contracts. */
export interface GivenAway {
  /** Contracts in whose storage the avatar or controller stood, and no longer does. */
  readonly places: readonly {
    readonly contract: ContractDescription;
    /** What stands there now; the zero address for nobody. */
    readonly now: string;
  }[];
  /** Who may take what the avatar owns. */
  readonly approvals: readonly Approval[];
  /** What changed of the avatar's in mappings of code that is not Arc's, and is not told by an event or a balance. */
  readonly entries: readonly Entry[];
  /** What changed in contracts where the DAO has rights, and is not known. */
  readonly unclear: readonly UnclearChange[];
  /** Contracts whose storage or code changed, in lower case. */
  readonly touched: ReadonlySet<string>;
  /** The accounts above at which there is no code. */
  readonly codeless: ReadonlySet<string>;
}

interface Approval {
  readonly token: string;
  /** Whose tokens they are, if not the avatar's: a contract that this makes approve, or a permit signed for it. */
  readonly owner?: string;
  readonly spender: string;
  /** Wei that the spender may take; absent if the token does not say, as those that are not ERC-20. */
  readonly amount?: string;
}

export const NOTHING_GIVEN: GivenAway = {
  ...{ places: [], approvals: [], entries: [], unclear: [] },
  ...{ touched: new Set(), codeless: new Set() },
};

/**
 * Reads what transactions gave away of what the DAO has, from their changes of storage, their events and their calls.
 * @param before number of the last block before them
 * @param told the balances that they changed, and what calls of strangers change and emit, too
 */
export async function readGivenAway(
  chain: ForkedChain,
  dao: Inspection,
  tried: readonly TriedTransaction[],
  before: number,
  told: Pick<Told, "balances" | "anybodys" | "events">,
): Promise<GivenAway> {
  const places = new Map<string, { readonly address: string; readonly now: string }>();
  const touched = new Set<string>();
  const changed = new Map<string, Changed>();
  const own = ownContracts(dao);
  for (const each of tried) {
    for (const [place, change] of await chain.changes(each)) {
      const [account, what] = place.split(" ") as [string, string];
      if (what === "storage" || what === "code") touched.add(account);
      if (what !== "storage" || own.has(account)) continue;
      changed.set(place, { ...change, before: changed.get(place)?.before ?? change.before });
      if (!isDaoIn(change.before, dao)) continue;
      // A later transaction may give it back.
      if (isDaoIn(change.after, dao)) places.delete(place);
      else places.set(place, { address: account, now: inItsPlace(change, dao) });
    }
  }
  // An owner who accepts stands elsewhere in the same contract, which is told as what is not known of it.
  const stands = new Set(
    [...changed].flatMap(([place, { before: was, after }]) =>
      isDaoIn(after, dao) && !isDaoIn(was, dao) ? getAddress(place.split(" ")[0]!) : [],
    ),
  );
  for (const [place, { address, now }] of places)
    if (now === ZeroAddress && stands.has(getAddress(address))) places.delete(place);
  const reader = await chain.reader();
  const approvals = await readApprovals(chain, dao.avatar.address, tried, before);
  const traces = tried.map(({ trace }) => trace);
  const ofTreasury = approvals.filter(({ owner }) => owner === undefined);
  const entries: Entry[] = [];
  for (const each of changedEntries(dao.avatar.address, changed, traces)) {
    const { contract, other, after } = each;
    // A token may keep more than it tells.
    const isTold = ofTreasury.some(
      ({ token, spender, amount = after }) =>
        token === contract && spender === other && BigInt(amount) === after,
    );
    const { code } = await describeContract(reader, contract);
    if (!isTold && code === "unknown") entries.push(each);
  }
  const others = [
    ...approvals.map(({ token, spender }) => ({ contract: token, other: spender })),
    ...entries.flatMap(({ contract, other }) => (other ? { contract, other } : [])),
  ];
  const unclear = await readUnclear(chain, dao, tried, changed, {
    ...told,
    others,
    own,
    block: before,
  });
  const accounts = [
    ...[...places.values()].map(({ now }) => now),
    ...approvals.map(({ spender }) => spender),
    ...unclear.flatMap(({ names }) => names),
  ];
  const codes = await Promise.all(accounts.map((each) => reader.code(each)));
  const codeless = new Set(accounts.filter((_, index) => codes[index] === "0x"));
  const described = [...places.values()].map(async ({ address, now }) => {
    return { contract: await describeContract(reader, getAddress(address)), now };
  });
  return { places: await Promise.all(described), approvals, entries, unclear, touched, codeless };
}

/** Contracts that an inspection reads completely. */
function ownContracts(dao: Inspection): ReadonlySet<string> {
  const { avatar, controller, token, reputation, schemes, votingMachines } = dao;
  const arc = [...schemes, ...votingMachines, token, reputation].flatMap(({ contract }) =>
    contract.code === "arc" ? contract.address : [],
  );
  const limits = schemes.map(({ parameters }) => ifRead(parameters)?.values.schemeConstraints);
  const all = [avatar.address, controller.address, ...arc, ...limits];
  return new Set(all.flatMap((each) => (typeof each === "string" ? each.toLowerCase() : [])));
}

/** What is in a slot where the DAO stood, which may have more in it. */
function inItsPlace({ before, after }: Changed, { avatar, controller }: Dao): string {
  const [was, is] = [before, after].map((each) => zeroPadValue(each || "0x", 32));
  const places = [avatar, controller].map(({ address }) =>
    was!.indexOf(address.slice(2).toLowerCase()),
  );
  const at = Math.max(...places);
  return getAddress(`0x${is!.slice(at, at + 40)}`);
}

async function readApprovals(
  chain: ForkedChain,
  avatar: string,
  tried: readonly TriedTransaction[],
  before: number,
): Promise<readonly Approval[]> {
  const holder = zeroPadValue(avatar, 32).toLowerCase();
  const pairs = new Map<string, readonly [string, string, string]>();
  /** Of the pairs, those of which a call or an event names an amount. */
  const given = new Set<string>();
  const others: Approval[] = [];
  const add = (token: string, spender: string, amount: string, owner = avatar): void => {
    const pair = [getAddress(token), getAddress(spender), getAddress(owner)] as const;
    pairs.set(pair.join(" "), pair);
    if (BigInt(amount) !== 0n && BigInt(spender) !== 0n) given.add(pair.join(" "));
  };
  const reader = await chain.reader();
  for (const { trace, logs } of tried) {
    for (const { from, to = ZeroAddress, input } of keptCalls(trace)) {
      const approves = APPROVES.includes(input.slice(0, 10)) && input.length >= 74;
      if (approves && isSameAddress(from, avatar))
        add(to, dataSlice(input, 16, 36), `0x0${input.slice(74, 138)}`);
    }
    for (const { address, topics, data } of logs) {
      const [event, one, other] = topics;
      if (one === undefined || other === undefined) continue;
      if (event === APPROVAL && topics.length === 3) {
        const owner = getAddress(dataSlice(one, 12));
        const isOfContract = one !== holder && (await reader.code(owner)) !== "0x";
        if (one === holder || isOfContract)
          add(address, dataSlice(other, 12), `0x0${data.slice(2)}`, owner);
      }
      const isNft = event === APPROVAL && topics.length === 4;
      const isAll = event === APPROVAL_FOR_ALL && data !== "0x" && BigInt(data) !== 0n;
      const spender =
        (isNft || isAll) && one === holder
          ? other
          : event === AUTHORIZED_OPERATOR && other === holder
            ? one
            : undefined;
      if (spender !== undefined && BigInt(spender) !== 0n) {
        others.push({ token: getAddress(address), spender: getAddress(dataSlice(spender, 12)) });
      }
    }
  }
  const changed = await Promise.all(
    [...pairs].map(async ([pair, [token, spender, owner]]) => {
      const allowed = async (block?: number) => {
        const of = chain.token(token, block);
        return ifRead(
          await attempt(async () => (await of.value("allowance", owner, spender)) as bigint),
        );
      };
      const [then = 0n, now] = await Promise.all([allowed(before), allowed()]);
      const of = owner === avatar ? undefined : owner;
      if (now === undefined) {
        const isTold = others.some((each) => each.token === token && each.spender === spender);
        return given.has(pair) && !isTold ? { token, spender, owner: of } : [];
      }
      return now > then ? { token, spender, amount: String(now), owner: of } : [];
    }),
  );
  return [...changed.flat(), ...others];
}
