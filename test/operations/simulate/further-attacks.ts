import { ZeroAddress } from "ethers";

import {
  HOLDERS,
  MINT,
  UPGRADE,
  register,
  registrarAgain,
  rewardAgain,
  toOwned,
  upgrader,
  type Attack,
} from "./attack.js";
import { LARGE, MIDDLE, OWNED, STOPS, STRANGER } from "./dangerous-dao.js";

/** As many again that it does not name. */
export const OTHERS: readonly Attack[] = [
  {
    name: "a quorum of 1 %",
    make: async (d) => rewardAgain(d, await d.votes("QuorumVote", 1)),
    id: "power-gained",
    says: MINT,
    who: HOLDERS,
  },
  {
    name: "only removals of schemes made easy",
    modern: true,
    make: async (d) => registrarAgain(d, d.own, await d.genesis({ 0: 50n, 1: 60n })),
    id: "power-gained",
    says: /possible: unregister schemes.*queuedVotePeriodLimit 60 \(before 1800\)/,
  },
  {
    name: "another machine with another staking token, and the same rules",
    modern: true,
    make: async (d) => {
      const machine = await d.deploy("GenesisProtocol", [STOPS]);
      return rewardAgain(d, await d.genesis({}, machine));
    },
    id: "power-gained",
    says: /counted by GenesisProtocol/,
  },
  {
    name: "a machine that starts in 2100",
    modern: true,
    make: async (d) => registrarAgain(d, await d.genesis({ 10: 4_102_444_800n })),
    id: "power-lost",
    says: /activationTime|Nobody can do this any more/,
  },
  {
    name: "a bounty that empties the treasury",
    modern: true,
    make: async (d) => rewardAgain(d, await d.genesis({ 9: 1_000_000n })),
    id: "power-gained",
    says: /daoBountyConst 1000000 \(before 10\)/,
  },
  {
    name: "reputation for every proposer",
    modern: true,
    make: async (d) => rewardAgain(d, await d.genesis({ 6: 100_000n * 10n ** 18n })),
    id: "power-gained",
    says: /proposingRepReward 100000/,
  },
  {
    name: "a generic scheme that nobody initialized",
    needs: ["ContributionRewardExt"],
    make: async (d) => register(await d.deploy("GenericScheme"), "10"),
    id: "unknown-rules",
    says: /initializes it chooses one/,
  },
  {
    name: "a scheme that an account owns",
    make: async (d) => {
      const scheme = await d.initialized("FixedReputationAllocation", 1n, 4_000_000_000n);
      return register(scheme, "01");
    },
    id: "account-decides-alone",
    says: /what only the owner of FixedReputationAllocation/,
  },
  {
    name: "tokens of which most are new",
    make: async () => ({ kind: "reward", beneficiary: STRANGER, tokens: "1000000" }),
    id: "token-diluted",
    says: /99\.\d+% of it is new/,
  },
  {
    name: "reputation over many years",
    make: async () => ({
      ...{ kind: "reward", beneficiary: STRANGER, reputation: "50" },
      ...{ periods: 100, periodLength: 40_000_000 },
    }),
    id: "votes-shift",
    says: /promised for later\).* Promised to 0x[aA][bB]\w{38}\./,
    who: [STRANGER],
  },
  {
    name: "reputation just below a majority",
    make: async () => ({ kind: "reward", beneficiary: STRANGER, reputation: "990" }),
    id: "votes-shift",
    says: /\(0\.00% before, 49\.\d+% after\)/,
    who: [STRANGER],
  },
  {
    name: "the largest holder's reputation to nothing",
    make: async () => ({ kind: "reward", beneficiary: LARGE, reputation: "-390" }),
    id: "votes-shift",
    says: new RegExp(`${MIDDLE} can then pass proposals alone`),
    who: [MIDDLE],
  },
  {
    name: "the only scheme that pays removed",
    make: async (d) => ({ kind: "unregisterScheme", scheme: d.scheme("ContributionReward") }),
    id: "power-lost",
    says: MINT,
  },
  {
    name: "the scheme that can call what the DAO owns removed",
    make: async (d) => ({ kind: "unregisterScheme", scheme: d.generic.owned }),
    id: "power-lost",
    says: new RegExp(`call ${OWNED}`),
  },
  {
    name: "what the DAO owns given to nobody",
    make: async (d) => toOwned(d, ZeroAddress),
    id: "ownership-given-away",
    says: /nobody takes it/,
  },
  {
    name: "the upgrading scheme for each holder, by the registrar",
    make: async (d) => register(d.scheme("UpgradeScheme"), "0a", await upgrader(d, d.loose)),
    id: "power-gained",
    says: UPGRADE,
    who: HOLDERS,
  },
  {
    name: "the constraint registrar for each holder",
    make: async (d) => {
      const values = { _voteRegisterParams: d.loose.hash, _intVote: d.loose.machine };
      const to = d.scheme("GlobalConstraintRegistrar");
      return register(to, "04", await d.set("GlobalConstraintRegistrar", to, values));
    },
    id: "power-gained",
    says: /add and remove global constraints/,
    who: HOLDERS,
  },
  {
    name: "a second reward scheme for each holder",
    make: async (d) => {
      const scheme = await d.deploy("ContributionReward");
      const values = { _voteApproveParams: d.loose.hash, _intVote: d.loose.machine };
      return register(scheme, "01", await d.set("ContributionReward", scheme, values));
    },
    id: "power-gained",
    says: MINT,
    who: HOLDERS,
  },
  {
    name: "rules that are a little looser",
    modern: true,
    make: async (d) => registrarAgain(d, await d.genesis({ 8: 99n * 10n ** 18n })),
    id: "power-gained",
    says: /minimumDaoBounty 99 \(before 100\)/,
  },
  {
    name: "the registrar by votes of two thirds, where all are needed to remove",
    make: async (d) => registrarAgain(d, await d.votes("AbsoluteVote", 80)),
    id: "power-lost",
    says: /takes more votes afterwards/,
  },
  {
    name: "an account with only the permission to add constraints",
    make: async () => register(STRANGER, "04"),
    id: "account-gains-permissions",
    says: /add and remove global constraints/,
    who: [STRANGER],
  },
  {
    name: "a contract of Arc's that is no scheme",
    make: async (d) => register(d.mock, "1f"),
    id: "unknown-rules",
    says: /is made for tests: anybody can do through it what it may/,
  },
  {
    name: "parameters of another scheme's, which are none of its own",
    make: async (d) =>
      register(
        d.scheme("ContributionReward"),
        "01",
        await d.paramsHashOf(d.scheme("SchemeRegistrar")),
      ),
    id: "unknown-rules",
    says: MINT,
  },
];
