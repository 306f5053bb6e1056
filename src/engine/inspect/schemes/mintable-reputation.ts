import type {
  ContractDescription,
  MintableDescription,
  SchemeDescription,
} from "../description.js";
import { attempt, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract, ContractEvent } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";

/** How a kind of scheme mints reputation without a proposal. */
interface Kind {
  /** The most that it can still mint, in wei; undefined if there is no limit. */
  readonly left: (scheme: Contract, reader: BlockReader) => Promise<bigint | undefined>;
  /** Functions that return UNIX seconds; a release may lack one, and what none returns is worked out. */
  readonly times?: Partial<
    Record<"from" | "joinUntil" | "until", string | ((scheme: Contract) => Promise<bigint>)>
  >;
  /** Who gets it; `$` is the contract or account that the function `named` returns. */
  readonly to: string;
  readonly named?: string;
}

const LOCKING: Kind = {
  left: async (scheme, { block }) => {
    const names = ["reputationRewardLeft", "lockingEndTime", "totalScore"];
    const [left, end, score] = await amounts(scheme, names);
    // Locking has ended and nobody locked, so nothing can be minted.
    return block.timestamp > end! && score === 0n ? 0n : left;
  },
  times: { from: "redeemEnableTime", joinUntil: "lockingEndTime" },
  to: "those who lock tokens, according to amount and duration",
};

const ALLOCATION: Kind = {
  left: leftOfAllocation,
  times: { from: "redeemEnableTime" },
  to: "accounts that its owner has listed, the same for each",
};

/** Up to alpha.58, FixedReputationAllocation does not note who has redeemed. */
const EARLY_ALLOCATION: Kind = {
  ...ALLOCATION,
  left: async () => await Promise.resolve(undefined),
  to: "accounts that its owner has listed, the same for each and each time they redeem",
};

/** By Arc's name of the scheme. */
const KINDS: Readonly<Record<string, Kind>> = {
  LockingEth4Reputation: LOCKING,
  LockingToken4Reputation: LOCKING,
  ExternalLocking4Reputation: {
    ...LOCKING,
    to: "accounts for which the contract $ reports locked tokens, in proportion",
    named: "externalLockingContract",
  },
  ContinuousLocking4Reputation: {
    left: async (scheme) => (await amounts(scheme, ["reputationRewardLeft"]))[0],
    times: {
      from: "redeemEnableTime",
      joinUntil: async (scheme) => {
        const names = ["startTime", "batchesIndexCap", "batchTime"];
        const [start, batches, length] = await amounts(scheme, names);
        return start! + batches! * length!;
      },
    },
    to: "those who lock tokens, in each period by how much and how long",
  },
  Auction4Reputation: {
    left: leftOfAuctions,
    times: { from: "redeemEnableTime", joinUntil: "auctionsEndTime" },
    to: "those who bid, by how much",
  },
  FixedReputationAllocation: ALLOCATION,
  ReputationFromToken: {
    left: leftOfToken,
    to: "anyone who has tokens of $, once per account",
    named: "tokenContract",
  },
  ReputationAdmin: {
    left: async (scheme) => {
      const [limit, left] = await amounts(scheme, ["limitRepReward", "repRewardLeft"]);
      return limit === 0n ? undefined : left;
    },
    times: { from: "activationStartTime", until: "activationEndTime" },
    to: "anyone its owner $ chooses",
    named: "owner",
  },
};

/** Only the owner's functions tell an early release's allocation from a later one. */
function kindOf({ name = "" }: ContractDescription, scheme: Contract): Kind | undefined {
  const kind = KINDS[name];
  return kind === ALLOCATION && !scheme.has("isOwner") ? EARLY_ALLOCATION : kind;
}

/**
 * Reads the reputation that registered schemes can still mint without a proposal: through locking, auctions and
 * allocations. The amounts are the most that the contracts allow, whether or not anybody claims it.
 */
