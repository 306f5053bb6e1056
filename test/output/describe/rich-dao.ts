import type { Inspection, ProposalDescription } from "../../../src/engine/inspect/description.js";
import { account, scheme, sampleInspection } from "../../engine/inspect/sample-inspection.js";

export const NOTHING = { notRead: "the node\ndoes not answer\u001b[2J" };
export const STRANGER = account(77);
export const ID = `0x${"3".repeat(64)}`;
export const UNKNOWN = { address: STRANGER, code: "unknown" } as const;
const sample = sampleInspection();
const NOW = sample.block.timestamp;
const MOMENT = { block: 20, time: NOW - 60, transaction: ID };
const [PROPOSAL] = sample.proposals as readonly ProposalDescription[];
const GEN = { address: account(10), name: "Gen", symbol: "GEN", decimals: 3 };
const GOLD = { address: account(9), name: "Gold", symbol: "GLD", decimals: 1 };

/** The state of a competition with one suggestion. */
export const COMPETITION = {
  contract: account(50),
  rewardSplit: ["70", "30"],
  startTime: NOW,
  suggestionsEndTime: NOW + 100,
  votingStartTime: NOW + 50,
  endTime: NOW + 200,
  redeemUntil: NOW + 300,
  maxVotesPerVoter: "3",
  admin: account(51),
  suggestions: [
    {
      id: "1",
      description: "mine\nall mine",
      beneficiary: STRANGER,
      votes: "2000000000000000000",
      cast: [{ voter: account(20), reputation: "1" }],
      place: 1,
      redeemedPercent: "70",
    },
  ],
};

/** A passed proposal that pays for a competition, with everything that may be left of it. */
const FUNDED: ProposalDescription = {
  ...PROPOSAL!,
  id: ID,
  description: "Pay\nfor it",
  state: { recorded: "executed", now: "executed" },
  decision: "for",
  progress: { stage: "passed", missing: "It is not redeemed." },
  problems: ["It asks for nothing."],
  competition: COMPETITION,
  unpaid: [
    { of: "ether", account: STRANGER, amount: "10", due: "0", periods: "2", refused: "too little" },
    { of: "token", token: GOLD.address, amount: "7", due: "7", heldBy: account(6) },
    { of: "own token", account: STRANGER, amount: "150", due: "50", periods: "1" },
  ],
  stakes: {
    for: "1500",
    against: "1000",
    placed: [{ staker: account(21), side: "for", amount: "1500" }],
    toBoost: "500",
  },
  redeemable: [
    {
      account: account(20),
      stakingTokens: "1000",
      reputation: "2000000000000000000",
      daoBounty: "500",
      daoBountyPromised: "2000",
    },
  ],
};

const MINTABLE = {
  scheme: account(6),
  atMost: "1000000000000000000",
  claimed: "0",
  from: NOW + 60,
  joinUntil: NOW - 60,
  to: "those who lock",
};

const LISTING = { contract: account(60), known: true, owner: STRANGER };

