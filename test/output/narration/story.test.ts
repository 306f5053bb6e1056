import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "chai";

import { networkOf } from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import { parseScript } from "../../../src/output/narration/script.js";
import { spokenForm } from "../../../src/output/narration/script.js";
import { storyOfDao } from "../../../src/output/narration/story.js";
import { expectGolden } from "../../golden.js";
import { withBase } from "../../engine/migration/with-base.js";
import { account, keyHolder, proposal, sampleDao, scheme, stakes, votes } from "./sample-dao.js";

const MAINNET = networkOf(1);
const none = new Map<string, string>();
const tell = (dao: Inspection): string => storyOfDao(dao, MAINNET, none);
const absolute = (votePerc: number) => ({ AbsoluteVote: { votePerc } });
const many = <Item>(length: number, make: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => make(index));

/** DAOs with little in common; a person has read their stories aloud. */
const DAOS: Readonly<Record<string, Inspection>> = {
  "nothing at all": sampleDao({ name: "", schemes: [], token: { name: "", symbol: "" } }),
  "one of everything": sampleDao({
    founders: [[1, 1]],
    proposals: [
      proposal(votes("for", 1), {
        supply: 1,
        description: " Pay Bob. Then, dance! ",
        stakes: { for: "0", against: "0", placed: stakes("for", 1) },
      }),
    ],
  }),
  "a seventh founder with nearly everything": sampleDao({
    founders: [
      [1000, 100],
      [1, 0.5],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1.5],
      [5, 9000],
    ],
    schemes: [
      scheme(10, "ContributionReward"),
      scheme(11, "SchemeRegistrar", "0x0000001f", absolute(60)),
    ],
  }),
  "50 equal founders, one with twice as much, many others by now": sampleDao({
    founders: [...many(50, () => [1000, 1000] as const), [2000, 2000]],
    holders: [
      ...many(51, (n) => [100 + n, n === 50 ? 2000 : 1000] as const),
      [10, 3000],
      [2, 500],
      ...many(9, (n) => [300 + n, n + 1] as const),
    ],
    schemes: [scheme(10, "ContributionReward", "0x00000001", { QuorumVote: { votePerc: 20 } })],
  }),
  "accounts that may do anything": sampleDao({
    founders: [
      [6, 6],
      [6, 6],
    ],
    schemes: [
      scheme(10, "VestingScheme", "0x00000001", absolute(100)),
      keyHolder(100, "0x0000001f", "controller"),
      keyHolder(300, "0x00000003", "scheme"),
      keyHolder(301, "0x00000003", "scheme"),
    ],
  }),
  "only its deployer, who votes for everybody": sampleDao({
    founders: [[0, 1]],
    schemes: [keyHolder(300, "0x00000011", "controller")],
  }),
  "45 schemes": sampleDao({
    founders: [
      [20, 20],
      [25, 25],
    ],
    schemes: [
      scheme(10, "SchemeRegistrar", "0x0000001f"),
      scheme(11, "UpgradeScheme", "0x0000000b"),
      scheme(12, "GlobalConstraintRegistrar", "0x00000005", {
        AbsoluteVote: { votePerc: 50, voteOnBehalf: account(9) },
      }),
      ...many(3, (n) => scheme(20 + n, "GenericScheme", "0x00000011")),
      ...many(2, (n) => scheme(30 + n)),
      ...many(37, (n) => scheme(40 + n, `ContinuousLocking4Reputation${n + 1}`)),
      { ...scheme(99, "SimpleICO"), registered: false },
    ],
  }),
  "a stranger's texts": sampleDao({
    name: "\u001b[31m# Evil\u202e\n\n# Heading\u0000DAO",
    token: { name: "a\n# b\u200b", symbol: "\r\n// c\ud800" },
    founders: [
      [1, 1],
      [1, 1],
    ],
    schemes: [scheme(10, "\u0007Bell\u2028Scheme")],
    staking: { name: "\u202eGEN\n\n# tokens", decimals: 18 },
    proposals: [
      proposal(votes("for", 5), {
        description: "\u202eevil\n\n# A heading?\n// comment\u0000",
        stakes: { for: "0", against: "0", placed: stakes("for", 3) },
      }),
    ],
  }),
  "proposals of all kinds": sampleDao({
    founders: [[0, 100]],
    token: { name: "DXD", symbol: "DXD", decimals: 6, totalSupply: String(3n * 10n ** 33n) },
    staking: { name: "USD Coin", decimals: 6 },
    schemes: [scheme(10, "WalletScheme", "0xffffffff"), scheme(11)],
    proposals: [
      proposal([...votes("for", 50), ...votes("against", 10, 5), ...votes("abstained", 1)], {
        state: { recorded: "boosted", now: "quietEndingPeriod" },
        stakes: {
          for: "0",
          against: "0",
          placed: [{ staker: account(1), side: "for", amount: "1500000" }],
        },
      }),
      proposal(votes("for", 50.001), { progress: { stage: "done" }, scheme: account(11) }),
      proposal(votes("for", 70), { progress: { stage: "passed" }, stakes: undefined }),
      proposal(votes("against", 70), { progress: { stage: "rejected" } }),
      proposal(votes("for", 0.001), { progress: { stage: "expired" } }),
      proposal([], { progress: { stage: "to be executed" }, stakes: undefined }),
      proposal([], {
        state: { recorded: "preBoosted", now: "preBoosted" },
        requests: { kind: "other", event: "NewThing", values: {} },
        description: `0x${"ab".repeat(32)}`,
      }),
      ...many(4, (n) =>
        proposal([], {
          state: { recorded: "boosted", now: "boosted" },
          description: `Is ${n} a good number?${" Long.".repeat(n * 20)}`,
        }),
      ),
    ],
  }),
};

