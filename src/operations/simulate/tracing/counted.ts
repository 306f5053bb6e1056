import { getAddress, Interface } from "ethers";

import type {
  ContractDescription,
  Inspected,
  Inspection,
} from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { Contract } from "../../../engine/inspect/reading/contract.js";
import { abiOf, describeContract } from "../../../engine/inspect/reading/identify.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { callsIn } from "../../../foundation/chain/raw-call.js";
import type { TriedTransaction } from "../chain/send-and-trace.js";
import { accountsNamed } from "./entries.js";

/** Accounts of which is asked what they have. */
const MOST_ACCOUNTS = 300;
const CURVE = new Interface(["function calc(uint256) view returns (uint256)"]);
const ORACLE = new Interface(["function getPrice(address) view returns (uint256, uint256)"]);

/**
 * What a transaction changed of something by which power is given later: a token or list by which a scheme mints
 * reputation, or a token that is staked to boost proposals.
 */
export interface Counted {
  /** The scheme or voting machine that counts it. */
  readonly by: ContractDescription;
  /** The token or list. */
  readonly what: ContractDescription;
  /** `redeem`: for reputation, once. `share`: for a share of reputation. `stake`: to boost proposals. */
  readonly gives: "redeem" | "share" | "stake";
  /** Who has more of it than before, in wei; for a list without amounts, 0 and 1. Without the DAO itself. */
  readonly gains: readonly {
    readonly account: string;
    readonly before: bigint;
    readonly after: bigint;
  }[];
  /** Of a token, in wei. */
  readonly supply?: Inspected<bigint>;
  /** What those who gain can redeem more than before, wei of reputation; only of `redeem`. */
  readonly reputation?: Inspected<bigint>;
  /** Whether code that is not Arc's says who has how much, and its storage changed. */
  readonly isUnclear: boolean;
}

/** Something that is counted, before it is known who gained. */
interface Counter {
  readonly by: ContractDescription;
  readonly what: string;
  readonly gives: Counted["gives"];
  /** Reads what an account has at a block; default: its balance of the token. */
  readonly amountAt?: (account: string, block?: number) => Promise<bigint>;
  readonly reputationFor?: (amount: bigint) => Promise<bigint>;
}

/**
 * Reads what transactions changed of what schemes and voting machines count.
 * @param after the DAO after them
 * @param before number of the last block before them
 * @param touched contracts whose storage changed, in lower case
 */
export async function readCounted(
  chain: ForkedChain,
  after: Inspection,
  tried: readonly TriedTransaction[],
  before: number,
  touched: ReadonlySet<string>,
): Promise<readonly Counted[]> {
  const all = await countersOf(chain, after, touched);
  const counters = all.filter(({ what }) => touched.has(what.toLowerCase()));
  if (counters.length === 0) return [];
  const parts = [...after.schemes, ...after.votingMachines].map(({ contract }) => contract);
  const own = [after.avatar, after.controller, ...parts.filter(({ code }) => code === "arc")];
  const accounts = accountsIn(tried).filter((account) => !own.some((of) => of.address === account));
  const reader = await chain.reader();
  const found: Counted[] = [];
  for (const { by, what, gives, amountAt, reputationFor } of counters) {
    const [then, now] = [chain.token(what, before), chain.token(what)];
    const read = async (account: string): Promise<Counted["gains"]> => {
      const balances = amountAt
        ? [amountAt(account, before), amountAt(account)]
        : [then, now].map(async (token) => (await token.value("balanceOf", account)) as bigint);
      const [was, is] = (await Promise.all(balances)) as [bigint, bigint];
      return is > was ? [{ account, before: was, after: is }] : [];
    };
    // One after the other, so that a token that does not answer is asked only once for each block.
    const gains: Counted["gains"][number][] = [];
    let isSilent = accounts.length > MOST_ACCOUNTS;
    for (const account of accounts.slice(0, MOST_ACCOUNTS)) {
      const more = await attempt(() => read(account));
      if (isNotRead(more)) isSilent = true;
      else gains.push(...more);
    }
    const contract = await describeContract(reader, what);
    const isUnclear = isSilent || (contract.code !== "arc" && gains.length === 0);
    if (gains.length === 0 && !isUnclear) continue;
    const supply = amountAt
      ? undefined
      : await attempt(async () => (await now.value("totalSupply")) as bigint);
    const reputation =
      gives === "redeem" ? await attempt(() => reputationOf(gains, reputationFor)) : undefined;
    found.push({ by, what: contract, gives, gains, supply, reputation, isUnclear });
  }
  return found;
}

