import { call, register, registrar, reward, upgrader, type Harmless } from "./attack.js";
import { MIDDLE, SMALL, STRANGER } from "./dangerous-dao.js";

/** Proposals that change nothing of who decides. */
export const HARMLESS: readonly Harmless[] = [
  { name: "1 ether", make: async () => ({ kind: "reward", beneficiary: STRANGER, ether: "1" }) },
  { name: "3 ether", make: async () => ({ kind: "reward", beneficiary: MIDDLE, ether: "3" }) },
  {
    name: "10 tokens",
    make: async () => ({ kind: "reward", beneficiary: STRANGER, tokens: "10" }),
  },
  {
    name: "20 reputation for a newcomer",
    make: async () => ({ kind: "reward", beneficiary: STRANGER, reputation: "20" }),
  },
  {
    name: "30 reputation for a holder",
    make: async () => ({ kind: "reward", beneficiary: SMALL, reputation: "30" }),
  },
  {
    name: "10 reputation of a holder taken",
    make: async () => ({ kind: "reward", beneficiary: SMALL, reputation: "-10" }),
  },
  {
    name: "a bit of everything",
    make: async () => ({
      ...{ kind: "reward", beneficiary: SMALL, ether: "0.5", tokens: "5", reputation: "5" },
    }),
  },
  {
    name: "the DAO's own tokens from its treasury",
    make: async (d) => ({
      ...{ kind: "reward", beneficiary: SMALL, externalToken: d.token, externalTokens: "5" },
    }),
  },
  {
    name: "three payments",
    make: async () => ({
      ...{ kind: "reward", beneficiary: SMALL, ether: "0.5", periods: 3, periodLength: 100 },
    }),
  },
  { name: "a reward of nothing", make: async () => ({ kind: "reward", beneficiary: SMALL }) },
  {
    name: "a call of a known contract",
    make: async (d) =>
      call(d.generic.mock, d.mock, d.encode("ActionMock", "test2", [d.dao.Avatar])),
  },
  {
    name: "a transfer of tokens by a call",
    make: async (d) =>
      call(d.generic.token, d.token, d.encode("DAOToken", "transfer", [SMALL, 10n ** 18n])),
  },
  {
    name: "an allowance of nothing",
    make: async (d) => call(d.generic.token, d.token, d.encode("DAOToken", "approve", [SMALL, 0n])),
  },
  {
    name: "the reward scheme again, as it is",
    make: async (d) => register(d.scheme("ContributionReward"), "01", await reward(d, d.own)),
  },
  {
    name: "the registrar again, as it is",
    make: async (d) => register(d.scheme("SchemeRegistrar"), "1f", await registrar(d, d.own)),
  },
  {
    name: "the upgrading scheme again, as it is",
    make: async (d) => register(d.scheme("UpgradeScheme"), "0a", await upgrader(d, d.own)),
  },
  {
    name: "another reward scheme with the same rules",
    make: async (d) => {
      const scheme = await d.deploy("ContributionReward");
      const values = { _voteApproveParams: d.own.hash, _intVote: d.own.machine };
      return register(scheme, "01", await d.set("ContributionReward", scheme, values));
    },
  },
  {
    name: "another generic scheme for the same contract and with the same rules",
    make: async (d) => {
      const { scheme, paramsHash } = await d.makeGeneric(d.mock);
      return register(scheme, "10", paramsHash);
    },
  },
  {
    name: "a generic scheme for another contract",
    make: async (d) => {
      const { scheme, paramsHash } = await d.makeGeneric(await d.deploy("ActionMock"));
      return register(scheme, "10", paramsHash);
    },
    alarms: ["power-gained"],
  },
  {
    name: "stricter rules for rewards",
    modern: true,
    make: async (d) => {
      const strict = await d.genesis({ 0: 51n, 1: 3600n });
      return register(d.scheme("ContributionReward"), "01", await reward(d, strict));
    },
  },
  {
    name: "all ether",
    make: async () => ({ kind: "reward", beneficiary: STRANGER, ether: "10" }),
    alarms: ["treasury-emptied"],
  },
];
