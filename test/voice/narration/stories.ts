import type {
  DaoDescription,
  FounderDescription,
  ProposalDescription,
  Side,
} from "../../../src/voice/index.js";

export const token = 10n ** 18n;
const member = (index: number): string => `0x${index.toString(16).padStart(40, "0")}`;

const founder = (tokens: bigint, reputation: bigint): FounderDescription => ({
  tokens: tokens * token,
  reputation: reputation * token,
});
const votes = (side: Side, ...reputation: number[]): ProposalDescription["votes"] =>
  reputation.map((amount, index) => ({
    voter: member(index + (side === "for" ? 1 : 100)),
    side,
    reputation: (BigInt(Math.round(amount * 1000)) * token) / 1000n,
  }));
const stakes = (side: Side, ...amounts: number[]): ProposalDescription["stakes"] =>
  amounts.map((amount, index) => ({
    staker: member(index + 1),
    side,
    amount: BigInt(amount) * token,
  }));

const gen = { name: "DAOstack" };
const REGISTRAR = "0x0000001f";
const PLAIN = "0x00000001";

/** Ten DAOs with little in common; a person has read their stories aloud. */
export const DAOS: Readonly<Record<string, DaoDescription>> = {
  "nothing at all": {
    name: "",
    token: { name: "", symbol: "", totalSupply: 0n },
    totalReputation: 0n,
    founders: [],
    schemes: [],
    proposals: [],
  },
  "one of everything": {
    name: "Harbour Commons",
    network: "mainnet",
    token: { name: "Harbour", symbol: "HBR", totalSupply: token },
    totalReputation: token,
    founders: [founder(1n, 1n)],
    schemes: [{ name: "ContributionReward", permissions: PLAIN }],
    proposals: [
      {
        title: "Pay Bob. Then, dance!",
        scheme: "ContributionReward",
        asks: "give its beneficiary 10 ether",
        state: "Queued",
        totalReputation: token,
        votes: votes("for", 1),
        stakes: stakes("for", 1),
        stakingToken: gen,
      },
    ],
  },
  "equal founders, a demo of each state": {
    name: "Demo Test DAO",
    network: "private",
    token: { name: "Demo Test Token", symbol: "DTT", totalSupply: 6000n * token },
    totalReputation: 5940n * token,
    founders: Array.from({ length: 6 }, () => founder(1000n, 1000n)),
    schemes: [
      { name: "SchemeRegistrar", permissions: REGISTRAR },
      { name: "ContributionReward", permissions: PLAIN },
      { name: "UGenericScheme", permissions: "0x00000011" },
    ],
    proposals: [
      {
        scheme: "ContributionReward",
        asks: "give its beneficiary 10 reputation",
        state: "Queued",
        totalReputation: 6000n * token,
        votes: votes("against", 1000),
        stakes: [],
        stakingToken: gen,
      },
      {
        scheme: "ContributionReward",
        asks: "give its beneficiary 10 reputation",
        state: "PreBoosted",
        totalReputation: 6000n * token,
        votes: [],
        stakes: stakes("for", 300),
        stakingToken: gen,
      },
      {
        scheme: "ContributionReward",
        asks: "give its beneficiary 10 reputation",
        state: "Boosted",
        totalReputation: 6000n * token,
        votes: [...votes("for", 1000), ...votes("against", 990)],
        stakes: [...stakes("for", 300)!, ...stakes("against", 1, 1)!],
        stakingToken: gen,
      },
      {
        scheme: "ContributionReward",
        asks: "give its beneficiary 10 reputation",
        state: "Executed",
        outcome: "for",
        missing: "fulfil",
        totalReputation: 6000n * token,
        votes: votes("for", 1000, 1000, 1000, 1000),
        stakes: [],
      },
      {
        scheme: "UGenericScheme",
        asks: "call the function test 2 of Action Mock",
        state: "QuietEndingPeriod",
        totalReputation: 6000n * token,
        votes: [...votes("for", 1000), ...votes("against", 999)],
        stakes: [],
      },
    ],
  },
  "many founders, large and small amounts": {
    name: "Genesis Alpha",
    network: "xdai",
    token: {
      name: "Genesis Alpha",
      symbol: "GDT",
      totalSupply: 123_456_789n * token + token / 7n,
    },
    totalReputation: 999_999_999n * token,
    founders: [
      founder(1000n, 1000n),
      { tokens: token + 1n, reputation: token / 2n },
      { tokens: 1n, reputation: 0n },
      founder(0n, 5n),
      { tokens: 123_456_789n * token + token / 7n, reputation: token / 3n },
      founder(1n, 1n),
      founder(2n, 1n),
    ],
    schemes: [{ name: "SchemeRegistrar", permissions: REGISTRAR }],
    proposals: [],
  },
  "45 schemes": {
    name: "Scheme Collectors",
    network: "arbitrum",
    token: { name: "SCO", symbol: "SCO", totalSupply: 45n * token },
    totalReputation: 45n * token,
    founders: [founder(20n, 20n), founder(25n, 25n)],
    schemes: [
      { name: "SchemeRegistrar", permissions: REGISTRAR },
      { name: "UpgradeScheme", permissions: "0x0000000b" },
      { name: "GlobalConstraintRegistrar", permissions: "0x00000005" },
      ...Array.from({ length: 3 }, () => ({ name: "GenericScheme", permissions: "0x00000011" })),
      { name: "a contract of unknown code", permissions: PLAIN },
      { name: "a contract of unknown code", permissions: PLAIN },
      { name: "an account without code", permissions: REGISTRAR },
      ...Array.from({ length: 36 }, (_, index) => ({
        name: `ContinuousLocking4Reputation${index + 1}`,
        permissions: PLAIN,
      })),
    ],
    proposals: [],
  },
  "an old release without stakes": {
    name: "Veteran",
    network: "kovan",
    token: { name: "Veteran Token", symbol: "VET", totalSupply: 500n * token },
    totalReputation: 300n * token,
    founders: [founder(250n, 100n), founder(250n, 200n)],
    schemes: [
      { name: "SimpleICO", permissions: PLAIN },
      { name: "VestingScheme", permissions: PLAIN },
    ],
    proposals: [
      {
        scheme: "SchemeRegistrar",
        asks: "unregister Simple ICO",
        state: "Executed",
        outcome: "against",
        totalReputation: 300n * token,
        votes: votes("against", 200),
      },
      {
        scheme: "GenericScheme",
        state: "Executed",
        outcome: "for",
        totalReputation: 300n * token,
        votes: votes("for", 100, 200),
      },
    ],
  },
  "a stranger's texts": {
    name: "\u001b[31m# Evil\u202e\n\n# Heading\u0000DAO",
    network: "xd\u2066ai\n# x",
    token: { name: "a\n# b\u200b", symbol: "\r\n// c\ud800" },
    founders: [founder(1n, 1n), founder(1n, 1n)],
    schemes: [{ name: "\u0007Bell\u2028Scheme", permissions: PLAIN }],
    proposals: [
      {
        title: "\u202eevil\n\n# A heading?\n// comment\u0000",
        scheme: "Bad\u001b[8mScheme",
        asks: "do \u202ethis",
        state: "Boosted",
        votes: votes("for", 5),
        stakes: stakes("for", 3),
        stakingToken: { name: "\u202eGEN\n\n# tokens" },
      },
    ],
  },
  "proposals whose votes are over": {
    name: "dxDAO",
    network: "mainnet",
    token: { name: "DXD", symbol: "DXD", totalSupply: 49_318n * token },
    totalReputation: 1_000_000n * token,
    founders: [founder(0n, 1n)],
    schemes: [
      { name: "WalletScheme", permissions: "0x00000011" },
      { name: "Quick Fixes", permissions: "0xffffffff" },
    ],
    proposals: [
      {
        scheme: "WalletScheme",
        asks: "make four calls, the first of them to a contract of unknown code",
        state: "Executed",
        outcome: "for",
        totalReputation: 1_000_000n * token,
        votes: votes("for", 500_001),
        stakes: [],
      },
      {
        scheme: "WalletScheme",
        asks: "send 3 ether to an account without code",
        state: "ExpiredInQueue",
        totalReputation: 1_000_000n * token,
        votes: votes("for", 100),
        stakes: [],
      },
      {
        scheme: "Quick Fixes",
        asks: "register a contract of unknown code as a scheme, which may then upgrade the controller",
        title: "Trust me",
        state: "Boosted",
        missing: "execute",
        totalReputation: 1_000_000n * token,
        votes: votes("for", 0.001),
        stakes: stakes("against", 2, 3),
        stakingToken: { name: "GEN Token", decimals: 18 },
      },
      { state: "None", votes: [], stakes: [] },
    ],
  },
  "twelve proposals": {
    name: "The Chatty Collective",
    network: "private",
    token: { name: "Talk", symbol: "TALK", totalSupply: 12n * token },
    totalReputation: 12n * token,
    founders: [founder(6n, 6n), founder(6n, 6n)],
    schemes: [{ name: "VoteInOrganizationScheme", permissions: PLAIN }],
    proposals: Array.from({ length: 12 }, (_, index) => ({
      title: `Is ${index + 1} a good number?`,
      state: "Queued" as const,
      totalReputation: 12n * token,
      votes: votes("for", ...Array.from({ length: index % 4 }, () => 1)),
      stakes: [],
    })),
  },
  "tokens with other decimals, more votes than there should be": {
    name: "Six Decimals",
    network: "private",
    token: { name: "Six", symbol: "SIX", totalSupply: 3n * 10n ** 45n },
    totalReputation: 100n * token,
    founders: Array.from({ length: 50 }, (_, index) => founder(BigInt(index), 2n)),
    schemes: [{ name: "GenericScheme", permissions: "0x00000011" }],
    proposals: [
      {
        scheme: "GenericScheme",
        asks: "call the function transfer of USD Coin",
        state: "Queued",
        totalReputation: 100n * token,
        votes: [...votes("for", 120), ...votes("against", 0)],
        stakes: [{ staker: member(1), side: "for", amount: 1_500_000n }],
        stakingToken: { name: "USD Coin", decimals: 6 },
      },
    ],
  },
};
