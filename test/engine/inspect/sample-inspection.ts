import { getAddress, toBeHex } from "ethers";

import type {
  ContractDescription,
  Inspection,
  ProposalDescription,
  SchemeDescription,
  SchemeParametersDescription,
} from "../../../src/engine/inspect/description.js";
import { describePermissions } from "../../../src/foundation/arc/permissions.js";

/** Breaks out of any place that does not escape it, and reverses the text that follows. */
export const HOSTILE =
  "</script><img src=x onerror=alert(1)>\"'`--><svg onload=alert(2)>\u202eevil\u0007\u{e0041} A̶̷̸̡̢̧̨̛̖̗";

export function account(number: number): string {
  return getAddress(toBeHex(0x1000n + BigInt(number), 20));
}

function arc(name: string, number: number): ContractDescription {
  return { address: account(number), code: "arc", name, releases: ["0.0.1-rc.57"] };
}

export const NOW = 1_700_000_000;
export const HASH = `0x${"12".repeat(32)}`;
const MACHINE = arc("GenesisProtocol", 5);
const RULES = {
  GenesisProtocol: {
    queuedVoteRequiredPercentage: 50,
    queuedVotePeriodLimit: 1800,
    boostedVotePeriodLimit: 600,
    quietEndingPeriod: 300,
    votersReputationLossRatio: 1,
  },
};

const SET_UP: SchemeParametersDescription = {
  kept: "hash",
  values: { text: HOSTILE },
  votes: { voteParams: { votingMachine: MACHINE.address, paramsHash: HASH, rules: RULES } },
};

/** A registered scheme; by default, one of Arc's is set up with text of strangers. */
export function scheme(
  contract: ContractDescription,
  bytes: string,
  parameters: SchemeParametersDescription = SET_UP,
): SchemeDescription {
  return {
    contract,
    registered: true,
    permissions: describePermissions(bytes),
    paramsHash: HASH,
    history: [
      {
        event: "registered",
        by: account(4),
        how: "scheme",
        block: 10,
        time: NOW - 90_000,
        transaction: HASH,
      },
    ],
    ...(contract.code === "arc" && { parameters }),
  };
}

function proposal(number: number): ProposalDescription {
  const [yes, no] = [BigInt(number % 7) * 10n ** 18n, 10n ** 18n];
  return {
    id: toBeHex(number + 1, 32),
    votingMachine: MACHINE.address,
    scheme: account(6),
    proposer: account(20 + (number % 5)),
    block: 100 + number,
    time: NOW - 80_000 + number,
    transaction: toBeHex(number + 7, 32),
    state: {
      recorded: number % 3 === 0 ? "queued" : "executed",
      now: number % 3 === 0 ? "queued" : "executed",
    },
    progress: { stage: number % 3 === 0 ? "open" : number % 3 === 1 ? "done" : "rejected" },
    description: `${HOSTILE} number ${number}`,
    requests: {
      kind: "reward",
      beneficiary: account(3000 + number),
      reputation: "0",
      nativeTokens: "0",
      ether: String(10n ** 18n),
      externalTokens: "0",
      periods: "1",
    },
    votes: {
      for: String(yes),
      against: String(no),
      supply: String(100n * 10n ** 18n),
      cast: [20, 21, 22].map((voter) => ({
        voter: account(voter),
        side: "for",
        reputation: String(yes),
        share: "1.00",
      })),
    },
  };
}

/** How many holders and proposals a sample has. */
export interface SampleSize {
  readonly holders?: number;
  readonly proposals?: number;
}

/** An inspection of an Arc DAO in which everything that strangers can write is hostile. */
export function sampleInspection({ holders = 6, proposals = 3 }: SampleSize = {}): Inspection {
  const held = Array.from({ length: holders }, (_, index) => ({
    account: account(20 + index),
    amount: String(BigInt(holders - index) * 10n ** 18n),
  }));
  const made = Array.from({ length: proposals }, (_, index) => proposal(index));
  const supply = String(held.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
  const controller = { ...arc("Controller", 2), universal: false };
  const text = { name: HOSTILE, symbol: HOSTILE, decimals: 18 };
  return {
    schemaVersion: 1,
    chainId: 1,
    block: { number: 5000, hash: HASH, timestamp: NOW },
    eventsFromBlock: 0,
    name: HOSTILE,
    releases: ["0.0.1-rc.57"],
    avatar: arc("Avatar", 1),
    metaData: HOSTILE,
    controller,
    earlierControllers: [],
    listings: [],
    token: {
      contract: arc("DAOToken", 3),
      ...text,
      totalSupply: supply,
      owner: controller.address,
      holders: held,
    },
    reputation: {
      contract: arc("Reputation", 4),
      totalSupply: supply,
      owner: controller.address,
      holders: held,
    },
    storage: {
      avatar: { explained: true },
      controller: { explained: true },
      token: { explained: true },
      reputation: { explained: true },
    },
    founders: [],
    unvotedMints: [],
    treasury: { ether: "0", tokens: [{ address: account(9), ...text, amount: "5" }] },
    owes: { debts: [], unknown: [] },
    mintable: [],
    allowances: [],
    schemes: [
      scheme(arc("ContributionReward", 6), "0x00000001"),
      scheme(arc("SchemeRegistrar", 7), "0x0000001f"),
    ],
    globalConstraints: [],
    votingMachines: [{ contract: MACHINE, stakingToken: { address: account(10), ...text } }],
    proposals: made,
    control: [6, 7].map((number) => ({
      scheme: account(number),
      permissions: "0x0000001f",
      vote: "voteParams",
      neededPercent: 50,
      accounts: held.slice(0, 3).map((each) => each.account),
      share: "71.43",
      boosting: true,
    })),
    accounts: [],
  };
}