export async function readMintable(
  reader: BlockReader,
  avatar: string,
  schemes: readonly SchemeDescription[],
): Promise<readonly MintableDescription[]> {
  const found = await Promise.all(
    schemes.map(async ({ contract, registered }): Promise<MintableDescription[]> => {
      const scheme = registered ? openContract(reader, contract) : undefined;
      const kind = scheme && kindOf(contract, scheme);
      if (scheme === undefined || kind === undefined) return [];
      // A scheme that was made for another DAO mints through that DAO's controller.
      if ((await scheme.value("avatar")) !== avatar) return [];
      const { left, times = {}, to, named } = kind;
      const timeOf = async (time: string | ((of: Contract) => Promise<bigint>) | undefined) => {
        if (typeof time === "function")
          return await attempt(async () => Number(await time(scheme)));
        if (time === undefined || !scheme.has(time)) return undefined;
        return await attempt(async () => Number(await scheme.value(time)));
      };
      const [claimed, atMost, from, joinUntil, until, who] = await Promise.all([
        attempt(() => readClaimed(scheme)),
        attempt(async () => (await left(scheme, reader))?.toString()),
        timeOf(times.from),
        timeOf(times.joinUntil),
        timeOf(times.until),
        named === undefined ? "" : scheme.value(named),
      ]);
      const known = { scheme: contract.address, claimed, atMost, from, joinUntil, until };
      return [{ ...known, to: to.replace("$", String(who)) }];
    }),
  );
  return found.flat();
}

async function readClaimed(scheme: Contract): Promise<string> {
  if (scheme.has("limitRepReward")) {
    const [limit, left] = await amounts(scheme, ["limitRepReward", "repRewardLeft"]);
    if (limit === 0n) throw new Unknowable("without a limit, the contract keeps no count");
    return String(limit! - left!);
  }
  const redeemed = await scheme.events(["Redeem"]);
  return String(redeemed.reduce((all, { values }) => all + (values._amount as bigint), 0n));
}

/** Each auction has its own reputation, which is not minted if nobody bids. */
async function leftOfAuctions(scheme: Contract, { block }: BlockReader): Promise<bigint> {
  const now = BigInt(block.timestamp);
  const [left, start, length, count, each] = await amounts(scheme, [
    "reputationRewardLeft",
    "auctionsStartTime",
    "auctionPeriod",
    "numberOfAuctions",
    "auctionReputationReward",
  ]);
  if (length === 0n) throw new Unknowable("it is not initialized");
  const passed = now < start! ? 0n : (now - start!) / length!;
  const over = passed < count! ? passed : count!;
  const bids = await scheme.events(["Bid"]);
  const had = new Set(bids.map(({ values }) => values._auctionId as bigint));
  const withBids = [...had].filter((auction) => auction < over).length;
  return left! - (over - BigInt(withBids)) * each!;
}

async function leftOfAllocation(scheme: Contract): Promise<bigint> {
  const names = ["reputationReward", "beneficiaryReward", "numberOfBeneficiaries"];
  const [reward, each, count] = await amounts(scheme, names);
  // Until it is enabled, more beneficiaries can be added, who share the same reward.
  if ((await scheme.value("isEnable")) !== true) return reward!;
  const redeemed = (await scheme.events(["Redeem"])).length;
  return (count! - BigInt(redeemed)) * each!;
}

/**
 * What holders of the token can still claim. It is known only if the token is a frozen list; other tokens can be
 * transferred to an account that has not redeemed yet, so there is no limit.
 */
async function leftOfToken(scheme: Contract, reader: BlockReader): Promise<bigint | undefined> {
  const token = await describeContract(reader, String(await scheme.value("tokenContract")));
  const list = openContract(reader, token);
  if (list === undefined || token.name !== "RepAllocation") return undefined;
  if ((await list.value("isFreeze")) !== true) return undefined;
  const added = await list.events(["BeneficiaryAddressAdded"]);
  const accounts = [...new Set(added.map(({ values }: ContractEvent) => String(values[0])))];
  const curve = await curveOf(reader, scheme);
  const amountsLeft = await Promise.all(
    accounts.map(async (account) => {
      if ((await scheme.value("redeems", account)) === true) return 0n;
      const amount = (await list.value("balanceOf", account)) as bigint;
      return curve === undefined ? amount : ((await curve.value("calc", amount)) as bigint);
    }),
  );
  return amountsLeft.reduce((all, amount) => all + amount, 0n);
}

async function curveOf(reader: BlockReader, scheme: Contract): Promise<Contract | undefined> {
  if (!scheme.has("curve")) return undefined;
  const address = String(await scheme.value("curve"));
  if (BigInt(address) === 0n) return undefined;
  const curve = openContract(reader, await describeContract(reader, address));
  if (curve?.has("calc") === true) return curve;
  throw new Unknowable(`its curve ${address} is of unknown code`);
}

async function amounts(scheme: Contract, names: readonly string[]): Promise<readonly bigint[]> {
  return (await Promise.all(names.map((name) => scheme.value(name)))) as bigint[];
}
