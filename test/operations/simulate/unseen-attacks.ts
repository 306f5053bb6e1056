import { parseEther, toQuantity, ZeroHash } from "ethers";

import { functionEntry } from "../../../src/foundation/arc/abi.js";
import { HASH, HOLDERS, MINT, register, rewardAgain, type Attack } from "./attack.js";
import { STRANGER, type DangerousDao } from "./dangerous-dao.js";
import { allocation, calls, data, owned, place, placeCode, token } from "./unseen-contracts.js";

const UNKNOWN_CODE = "call-to-unknown-code";
const CAP = { _cap: 10n ** 30n };

/** A proposal for a constraint that the DAO has already. */
async function sameAgain(d: DangerousDao) {
  const constraint = await d.deploy("TokenCapGC");
  const paramsHash = await d.set("TokenCapGC", constraint, { _token: d.token, ...CAP });
  await d.asRegistrar("addGlobalConstraint", constraint, paramsHash);
  return { kind: "addGlobalConstraint", constraint, paramsHash } as const;
}

/** Attacks by what a proposal calls, pays with, and leaves for later; found long after the others. */
export const UNSEEN: readonly Attack[] = [
  {
    name: "a payment in a token that keeps a tenth",
    make: async (d) => ({
      ...{ kind: "reward", beneficiary: STRANGER, externalTokens: "10" },
      externalToken: await token(d, "Fees"),
    }),
    id: UNKNOWN_CODE,
    does: "no",
  },
  {
    name: "a payment in a token that redeems again while it is redeemed",
    modern: true,
    make: async (d) => {
      const evil = await token(d, "Reenters");
      const scheme = d.scheme("ContributionReward");
      const args = [d.dao.Avatar, "twice", 0n, [0n, parseEther("1"), 10n, 1n, 1n], evil, STRANGER];
      const entry = functionEntry(
        d.release.artifact("ContributionReward"),
        "proposeContributionReward",
      );
      if (entry.inputs?.length !== args.length) throw new Error("another release");
      const proposes = {
        from: d.deployer.account,
        to: scheme,
        data: d.encode("ContributionReward", entry.name!, args),
      };
      const id = await d.ask("eth_call", proposes, "latest");
      const set = data("set(address,bytes32,address)", scheme, id, d.dao.Avatar);
      await d.ask("eth_sendTransaction", { from: d.deployer.account, to: evil, data: set });
      return { scheme, functionName: entry.name!, args };
    },
    id: UNKNOWN_CODE,
  },
  {
    name: "a transfer of a token that tells others that nothing changes",
    make: async (d) =>
      await calls(d, await token(d, "LiesToOthers"), data("transfer", STRANGER, 100n)),
    id: "entry-falls",
  },
  {
    name: "an allowance without an event, by a function of the token's own",
    make: async (d) => await calls(d, await token(d, "Token"), data("lend", STRANGER)),
    id: "allowance-given",
    says: /entry of the DAO and 0x\w{40} .* rises to/,
    who: [STRANGER],
  },
  {
    name: "a library that gives away what the DAO owns",
    make: async (d) =>
      await calls(d, await owned(d, await place(d, "Library")), data("give", STRANGER)),
    id: "ownership-given-away",
    says: /takes the DAO's place/,
    who: [STRANGER],
  },
  {
    name: "a ragequit of what the DAO has in another one",
    make: async (d) =>
      await calls(
        d,
        await place(d, "Owned", data("joinFor", d.dao.Avatar), parseEther("3")),
        data("ragequit", parseEther("3"), STRANGER),
      ),
    id: "callee-pays-others",
  },
  {
    name: "a call that waits for a contract that is deployed later, and for the last block's hash",
    make: async (d) => await calls(d, await owned(d), data("poke")),
    id: UNKNOWN_CODE,
  },
  {
    name: "a contract at an address to which another one can be deployed again (CREATE2)",
    make: async (d) => await calls(d, await owned(d), data("deploy", "0x6133ff6000526002601ef3")),
    id: UNKNOWN_CODE,
  },
  {
    name: "the ether of a wallet that the DAO owns",
    needs: ["Wallet"],
    make: async (d) => {
      const wallet = await d.deploy("Wallet");
      const value = toQuantity(parseEther("3"));
      await d.ask("eth_sendTransaction", { from: d.deployer.account, to: wallet, value });
      await d.send("Wallet", wallet, "transferOwnership", [d.dao.Avatar]);
      return await calls(d, wallet, d.encode("Wallet", "pay", [STRANGER]));
    },
    id: "callee-pays-others",
  },
  {
    name: "a beneficiary of a scheme that the DAO owns",
    make: async (d) => {
      const scheme = await allocation(d, 0n);
      return await calls(
        d,
        scheme,
        d.encode("FixedReputationAllocation", "addBeneficiary", [STRANGER]),
      );
    },
    id: "power-gained",
    says: /It can mint .*reputation for/,
  },
  {
    name: "the ownership of a scheme that the DAO owns",
    make: async (d) => {
      const scheme = await allocation(d, 4_000_000_000n);
      return await calls(
        d,
        scheme,
        d.encode("FixedReputationAllocation", "transferOwnership", [STRANGER]),
      );
    },
    id: "account-decides-alone",
    says: /what only the owner of FixedReputationAllocation/,
    who: [STRANGER],
  },
  {
    name: "a scheme that gets its rules by the proposal",
    needs: ["ContributionRewardExt"],
    make: async (d) => {
      const scheme = await d.registered(await d.deploy("GenericScheme"), "10");
      const args = [d.dao.Avatar, d.loose.machine, d.loose.hash, d.token];
      return await calls(d, scheme, d.encode("GenericScheme", "initialize", args));
    },
    id: "power-gained",
    says: /Each of 3 accounts decides alone/,
    who: HOLDERS,
  },
  {
    name: "a scheme that pays a share of the treasury for a token",
    needs: ["RageQuitWithToken"],
    make: async (d) => register(await d.initialized("RageQuitWithToken", d.token), "10"),
    id: "power-gained",
    says: /call any contract in the DAO's name\. It may do so by its own rules/,
  },
  {
    name: "somebody who decides who gets reputation",
    needs: ["ReputationAdmin"],
    make: async (d) => {
      const scheme = await d.initialized("ReputationAdmin", 0n, 4_000_000_000n, 0n);
      await d.send("ReputationAdmin", scheme, "transferOwnership", [STRANGER]);
      return register(scheme, "01");
    },
    id: "account-decides-alone",
    says: MINT,
    who: [STRANGER],
  },
  {
    name: "an heir of everything",
    needs: ["TransitionScheme"],
    make: async (d) =>
      register(await d.initialized("TransitionScheme", STRANGER, [], [], []), "10"),
    id: "power-gained",
    says: /call any contract/,
  },
  {
    name: "a rewarder who chooses whom proposals reward",
    needs: ["RageQuitWithToken"],
    make: async (d) =>
      register(
        await d.initialized("ContributionRewardExt", d.own.machine, d.own.hash, STRANGER),
        "01",
      ),
    id: "account-decides-alone",
    says: /what only the rewarder of ContributionRewardExt/,
    who: [STRANGER],
  },
  {
    name: "calls that a whitelist forbade",
    needs: ["DxDaoSchemeConstraints"],
    make: async (d) => {
      const limits = await d.deploy("DxDaoSchemeConstraints");
      const by = [d.own.machine, d.own.hash, limits];
      const scheme = await d.initialized("GenericSchemeMultiCall", ...by);
      const limited = [d.dao.Avatar, 100_000n, 10n, [], [], [d.mock], scheme];
      await d.send("DxDaoSchemeConstraints", limits, "initialize", limited);
      await d.registered(scheme, "10");
      const allows = [[d.dao.Controller], [true]];
      return await calls(
        d,
        limits,
        d.encode("DxDaoSchemeConstraints", "updateContractsWhitelist", allows),
      );
    },
    id: "power-gained",
    says: /call 0x\w{40}, 0x\w{40} in the DAO's name/,
  },
  ...["0", "0.1"].map((value): Attack => ({
    name: `calls without data, and with ${value} ether, that make a vault pay another account`,
    make: async (d) => {
      // It sends all its ether to the stranger, whoever calls it.
      const vault = await placeCode(d, `0x5f5f5f5f4773${STRANGER.slice(2)}5af100`);
      await d.ask("hardhat_setBalance", vault, toQuantity(parseEther("100")));
      const { scheme, paramsHash } = await d.makeGeneric(vault);
      const through = await d.registered(scheme, "10", paramsHash);
      return { kind: "calls", through, calls: [{ to: vault, data: "0x", value }] };
    },
    id: "callee-pays-others",
  })),
  ...["whoever comes first", "another DAO"].map((who): Attack => ({
    name: `limits of calls that ${who} can lift`,
    needs: ["DxDaoSchemeConstraints"],
    make: async (d) => {
      const limits = await d.deploy("DxDaoSchemeConstraints");
      const set = [STRANGER, 100_000n, 10n, [], [], [d.mock], STRANGER];
      if (who === "another DAO") await d.send("DxDaoSchemeConstraints", limits, "initialize", set);
      // By the same votes, one contract can be called already.
      const votes = await d.votes("AbsoluteVote", 20);
      await d.registered((await d.makeGeneric(d.mock, votes)).scheme, "10");
      const by = [votes.machine, votes.hash, limits];
      return register(await d.initialized("GenericSchemeMultiCall", ...by), "10");
    },
    id: "power-gained",
    says: /call any contract in the DAO's name/,
  })),
  {
    name: "a controller that looks the same, but has one scheme more",
    make: async (d) => {
      const controller = await d.deploy("Controller", [d.dao.Avatar]);
      const add = async (scheme: string, permissions: string, hash: string) =>
        await d.send("Controller", controller, "registerScheme", [
          scheme,
          hash,
          permissions,
          d.dao.Avatar,
        ]);
      const usual = { ContributionReward: "01", SchemeRegistrar: "1f", UpgradeScheme: "0b" };
      for (const [name, permissions] of Object.entries(usual)) {
        const scheme = d.scheme(name);
        await add(scheme, `0x000000${permissions}`, await d.paramsHashOf(scheme));
      }
      await add(STRANGER, "0x0000001f", ZeroHash);
      await d.send("Controller", controller, "unregisterSelf", [d.dao.Avatar]);
      return { kind: "upgradeController", controller };
    },
    id: "account-gains-permissions",
    says: /can do this alone, without a vote/,
    who: [STRANGER],
  },
  {
    name: "a constraint with parameters that nobody stored",
    make: async (d) => ({
      ...{ kind: "addGlobalConstraint", constraint: await d.deploy("TokenCapGC") },
      ...{ paramsHash: HASH, voteToRemoveParams: d.own.hash },
    }),
    id: "constraint-added",
    says: /Nothing is stored under the hash of its parameters/,
  },
  {
    name: "the same constraint again, which nobody can remove then",
    make: async (d) => ({ ...(await sameAgain(d)), voteToRemoveParams: HASH }),
    id: "constraint-removal-changes",
    says: /no vote can remove it, unless somebody stores parameters/,
  },
  {
    name: "the same constraint again, which is easier to remove then",
    modern: true,
    make: async (d) => {
      const { hash: voteToRemoveParams } = await d.genesis({ 1: 60n });
      return { ...(await sameAgain(d)), voteToRemoveParams };
    },
    id: "constraint-removal-changes",
    says: /a vote removes it\. The fewest who decide together/,
  },
  {
    name: "the registrar again with fewer permissions",
    make: async (d) => {
      const scheme = d.scheme("SchemeRegistrar");
      return register(scheme, "01", await d.paramsHashOf(scheme));
    },
    id: "power-lost",
    says: /Nobody can do this any more: unregister schemes/,
  },
  {
    name: "the voting machine itself as a scheme",
    make: async (d) => register(d.own.machine, "1f"),
    id: "unknown-rules",
    says: MINT,
  },
  {
    name: "votes that cost all reputation",
    modern: true,
    make: async (d) => rewardAgain(d, await d.genesis({ 7: 100n })),
    id: "power-gained",
    says: /votersReputationLossRatio 100/,
  },
];
