import { MaxUint256, ZeroHash } from "ethers";

import {
  HASH,
  HOLDERS,
  MINT,
  REGISTER,
  UPGRADE,
  call,
  register,
  registrarAgain,
  rewardAgain,
  toOwned,
  upgrader,
  type Attack,
} from "./attack.js";
import { LARGE, MIDDLE, REFUSES, STOPS, STRANGER } from "./dangerous-dao.js";

/** Attacks that issue 35 names. */
export const NAMED: readonly Attack[] = [
  {
    name: "the reward scheme again, with a machine in which each holder decides alone",
    make: async (d) => rewardAgain(d, d.loose),
    id: "power-gained",
    says: MINT,
    who: HOLDERS,
  },
  {
    name: "the registrar again with all permissions, in which each holder decides alone",
    make: async (d) => registrarAgain(d, d.loose),
    id: "power-gained",
    says: REGISTER,
    who: HOLDERS,
  },
  {
    name: "the upgrading scheme changed to itself, in which each holder decides alone",
    make: async (d) => ({
      scheme: d.scheme("UpgradeScheme"),
      functionName: "proposeChangeUpgradingScheme",
      args: [d.dao.Avatar, d.scheme("UpgradeScheme"), await upgrader(d, d.loose)],
    }),
    id: "power-gained",
    says: UPGRADE,
    who: HOLDERS,
  },
  {
    name: "a scheme that mints without proposals",
    make: async (d) => {
      const args = [9_000n * 10n ** 18n, 0n];
      return register(await d.initialized("FixedReputationAllocation", ...args), "01");
    },
    id: "power-gained",
    says: MINT,
  },
  {
    name: "the registrar with parameters that nobody stored",
    make: async (d) => register(d.scheme("SchemeRegistrar"), "1f", HASH),
    id: "unknown-rules",
    says: REGISTER,
  },
  {
    name: "the registrar removed",
    make: async (d) => ({ kind: "unregisterScheme", scheme: d.scheme("SchemeRegistrar") }),
    id: "power-lost",
    says: /Nobody can do this any more: unregister schemes/,
  },
  {
    name: "a constraint that refuses everything for ever",
    make: async () => ({ kind: "addGlobalConstraint", constraint: REFUSES, paramsHash: ZeroHash }),
    id: "cannot-be-undone",
    says: /refuses at once: .*registering schemes[^]*never be undone/,
  },
  {
    name: "reputation that is a new majority",
    make: async () => ({ kind: "reward", beneficiary: STRANGER, reputation: "10000" }),
    id: "votes-shift",
    says: /can then pass proposals alone/,
    who: [STRANGER],
  },
  {
    name: "reputation taken away until another one has a majority",
    make: async () => ({ kind: "reward", beneficiary: MIDDLE, reputation: "-340" }),
    id: "votes-shift",
    says: new RegExp(`${LARGE} can then pass proposals alone`),
    who: [LARGE],
  },
  {
    name: "an unlimited allowance",
    make: async (d) =>
      call(d.generic.token, d.token, d.encode("DAOToken", "approve", [STRANGER, MaxUint256])),
    id: "allowance-given",
    says: /may take an unlimited amount/,
    who: [STRANGER],
  },
  {
    name: "the ownership of what the DAO owns",
    make: async (d) => toOwned(d, STRANGER),
    id: "ownership-given-away",
    says: /takes the DAO's place/,
    who: [STRANGER],
  },
  {
    name: "an account as voting machine",
    make: async (d) => rewardAgain(d, { machine: STRANGER, hash: d.own.hash }),
    id: "account-decides-alone",
    says: MINT,
    who: [STRANGER],
  },
  {
    name: "a voting machine of unknown code",
    make: async (d) => rewardAgain(d, { machine: STOPS, hash: d.own.hash }),
    id: "unknown-rules",
    says: /is of unknown code/,
  },
  {
    name: "unknown code as a scheme",
    make: async () => register(STOPS, "01"),
    id: "unknown-code-gains-permissions",
    says: MINT,
    who: [STOPS],
  },
  {
    name: "an account as a scheme",
    make: async () => register(STRANGER, "01"),
    id: "account-gains-permissions",
    says: MINT,
    who: [STRANGER],
  },
  {
    name: "an account that votes for all holders",
    modern: true,
    make: async (d) => rewardAgain(d, await d.votes("AbsoluteVote", 50, STRANGER)),
    id: "account-decides-alone",
    says: MINT,
    who: [STRANGER],
  },
  {
    name: "boosting for next to nothing",
    modern: true,
    make: async (d) => {
      const cheap = await d.genesis({ 2: 61n, 3: 60n, 4: 1001n, 5: 1n, 8: 1n });
      return registrarAgain(d, cheap);
    },
    id: "power-gained",
    says: /minimumDaoBounty .*before/,
  },
  {
    name: "a generic scheme for any holder",
    make: async (d) => {
      const { scheme, paramsHash } = await d.makeGeneric(d.token, d.loose);
      return register(scheme, "10", paramsHash);
    },
    id: "power-gained",
    says: /call 0x\w{40} in the DAO's name/,
    who: HOLDERS,
  },
  {
    name: "a registrar that needs more votes than there are",
    make: async (d) => registrarAgain(d, await d.votes("AbsoluteVote", 100)),
    id: "power-lost",
    says: /unregister schemes/,
  },
  {
    name: "the controller to an account",
    make: async () => ({ kind: "upgradeController", controller: STRANGER }),
    id: "controller-changes-hands",
    says: /The avatar's controller changes/,
    who: [STRANGER],
  },
  {
    name: "the controller to an empty one of Arc's",
    make: async (d) => ({
      kind: "upgradeController",
      controller: await d.deploy("Controller", [d.dao.Avatar]),
    }),
    id: "controller-changes-hands",
    says: /The avatar's controller changes/,
  },
  {
    name: "a constraint on the supply of tokens",
    make: async (d) => {
      const constraint = await d.deploy("TokenCapGC");
      const paramsHash = await d.set("TokenCapGC", constraint, { _token: d.token, _cap: 1n });
      return { kind: "addGlobalConstraint", constraint, paramsHash };
    },
    id: "constraint-added",
    says: /TokenCapGC .* can refuse/,
  },
];