/** A DAO with everything that an inspection can contain. */
export const RICH: Inspection = {
  ...sample,
  name: "Rich",
  metaData: "QmHash",
  eventsFromBlock: 9,
  controller: { ...sample.controller, universal: true },
  token: {
    ...sample.token,
    name: "Own",
    symbol: "OWN",
    decimals: 2,
    totalSupply: "150000",
    cap: "200000",
    owner: STRANGER,
    holders: [{ account: account(20), amount: "150000" }],
  },
  reputation: { ...sample.reputation, owner: NOTHING },
  treasury: {
    ether: "1500000000000000000",
    tokens: [
      { ...GOLD, amount: "25" },
      { ...GOLD, symbol: "", decimals: NOTHING, amount: "25" },
    ],
  },
  owes: {
    debts: [
      {
        of: "ether",
        amount: "3000000000000000000",
        due: "1000000000000000000",
        has: "2500000000000000000",
        missing: "500000000000000000",
        proposals: [ID],
      },
      { of: "token", token: GOLD, amount: "33", due: "33", has: "50", proposals: [ID, ID] },
      { of: "token", token: GOLD, amount: "4", due: "4", has: NOTHING, proposals: [ID] },
      { of: "own token", amount: "150", due: "150", proposals: [ID] },
    ],
    unknown: [{ proposal: ID, why: NOTHING }],
  },
  mintable: [
    MINTABLE,
    { scheme: account(7), claimed: NOTHING, until: NOTHING, to: "whoever" },
    { ...MINTABLE, atMost: NOTHING, from: NOW - 5 },
  ],
  listings: [
    {
      ...LISTING,
      contract: { address: account(60), code: "arc", name: "DAOTracker", releases: [] },
      blacklisted: true,
      entries: [{ event: "blacklisted", ...MOMENT, by: STRANGER, text: "spam\u001b[2J\nreally" }],
    },
    {
      ...LISTING,
      contract: { address: account(61), code: "unknown" },
      known: false,
      name: "Mine",
      blacklisted: NOTHING,
      entries: [{ event: "proposed", ...MOMENT }],
    },
  ],
  globalConstraints: [
    { contract: UNKNOWN, looks: "before", paramsHash: "0x", parameters: { cap: "5" } },
    { contract: UNKNOWN, looks: "after", paramsHash: "0x", parameters: NOTHING },
  ],
  allowances: [{ token: GOLD.address, spender: STRANGER, amount: "7" }],
  earlierControllers: [
    {
      contract: { ...UNKNOWN, universal: false },
      until: MOMENT,
      replacedBy: sample.controller.address,
    },
    {
      contract: { ...UNKNOWN, universal: false },
      since: { ...MOMENT, block: 10 },
      until: MOMENT,
      replacedBy: sample.controller.address,
    },
  ],
  schemes: [
    {
      ...sample.schemes[0]!,
      parameters: {
        kept: "own",
        values: { contractToCall: STRANGER, voteParams: "0xab", intVote: "0x" },
        votes: Object.fromEntries(
          ["voteParams", "voteMore"].map((name) => [
            name,
            {
              votingMachine: account(5),
              paramsHash: ID,
              rules: {
                GenesisProtocol: {
                  queuedVoteRequiredPercentage: 50,
                  queuedVotePeriodLimit: 186_300,
                  boostedVotePeriodLimit: 45,
                  quietEndingPeriod: 0,
                  thresholdConst: "2000",
                  votersReputationLossRatio: 4,
                  proposingRepReward: "5",
                  minimumDaoBounty: "100",
                  activationTime: 0,
                  voteOnBehalf: STRANGER,
                },
              },
            },
          ]),
        ),
        mayCall: [STRANGER, account(10)],
        owner: account(8),
        refersTo: [
          { contract: UNKNOWN, owner: account(8), values: { "limit\n": "5" } },
          { contract: { ...UNKNOWN, address: account(79) }, owner: NOTHING, values: NOTHING },
        ],
      },
    },
    {
      ...sample.schemes[1]!,
      history: [],
      parameters: {
        kept: "own",
        values: {},
        votes: { vote: { votingMachine: STRANGER, paramsHash: "0xaa", rules: NOTHING } },
        mayCall: [],
        owner: "0x0000000000000000000000000000000000000000",
      },
    },
    {
      ...scheme({ ...sample.schemes[1]!.contract, address: account(8) }, "0x00000003"),
      parameters: NOTHING,
    },
    scheme({ address: account(78), code: "account" }, "0x00000000"),
    scheme(
      { ...UNKNOWN, address: account(79), looksLike: "WalletScheme of dxdao-contracts 1" },
      "0x00000011",
    ),
    {
      ...scheme({ address: account(80), code: "account" }, "0x00000001"),
      registered: false,
      history: [
        { ...MOMENT, event: "registered", by: account(4), how: "controller" },
        { ...MOMENT, event: "unregistered", by: account(4), how: "itself", controller: STRANGER },
      ],
    },
  ],
  votingMachines: [
    { ...sample.votingMachines[0]!, stakingToken: GEN },
    { contract: UNKNOWN, proposals: NOTHING },
  ],
  control: [
    ...(sample.control as Extract<Inspection["control"], readonly unknown[]>),
    {
      scheme: account(8),
      permissions: "0x00000003",
      vote: "voteParams",
      neededPercent: 50,
      accounts: [],
      share: "20.00",
      boosting: false,
    },
  ],
  proposals: [
    FUNDED,
    {
      ...FUNDED,
      description: "",
      votes: NOTHING,
      stakes: NOTHING,
      redeemable: NOTHING,
      unpaid: NOTHING,
      competition: NOTHING,
      requests: NOTHING,
    },
  ],
};

const HELD = { contract: UNKNOWN, totalSupply: NOTHING, owner: NOTHING, holders: NOTHING };

/** A DAO of which nothing could be read. */
export const UNREAD: Inspection = {
  ...sample,
  name: NOTHING,
  releases: [],
  // Said once: the reason contains the block.
  eventsFromBlock: 9,
  missingEvents: "early events are missing",
  avatar: UNKNOWN,
  metaData: NOTHING,
  controller: { ...UNKNOWN, code: "account", universal: false },
  listings: NOTHING,
  token: { ...HELD, name: NOTHING, symbol: NOTHING, decimals: NOTHING },
  reputation: HELD,
  founders: NOTHING,
  treasury: NOTHING,
  owes: NOTHING,
  mintable: NOTHING,
  allowances: NOTHING,
  schemes: [],
  globalConstraints: NOTHING,
  votingMachines: [],
  proposals: NOTHING,
  control: NOTHING,
};