async function reputationOf(
  gains: Counted["gains"],
  of: Counter["reputationFor"] = (amount) => Promise.resolve(amount),
): Promise<bigint> {
  let sum = 0n;
  for (const { before, after } of gains) {
    sum += (await of(after)) - (before === 0n ? 0n : await of(before));
  }
  return sum;
}

async function countersOf(
  chain: ForkedChain,
  { schemes, votingMachines, mintable, block }: Inspection,
  touched: ReadonlySet<string>,
): Promise<readonly Counter[]> {
  const found: Counter[] = [];
  for (const { contract: by, registered } of schemes) {
    const abi = abiOf(by);
    const mints = ifRead(mintable)?.find(({ scheme }) => scheme === by.address);
    if (!registered || abi === undefined || mints === undefined || mints.atMost === "0") continue;
    const scheme = chain.contract(by.address, abi);
    const addressAt = async (name: string): Promise<string | undefined> => {
      if (!scheme.has(name)) return undefined;
      return (await scheme.value(name)) as string;
    };
    if (by.name === "FixedReputationAllocation") {
      found.push({ by, what: by.address, gives: "redeem", ...fixedAllocation(chain, scheme) });
      continue;
    }
    const token = await addressAt("tokenContract");
    if (token !== undefined) {
      const reputationFor = curve(chain, await addressAt("curve"));
      found.push({ by, what: token, gives: "redeem", reputationFor });
      continue;
    }
    const until = ifRead(mints.joinUntil);
    if (until !== undefined && until < block.timestamp) continue;
    const oracle = await addressAt("priceOracleContract");
    const tokens =
      oracle === undefined
        ? [await addressAt("token"), await addressAt("externalLockingContract")]
        : [oracle, ...(await pricedBy(chain, oracle, touched))];
    for (const each of tokens)
      if (each !== undefined) found.push({ by, what: each, gives: "share" });
  }
  for (const { contract: by, stakingToken } of votingMachines) {
    const token = ifRead(stakingToken);
    if (token !== undefined) found.push({ by, what: token.address, gives: "stake" });
  }
  return found;
}

/** Each beneficiary gets the same; until it is enabled, all of them share what there is. */
function fixedAllocation(
  chain: ForkedChain,
  scheme: Contract,
): Pick<Counter, "amountAt" | "reputationFor"> {
  return {
    amountAt: async (account, block) => {
      const then = chain.contract(scheme.address, scheme.abi, block);
      return (await then.value("beneficiaries", account)) === true ? 1n : 0n;
    },
    reputationFor: async () => {
      const read = async (name: string) => (await scheme.value(name)) as bigint;
      const [all, count] = [await read("reputationReward"), await read("numberOfBeneficiaries")];
      return count === 0n ? 0n : all / count;
    },
  };
}

function curve(chain: ForkedChain, at: string | undefined): Counter["reputationFor"] {
  if (at === undefined || BigInt(at) === 0n) return undefined;
  return async (amount) => (await chain.contract(at, CURVE).value("calc", amount)) as bigint;
}

/** The contracts that changed and that an oracle gives a price. */
async function pricedBy(
  chain: ForkedChain,
  oracle: string,
  touched: ReadonlySet<string>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const token of touched) {
    const price = await attempt(() => chain.contract(oracle, ORACLE).read("getPrice", token));
    if (isNotRead(price) || price[0] !== 0n) found.push(getAddress(token));
  }
  return found.filter((token) => !isSameAddress(token, oracle));
}

/** Every account that calls or events name, and more: whatever looks like one. */
function accountsIn(tried: readonly TriedTransaction[]): readonly string[] {
  const named = tried.flatMap(({ trace, logs }) => [
    ...callsIn(trace).map(({ input }) => input.slice(10)),
    ...logs.flatMap(({ topics, data }) => [...topics, data].map((words) => words.slice(2))),
  ]);
  return [...new Set(named.flatMap(accountsNamed))];
}
