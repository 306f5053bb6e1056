import { join } from "node:path";

import { Interface, parseEther, ZeroAddress, ZeroHash } from "ethers";

import { runtimeCodes } from "../../compile-source.js";
import { HASH, type Attack } from "./attack.js";
import { STRANGER, type DangerousDao, type Proposed } from "./dangerous-dao.js";
import { allocation, calls, placeCode } from "./unseen-contracts.js";

const CODES = runtimeCodes<"Late" | "Proxy" | "Permit" | "Evil" | "Third">(
  join(import.meta.dirname, "later-attacks.sol"),
);
const NAMES = [
  ...["Origin", "OriginsCode", "GasPrice", "BaseFee", "Blobs", "Hash", "Random", "Coinbase"],
  ...["LaterCode", "EarlierStep"],
];
const FUNCTIONS = new Interface([
  ...NAMES.map((name) => `function by${name}()`),
  "function set(address, address)",
  "function arm()",
  "function fire()",
  "function boom(address)",
  "function approveHash(bytes32)",
  "function addOwner(address)",
  "function upgradeTo(address)",
  "function permit(address, address, uint256)",
  "function delegate(address)",
  "function mint(address, address, address)",
]);
const data = (name: string, ...args: readonly unknown[]): string =>
  FUNCTIONS.encodeFunctionData(name, args);

/** A contract that the DAO owns, or whose tokens it has. */
const of = async (d: DangerousDao, name: keyof typeof CODES, value = 0n): Promise<string> =>
  await placeCode(d, CODES[name], data("set", d.dao.Avatar, STRANGER), value);

/** A call of a contract that the DAO owns, which is harmless while it is tried. */
const late = (name: string, says: RegExp, id = "behaves-differently"): Attack => ({
  name: `a call that waits: ${name}`,
  make: async (d) => await calls(d, await of(d, "Late"), data(name)),
  ...{ id, says },
});

const multi = new WeakMap<DangerousDao, Promise<string>>();

/** A scheme that calls anything in turn, of a DAO that may do everything by calls, as dxDAO may. */
async function inTurn(d: DangerousDao, ...all: readonly (readonly [string, string])[]) {
  const make = async (): Promise<string> => {
    const by = [d.own.machine, d.own.hash, ZeroAddress];
    await d.registered(d.dao.Avatar, "1f");
    return await d.registered(await d.initialized("GenericSchemeMultiCall", ...by), "10");
  };
  const through = await (multi.get(d) ?? multi.set(d, make()).get(d)!);
  const list = all.map(([to, each]) => ({ to, data: each }));
  return { kind: "calls", through, calls: list } as const satisfies Proposed;
}
const needs = ["DxDaoSchemeConstraints"];

/** A scheme that mints 8 % of all reputation then. */
const smallGift = async (d: DangerousDao): Promise<string> => await allocation(d, 0n, 90);