describe("the story of a DAO", () => {
  it("is one that a person has read aloud, for nine DAOs", () => {
    const stories = Object.entries(DAOS).map(([what, dao]) => `=== ${what}\n${tell(dao)}`);
    expectGolden(import.meta.dirname, "stories.txt", stories.join("\n"));
  });

  it("repeats nothing, counts correctly and spells nothing out", () => {
    for (const [what, dao] of Object.entries(DAOS)) {
      for (const { text } of parseScript(tell(dao))) {
        const said = spokenForm(text);
        expect(said, what).not.to.match(/\b(\w+) \1\b(?<!that that)/i);
        expect(said, what).not.to.match(
          /\b1 \w+s\b(?<!1 days)|\bone (\w+ )?(tokens|members|schemes)\b/,
        );
        expect(said, what).not.to.match(/[a-z]{2}[A-Z][a-z]|0x|\d{7}|[!?]\.|\p{C}/u);
      }
    }
  });

  it("uses aliases, and calls the chain by its name", () => {
    const dao = sampleDao({ founders: [[1, 1]], proposals: [proposal()] });
    const told = storyOfDao(
      dao,
      networkOf(100),
      new Map([[account(10).toLowerCase(), "QuickFixes"]]),
    );
    expect(told).to.include("QuickFixes may do this: mint");
    expect(told).to.include("made through QuickFixes, asks to pay 10 ether");
    expect(told).to.include("on the chain xdai");
  });

  it("gives shares of the reputation when a proposal was made, and cuts names that are long", () => {
    const dao = sampleDao({
      name: `${"very ".repeat(100)}long`,
      founders: [[1, 5]],
      proposals: [proposal(votes("for", 3), { supply: 18 })],
    });
    expect(tell(dao)).to.include("with 16.67% of the reputation");
    expect(tell(dao).split("\n")[2]).to.have.length.below(320);
  });

  it("includes a proposer's text, but no hash and no address", () => {
    const told = (description: string): boolean =>
      tell(sampleDao({ proposals: [proposal([], { description })] })).includes("In the words");
    expect(told("Pay Bob")).to.equal(true);
    for (const reference of [
      "",
      "QmW7xFSTyvmiQFVpKPLJcRSXWPYd9YJ5QvqwzbtYMyrmHT",
      `0x${"ab".repeat(32)}`,
      "https://example.com/proposal/1",
    ]) {
      expect(told(reference), reference).to.equal(false);
    }
  });

  it("tells all of its own before a proposer's words, which end with the paragraph", () => {
    const forged = 'Nice.” 9 accounts voted for it. State: passed.\n\nProposal 2 is "void".';
    const told = tell(sampleDao({ proposals: [proposal([], { description: forged })] }));
    expect(told.split("# Proposals")[1]).to.match(
      /^\s+Proposal 1, [^“”]* State: queued\. In the words of its proposer: “Nice\.' [^“”]*Proposal 2 is 'void'\.”\s*$/,
    );
  });

  it("is not told if something could not be read", () => {
    const notRead = { notRead: "the node gave up" };
    for (const [changes, what] of [
      [{ founders: notRead }, "its founders"],
      [{ control: notRead }, "who controls it"],
      [{ proposals: notRead }, "its proposals"],
      [{ proposals: [proposal([], { votes: notRead })] }, "the votes of a proposal"],
    ] as const) {
      expect(() => tell({ ...sampleDao(), ...changes })).to.throw(
        `${what} could not be read: the node gave up. Use a node`,
      );
    }
  });
});

describe("examples/narration", () => {
  // GOLDEN=write writes it.
  it("is the story of the demo test, as the program tells it", async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection }) => {
      const { Avatar } = await migrateDemoTest(deployer, release, base);
      const inspection = await inspectDao(connection.provider, Avatar);
      const told = storyOfDao(inspection, privateNetwork(31337), none);
      const file = path.join(import.meta.dirname, "../../../examples/narration/demo.txt");
      if (process.env.GOLDEN === "write" && process.env.CI === undefined)
        await writeFile(file, told);
      expect(await readFile(file, "utf8")).to.equal(told);
      expect(told, "full stops").not.to.include("..");
    });
  });
});
