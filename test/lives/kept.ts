import { TEN_HEIGHTS, type Incident, type Plan } from "./plan.js";

const PLAIN: Plan = {
  journey: "assemble",
  node: 0,
  delays: [0],
  keepsOrder: false,
  blockTime: 2,
  confirmations: 1,
  polling: 1_000,
  maxGasPrice: 0,
  agreesToHigherFees: false,
  isAttended: false,
  pause: 0,
  chance: 0,
  incidents: [],
};

/** A change behind nodes that lag. */
const BEHIND: Plan = {
  ...PLAIN,
  journey: "propose",
  node: 2,
  delays: TEN_HEIGHTS,
  keepsOrder: true,
  polling: 4_000,
  isAttended: true,
};

function at(operation: number, kind: Incident["kind"], size = 0): Incident {
  return { kind, at: operation, size };
}

/** Lives that were not as promised once, after what went wrong in them. */
export const KEPT: Readonly<Record<string, Plan>> = {
  "a second DAO by DaoCreator, because its base was in the result file and the journal was gone": {
    ...PLAIN,
    journey: "forge",
    incidents: [at(86, "journal deleted")],
  },
  "a journal whose name was not on disk yet, and whose steps were sent again": {
    ...PLAIN,
    incidents: [at(82, "kill before")],
  },
  "steps made again, because the node had no receipts for a while": {
    ...PLAIN,
    incidents: [at(1, "no receipts"), at(82, "journal deleted"), at(87, "kill before")],
  },
  "a journal of found steps that could not be resumed": {
    ...PLAIN,
    incidents: [at(133, "journal deleted"), at(152, "no money"), at(249, "kill before")],
  },
  "a lock that stayed, because its note could not be removed": {
    ...PLAIN,
    incidents: [at(1, "kill before"), at(17, "disk read-only")],
  },
  "a lock that stayed, because its note could not be written": {
    ...PLAIN,
    incidents: [at(26, "kill before"), at(45, "disk read-only"), at(68, "kill before")],
  },
  "a gap of nonces in the words of Nethermind, which were not understood": {
    ...PLAIN,
    node: 2,
    delays: [0, 1500],
    chance: 2117079156,
    incidents: [at(1, "no money", 2), at(203, "answer lost"), at(287, "kill before")],
  },
  "mined steps whose receipts one of several nodes hid, taken for a stranger's doing": {
    ...PLAIN,
    delays: [0, 700, 9000],
    keepsOrder: true,
    chance: 1757814541,
    incidents: [at(26, "disk read-only"), at(312, "power cut"), at(323, "kill before")],
  },
  "founders who got twice what they should, because a wallet used a nonce and the journal was gone":
    {
      ...PLAIN,
      incidents: [at(86, "journal deleted"), at(87, "transfer from the wallet")],
    },
  "a contract that was left behind, and read from the journal again": {
    ...PLAIN,
    node: 2,
    keepsOrder: true,
    blockTime: 12,
    maxGasPrice: 40,
    pause: 1,
    chance: 409119699,
    incidents: [at(142, "reorganization"), at(176, "second process", 5), at(396, "kill before", 2)],
  },
  "a second DAO, because one of two nodes had not counted the steps of a lost journal yet": {
    ...PLAIN,
    delays: [0, 1500],
    blockTime: 12,
    incidents: [at(1, "empty blocks", 4), at(86, "journal deleted"), at(104, "no receipts", 6)],
  },
  "a second DAO, because one of three nodes did not have the block yet that another one named": {
    ...PLAIN,
    journey: "forge",
    delays: [0, 700, 9000],
    confirmations: 4,
    pause: 30,
    chance: 20,
    incidents: [at(86, "journal deleted"), at(214, "slow answer", 3), at(240, "lagging node")],
  },
  "a base that was done before its last steps had their confirmations, and lost them": {
    ...PLAIN,
    journey: "base",
    node: 3,
    blockTime: 12,
    confirmations: 4,
    maxGasPrice: 40,
    agreesToHigherFees: true,
    chance: 1268048344,
    incidents: [
      at(201, "kill after"),
      at(281, "transfer from the wallet", 7),
      at(310, "transactions lost in a reorganization", 3),
    ],
  },
  "an interruption that nobody handled, because a list's owners were read without waiting for them":
    { ...PLAIN, journey: "propose", incidents: [at(93, "interrupted")] },
  "a nonce that the wallet had used, in the words of ganache, which were not understood": {
    ...PLAIN,
    journey: "forge",
    node: 5,
    incidents: [at(57, "request lost", 7), at(179, "transfer from the wallet", 3)],
  },
  "founders who got twice what they should, because a step was done again after it, and the journal was gone":
    {
      ...PLAIN,
      node: 2,
      delays: [0, 1500],
      blockTime: 5,
      confirmations: 2,
      chance: 48849298,
      incidents: [at(146, "cancelled in the wallet", 3), at(271, "journal deleted", 5)],
    },
  "steps sent twice, because no node that was asked had the block with those of a lost journal": {
    ...PLAIN,
    node: 1,
    delays: TEN_HEIGHTS,
    keepsOrder: true,
    blockTime: 12,
    confirmations: 3,
    isAttended: true,
    pause: 1,
    chance: 2147483633,
    incidents: [at(108, "empty blocks", 3), at(113, "journal deleted"), at(117, "kill before")],
  },
  "fees raised without end, because a full pool of the model refused what could be mined first": {
    ...PLAIN,
    journey: "base",
    node: 5,
    delays: TEN_HEIGHTS,
    keepsOrder: true,
    blockTime: 12,
    confirmations: 2,
    maxGasPrice: 40,
    pause: 30,
    chance: 775617843,
    incidents: [
      at(105, "no receipts", 3),
      at(193, "sped up in the wallet"),
      at(225, "stranger's DAO", 6),
      at(247, "transactions lost in a reorganization", 3),
      at(417, "sped up in the wallet"),
    ],
  },
  "a second DAO, because the new journal of found steps was cut to its header, which is younger": {
    ...PLAIN,
    journey: "forge",
    node: 2,
    delays: [0, 700, 9000],
    blockTime: 5,
    confirmations: 2,
    maxGasPrice: 200,
    agreesToHigherFees: true,
    isAttended: true,
    pause: 300,
    chance: 257014759,
    incidents: [
      at(124, "journal deleted", 2),
      at(250, "reorganization", 4),
      at(261, "old journal"),
      at(290, "old journal", 1),
    ],
  },
  "test accounts funded again at another gas price, because the journal was gone": {
    ...PLAIN,
    journey: "demo",
    node: 2,
    keepsOrder: true,
    polling: 4_000,
    maxGasPrice: 15,
    pause: 30,
    chance: 786496505,
    incidents: [
      at(106, "request lost", 2),
      at(157, "sped up in the wallet", 1),
      at(189, "cancelled in the wallet", 5),
      at(194, "transactions lost in a reorganization", 2),
      at(332, "journal deleted", 4),
    ],
  },
  "a user who tried too soon and too often, while the provider was on a chain without a base": {
    ...PLAIN,
    node: 5,
    delays: [0, 700, 9000],
    maxGasPrice: 15,
    agreesToHigherFees: true,
    pause: 1,
    chance: 1715448602,
    incidents: [
      at(34, "slow answer"),
      at(54, "another chain", 7),
      at(103, "transfer from the wallet", 5),
      at(366, "refused", 2),
      at(419, "power cut", 6),
    ],
  },
  "a first step done again after the wallet used its nonce, taken for another migration's, as the journal was older":
    {
      ...PLAIN,
      journey: "forge",
      incidents: [
        at(87, "cancelled in the wallet"),
        at(156, "old journal", 3),
        at(156, "kill before"),
      ],
    },
  "a step done again for another contract, as its journal was an older copy that has it done for the first":
    {
      ...PLAIN,
      incidents: [
        at(75, "transfer from the wallet"),
        at(91, "kill before"),
        at(345, "old journal", 4),
      ],
    },
  "a step made again, because a wallet's transaction had its nonce until a reorganization dropped that":
    {
      ...PLAIN,
      blockTime: 5,
      confirmations: 2,
      chance: 2985758,
      incidents: [
        at(1, "no receipts", 2),
        at(1, "transactions dropped"),
        at(87, "cancelled in the wallet"),
        at(164, "transactions lost in a reorganization"),
      ],
    },
  "a private chain taken for public, because its node did not say its name for some seconds": {
    ...PLAIN,
    journey: "forge",
    node: 5,
    incidents: [at(4, "request lost", 5), at(90, "kill before")],
  },
  "a second DAO, because the provider showed another chain while the first was checked": {
    ...PLAIN,
    incidents: [at(1, "refused"), at(310, "journal deleted"), at(341, "another chain", 2)],
  },
  "a proposal made twice, because a node that was behind did not show it to the next run": {
    ...BEHIND,
    blockTime: 12,
    maxGasPrice: 15,
    agreesToHigherFees: true,
    pause: 1,
    chance: 1488773,
    incidents: [at(354, "second process", 4), at(386, "kill after", 2)],
  },
  "a base whose contracts were made again, because a node that was behind had no code of them": {
    ...PLAIN,
    journey: "base",
    node: 4,
    delays: TEN_HEIGHTS,
    confirmations: 3,
    agreesToHigherFees: true,
    chance: 554331,
    incidents: [
      at(185, "sped up in the wallet", 6),
      at(280, "second process", 6),
      at(330, "second process", 6),
    ],
  },
  "a change that could not be resumed, because its first block came from a node ahead of the one that counted nonces":
    {
      ...BEHIND,
      confirmations: 4,
      maxGasPrice: 200,
      pause: 30,
      chance: 2147483632,
      incidents: [
        at(78, "transfer from the wallet", 6),
        at(117, "transactions dropped", 4),
        at(126, "request lost", 2),
        at(262, "fee spike", 5),
      ],
    },
};
