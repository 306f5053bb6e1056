import { parseEther, ZeroAddress } from "ethers";

import type { CheckFacts, WantedScheme } from "../../../src/operations/check/facts/check-facts.js";
import type {
  ContractDescription,
  SchemeDescription,
} from "../../../src/engine/inspect/description.js";
import type { GenesisProtocolParameters } from "../../../src/foundation/params/parameters.js";

import {
  HASH,
  sampleInspection,
  scheme as sampleScheme,
} from "../../engine/inspect/sample-inspection.js";

const RELEASE = "0.0.1-rc.57";
const FOUNDER = address("f1");
export const DEPLOYER = address("de");
const CONTROLLER = address("c0");
export const AVATAR = address("a0");
const MACHINE = address("b0");
export const REWARDS = address("51");
export const CALLS = address("52");
export const TARGET = address("77");
const WALLET = address("60");
export const OTHER = address("99");

function address(byte: string): string {
  return `0x${byte.repeat(20)}`;
}

export function arc(name: string, at: string): ContractDescription {
  return { address: at, code: "arc", name, releases: ["0.0.1-rc.40", RELEASE] };
}

const SET: GenesisProtocolParameters = {
  queuedVoteRequiredPercentage: 50n,
  queuedVotePeriodLimit: 1800n,
  boostedVotePeriodLimit: 600n,
  preBoostedVotePeriodLimit: 600n,
  thresholdConst: 2000n,
  quietEndingPeriod: 300n,
  proposingRepReward: parseEther("2.5"),
  votersReputationLossRatio: 1n,
  minimumDaoBounty: parseEther("100"),
  daoBountyConst: 10n,
  activationTime: 0n,
  voteOnBehalf: ZeroAddress,
};

const RULES_OF_VOTES = {
  queuedVoteRequiredPercentage: 50,
  queuedVotePeriodLimit: 1800,
  boostedVotePeriodLimit: 600,
  preBoostedVotePeriodLimit: 600,
  thresholdConst: "2000",
  quietEndingPeriod: 300,
  proposingRepReward: "2.5",
  votersReputationLossRatio: 1,
  minimumDaoBounty: "100",
  daoBountyConst: "10",
  activationTime: 0,
  voteOnBehalf: ZeroAddress,
};

export const VOTES = { set: SET, path: ["VotingMachinesParams", 0] };

export function scheme(contract: ContractDescription, bytes: string): SchemeDescription {
  const rules = { GenesisProtocol: { ...RULES_OF_VOTES } };
  return sampleScheme(contract, bytes, {
    kept: "hash",
    values: contract.name === "GenericScheme" ? { contractToCall: TARGET } : {},
    votes: { voteParams: { votingMachine: MACHINE, paramsHash: HASH, rules } },
  });
}

function wanted(name: string, index: number, permissions: string): WantedScheme {
  return {
    name,
    path: [name, 0],
    contractNames: [name],
    release: RELEASE,
    index,
    permissions,
    votingMachine: { address: "GenesisProtocolAddress" },
    calls: [],
    votes: { "*": VOTES },
    values:
      name === "GenericScheme"
        ? [{ name: "contractToCall", argument: TARGET, path: [name, 0, "targetContract"] }]
        : [],
  };
}

/** Returns the facts of a DAO with one founder and two schemes that matches its file. */
export function soundFacts(): CheckFacts {
  const amount = String(parseEther("1000"));
  const sample = sampleInspection();
  const held = { totalSupply: amount, owner: CONTROLLER, holders: [] };
  const token = { name: "Small", symbol: "SML", decimals: 18, cap: "0" };
  return {
    inspection: {
      ...sample,
      avatar: arc("Avatar", AVATAR),
      controller: { ...arc("Controller", CONTROLLER), universal: false },
      name: "A small DAO",
      token: { contract: arc("DAOToken", address("70")), ...token, ...held },
      reputation: { contract: arc("Reputation", address("71")), ...held },
      founders: [{ account: FOUNDER, tokens: amount, reputation: amount }],
      schemes: [
        scheme(arc("ContributionReward", REWARDS), "0x00000001"),
        scheme(arc("GenericScheme", CALLS), "0x00000011"),
        { ...scheme({ address: DEPLOYER, code: "account" }, "0x00000000"), registered: false },
      ],
      votingMachines: [
        {
          contract: arc("GenesisProtocol", MACHINE),
          stakingToken: { address: TARGET, name: "GEN", symbol: "GEN", decimals: 18 },
        },
      ],
    },
    wanted: {
      release: RELEASE,
      orgName: "A small DAO",
      tokenName: "Small",
      tokenSymbol: "SML",
      usesUController: false,
      keepsDeployer: false,
      founders: [
        {
          address: FOUNDER,
          tokens: parseEther("1000"),
          reputation: parseEther("1000"),
          path: ["founders", 0],
        },
      ],
      schemes: [
        wanted("ContributionReward", 0, "0x00000001"),
        wanted("GenericScheme", 1, "0x00000011"),
      ],
      standAlone: [
        {
          ...{ index: 0, name: "Wallet", path: ["StandAloneContracts", 0] },
          ...{ code: "Wallet of Arc 0.0.1-rc.57", owner: { address: "AvatarAddress" }, calls: [] },
          values: [{ name: "limit", argument: 7n, path: ["StandAloneContracts", 0, "params", 0] }],
        },
      ],
    },
    recorded: {
      Controller: CONTROLLER,
      NativeToken: address("70"),
      NativeReputation: address("71"),
      StandAloneContracts: [],
      schemes: [{ address: REWARDS }, { address: CALLS }],
      ...{ genesisProtocol: MACHINE, stakingToken: TARGET },
    },
    customCode: {},
    standAlone: new Map([
      [
        0,
        {
          ...{ contract: arc("Wallet", WALLET), isRight: true },
          ...{ owner: AVATAR, values: { limit: "7" } },
        },
      ],
    ]),
    creations: [{ address: REWARDS, name: "ContributionReward", creation: { code: "own" } }],
    deployer: DEPLOYER,
  };
}

/** Returns the sound facts with a change. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests change any field of them
export function changed(change: (facts: any) => void): CheckFacts {
  const facts = structuredClone(soundFacts());
  change(facts);
  return facts;
}