/** Attacks that do nothing yet, do it in parts, or give power where nobody is yet. Each DAO lets its avatar do everything. */
export const LATER: readonly Attack[] = [
  late("byOrigin", /looks at who sent the transaction/),
  late("byOriginsCode", /looks at who sent the transaction/),
  late("byGasPrice", /looks at the gas price/),
  late("byBaseFee", /looks at the base fee/),
  late("byBlobs", /looks at the price of blobs/),
  late("byHash", /looks at the hash of a block/),
  late("byRandom", /looks at the block's random value/),
  late("byCoinbase", /looks at the coinbase/),
  late("byLaterCode", /the code at addresses that have none now differs/),
  late("byEarlierStep", /What the DAO changes in 0x\w{40}, where it has rights/, "control"),
  {
    name: "a signature that a wallet of the DAO's approves (EIP-1271)",
    make: async (d) => await calls(d, await of(d, "Late"), data("approveHash", HASH)),
    id: "control",
    says: /this may sign anything for it/,
  },
  {
    name: "one more owner of a wallet, at an address without code",
    make: async (d) => await calls(d, await of(d, "Late"), data("addOwner", STRANGER)),
    id: "control",
    says: /0x[aA][bB]\w{38}, where there is no code now/,
    who: [STRANGER],
  },
  {
    name: "a proxy that gets code where there is none yet",
    make: async (d) => await calls(d, await of(d, "Proxy"), data("upgradeTo", STRANGER)),
    id: "control",
    says: /where there is no code now/,
    who: [STRANGER],
  },
  {
    name: "a permit that a wallet of the DAO's signs",
    make: async (d) => {
      const wallet = await of(d, "Late");
      return await calls(d, await of(d, "Permit"), data("permit", wallet, STRANGER, 10n ** 18n));
    },
    id: "allowance-given",
    says: /from 0x\w{40}, a contract that this makes approve it, .* There is no code at this address now/,
    who: [STRANGER],
  },
  {
    name: "the votes of tokens that the DAO has (ERC20Votes)",
    make: async (d) => await calls(d, await of(d, "Permit"), data("delegate", STRANGER)),
    id: "control",
    says: /is not known/,
    who: [STRANGER],
  },
  {
    name: "ether by a contract that destroys itself while it is created",
    make: async (d) => {
      const vault = await of(d, "Late", parseEther("3"));
      return await calls(d, vault, data("boom", STRANGER));
    },
    id: "callee-pays-others",
  },
  {
    name: "a call that arms the next one in transient storage",
    needs,
    make: async (d) => {
      const vault = await of(d, "Late");
      return await inTurn(d, [vault, data("arm")], [vault, data("fire")]);
    },
    id: "ownership-given-away",
    says: /takes the DAO's place/,
    who: [STRANGER],
  },
  {
    name: "a scheme that is registered, acts, and is removed in one proposal",
    needs,
    make: async (d) => {
      const evil = await placeCode(d, CODES.Evil);
      const { Controller, Avatar } = d.dao;
      const args = [evil, ZeroHash, "0x00000001", Avatar];
      const controller = (name: string, values: readonly unknown[]) =>
        [Controller, d.encode("Controller", name, values)] as const;
      return await inTurn(
        d,
        controller("registerScheme", args),
        [evil, data("mint", Controller, Avatar, STRANGER)],
        controller("unregisterScheme", [evil, Avatar]),
      );
    },
    id: "votes-shift",
    says: /0\.00% before, 4\d\.\d+% after/,
    who: [STRANGER],
  },
  {
    name: "a call of the controller by the avatar, which calls the avatar",
    needs,
    make: async (d) => {
      const { Controller, Avatar } = d.dao;
      const mint = d.encode("Controller", "mintReputation", [parseEther("900"), STRANGER, Avatar]);
      const nested = d.encode("Controller", "genericCall", [Controller, mint, Avatar, 0n]);
      return await inTurn(d, [Controller, nested]);
    },
    id: "votes-shift",
    says: /0\.00% before/,
    who: [STRANGER],
  },
  {
    name: "two gifts that are too small to matter, in one proposal",
    needs,
    make: async (d) => {
      const add = d.encode("FixedReputationAllocation", "addBeneficiary", [STRANGER]);
      return await inTurn(d, [await smallGift(d), add], [await smallGift(d), add]);
    },
    id: "votes-shift",
    says: /Votes shift by 1\d\.\d+% of all reputation \(1\d\.\d+% promised for later\)/,
    who: [STRANGER],
  },
  {
    name: "a gift that is too small to matter, beside others that are pending",
    modern: true,
    make: async (d) => {
      const scheme = d.scheme("ContributionReward");
      const args = [d.dao.Avatar, "a gift", parseEther("60"), [0n, 0n, 0n, 1n, 1n], ZeroAddress];
      for (let count = 0; count < 3; count++)
        await d.send("ContributionReward", scheme, "proposeContributionReward", [
          ...args,
          STRANGER,
        ]);
      return { kind: "reward", beneficiary: STRANGER, reputation: "60" };
    },
    id: "votes-add-up",
    says: /Together with 3 other pending proposals, this one shifts 19\.\d+% of all reputation/,
    who: [STRANGER],
  },
  {
    name: "reputation for the DAO itself",
    make: async (d) => ({ kind: "reward", beneficiary: d.dao.Avatar, reputation: "990" }),
    id: "votes-shift",
    says: /0\.00% before/,
  },
  {
    name: "a constraint that refuses the third time that it is asked",
    make: async (d) => ({
      ...{ kind: "addGlobalConstraint", constraint: await placeCode(d, CODES.Third) },
      ...{ paramsHash: ZeroHash, voteToRemoveParams: d.own.hash },
    }),
    id: "constraint-added",
    says: /./,
  },
  {
    name: "an allowance for an address without code",
    make: async (d) => {
      const approve = d.encode("DAOToken", "approve", [STRANGER, 10n ** 18n]);
      return await calls(d, d.token, approve);
    },
    id: "allowance-given",
    says: /There is no code at this address now/,
    who: [STRANGER],
  },
];
