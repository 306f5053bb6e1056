import type { MintableDescription, Inspected, SchemeDescription } from "../description.js";
import { attempt, isNotRead, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract, ContractEvent } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";

type Parts = Omit<MintableDescription, "scheme" | "claimed">;
type Kind = (reader: BlockReader, scheme: Contract, releases: readonly string[]) => Promise<Parts>;

/** Up to alpha.58, FixedReputationAllocation does not note who has redeemed. */
function isRedeemedOnce(releases: readonly string[]): boolean {
  return !releases.some((release) => release.includes("-alpha."));
}

const LOCKING: Kind = async ({ block }, scheme) => ({
  atMost: await attempt(async () => {
    const [left, end, score] = await amounts(scheme, [
      "reputationRewardLeft",
      "lockingEndTime",
      "totalScore",
    ]);
    // Locking has ended and nobody locked, so nothing can be minted.
    return String(block.timestamp > end! && score === 0n ? 0n : left);
  }),
  ...(await timesOf(scheme, { from: "redeemEnableTime", joinUntil: "lockingEndTime" })),
  to: "those who lock tokens, according to amount and duration",
});

/** By Arc's name of the scheme. */
const KINDS: Readonly<Record<string, Kind>> = {
  LockingEth4Reputation: LOCKING,
  LockingToken4Reputation: LOCKING,
  ExternalLocking4Reputation: async (reader, scheme, releases) => ({
    ...(await LOCKING(reader, scheme, releases)),
    to: `accounts for which the contract ${String(await scheme.value("externalLockingContract"))} reports locked tokens, in proportion`,
  }),
  ContinuousLocking4Reputation: async (_reader, scheme) => ({
    atMost: await attempt(async () => String(await scheme.value("reputationRewardLeft"))),
    ...(await timesOf(scheme, { from: "redeemEnableTime" })),
    joinUntil: await attempt(async () => {
      const [start, batches, length] = await amounts(scheme, [
        "startTime",
        "batchesIndexCap",
        "batchTime",
      ]);
      return Number(start! + batches! * length!);
    }),
    to: "those who lock tokens, in each period by how much and how long",
  }),
  Auction4Reputation: async ({ block }, scheme) => ({
    atMost: await attempt(async () =>
      String(await leftOfAuctions(scheme, BigInt(block.timestamp))),
    ),
    ...(await timesOf(scheme, { from: "redeemEnableTime", joinUntil: "auctionsEndTime" })),
    to: "those who bid, by how much",
  }),
  FixedReputationAllocation: async (_reader, scheme, releases) => ({
    atMost: isRedeemedOnce(releases)
      ? await attempt(async () => String(await leftOfAllocation(scheme)))
      : undefined,
    ...(await timesOf(scheme, { from: "redeemEnableTime" })),
    to: isRedeemedOnce(releases)
      ? "accounts that its owner has listed, the same for each"
      : "accounts that its owner has listed, the same for each and each time they redeem",
  }),
  ReputationFromToken: async (reader, scheme) => {
    const left = await attempt(() => leftOfToken(reader, scheme));
    return {
      atMost: left === undefined || isNotRead(left) ? left : String(left),
      to: `anyone who has tokens of ${String(await scheme.value("tokenContract"))}, once per account`,
    };
  },
  ReputationAdmin: async (_reader, scheme) => {
    const limits = await attempt(() => amounts(scheme, ["limitRepReward", "repRewardLeft"]));
    const [limit, left] = isNotRead(limits) ? [] : limits;
    return {
      atMost: isNotRead(limits) ? limits : limit === 0n ? undefined : String(left),
      ...(await timesOf(scheme, { from: "activationStartTime", until: "activationEndTime" })),
      to: `anyone its owner ${String(await scheme.value("owner"))} chooses`,
    };
  },
};

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
      const kind = KINDS[contract.name ?? ""];
      const scheme = openContract(reader, contract);
      if (!registered || kind === undefined || scheme === undefined) return [];
      // A scheme that was made for another DAO mints through that DAO's controller.
      if ((await scheme.value("avatar")) !== avatar) return [];
      const parts = await kind(reader, scheme, contract.releases ?? []);
      return [{ scheme: contract.address, claimed: await readClaimed(scheme), ...parts }];
    }),
  );
  return found.flat();
}

async function readClaimed(scheme: Contract): Promise<Inspected<string>> {
  return await attempt(async () => {
    if (scheme.has("limitRepReward")) {
      const [limit, left] = await amounts(scheme, ["limitRepReward", "repRewardLeft"]);
      if (limit === 0n) throw new Unknowable("without a limit, the contract keeps no count");
      return String(limit! - left!);
    }
    const redeemed = await scheme.events(["Redeem"]);
    return String(redeemed.reduce((all, { values }) => all + (values._amount as bigint), 0n));
  });
}

/** Each auction has its own reputation, which is not minted if nobody bids. */
async function leftOfAuctions(scheme: Contract, now: bigint): Promise<bigint> {
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
  const [reward, each, count] = await amounts(scheme, [
    "reputationReward",
    "beneficiaryReward",
    "numberOfBeneficiaries",
  ]);
  // Until it is enabled, more beneficiaries can be added, who share the same reward.
  if ((await scheme.value("isEnable")) !== true) return reward!;
  const redeemed = (await scheme.events(["Redeem"])).length;
  return (count! - BigInt(redeemed)) * each!;
}

/**
 * What holders of the token can still claim. It is known only if the token is a frozen list; other tokens can be
 * transferred to an account that has not redeemed yet, so there is no limit.
 */
async function leftOfToken(reader: BlockReader, scheme: Contract): Promise<bigint | undefined> {
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

/** UNIX seconds, from the named functions; leaves out those that a release does not have. */
async function timesOf<Name extends "from" | "joinUntil" | "until">(
  scheme: Contract,
  names: Readonly<Record<Name, string>>,
): Promise<Partial<Record<Name, Inspected<number>>>> {
  const times = await Promise.all(
    (Object.entries(names) as [Name, string][]).map(async ([name, getter]) =>
      scheme.has(getter)
        ? ([[name, await attempt(async () => Number(await scheme.value(getter)))]] as const)
        : [],
    ),
  );
  return Object.fromEntries(times.flat()) as Partial<Record<Name, Inspected<number>>>;
}
