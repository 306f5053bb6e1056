import { expect } from "chai";
import {
  parseScript,
  PROPOSAL_STATES,
  spokenForm,
  tellStory,
  type DaoDescription,
  type ProposalDescription,
} from "../../../src/voice/index.js";

const token = 10n ** 18n;
const account = (digit: string): string => `0x${digit.repeat(36)}c9c1`;

const proposal: ProposalDescription = {
  id: `0x${"ab".repeat(31)}12`,
  title: "Pay Ada for the website.",
  scheme: "ContributionReward",
  state: "Boosted",
  votes: [
    { voter: account("a"), side: "for", reputation: 1000n * token },
    { voter: account("b"), side: "for", reputation: 500n * token },
    { voter: account("c"), side: "against", reputation: 250n * token },
  ],
  stakes: [{ staker: account("a"), side: "for", amount: 100n * token }],
};

const dao: DaoDescription = {
  name: "Genesis",
  network: "private",
  avatar: account("d"),
  token: { name: "Genesis Token", symbol: "GDT", totalSupply: 3000n * token },
  totalReputation: 3000n * token,
  founders: [
    { address: account("a"), tokens: 1000n * token, reputation: 1000n * token },
    { address: account("b"), tokens: token, reputation: token / 2n },
  ],
  schemes: [
    { name: "ContributionReward", address: account("e"), permissions: "0x00000000" },
    { name: "SchemeRegistrar", address: account("e"), permissions: "0x0000001f" },
    { name: "GenericScheme", address: account("f"), permissions: "0x00000011" },
    { name: "Redeemer", address: account("f"), permissions: "0x00000001" },
  ],
  proposals: [proposal],
};

const EXPECTED = `# Genesis

Genesis is a DAO on a private chain. Its avatar is at 0xdddd…c9c1. Its token is called Genesis Token, with the symbol GDT. There are 3,000 tokens. Votes are weighed by reputation; there is 3,000 of it.

# Founders

It has two founders. The account 0xaaaa…c9c1 began with 1,000 tokens and 1,000 reputation. The account 0xbbbb…c9c1 began with 1 token and 0.5 reputation.

# Schemes

Four schemes may act for it. A registered scheme may mint tokens and reputation and pay from the DAO's funds. The scheme ContributionReward, at 0xeeee…c9c1, is not registered. The scheme SchemeRegistrar, at 0xeeee…c9c1, may also register and unregister schemes, add and remove global constraints, upgrade the controller and call other contracts in the DAO's name. The scheme GenericScheme, at 0xffff…c9c1, may also call other contracts in the DAO's name. The scheme Redeemer, at 0xffff…c9c1, may do no more than that.

# Proposals

There is one proposal.

The proposal has the id 0xabab…ab12, made through the scheme ContributionReward. It is about this: Pay Ada for the website. It has two votes for it with 1,500 reputation, 50 percent of all and one vote against it with 250 reputation, 8.3 percent of all. There is one stake for it, of 100 tokens. It is boosted: a simple majority of the votes decides.
`;

describe("the story of a DAO", () => {
  it("tells everything, in plain English", () => {
    expect(tellStory(dao)).to.equal(EXPECTED);
  });

  it("is a narration script with a segment for each paragraph, fit to be spoken", () => {
    const segments = parseScript(tellStory(dao));
    expect(segments.map(({ heading }) => heading)).to.deep.equal([
      "Genesis",
      "Founders",
      "Schemes",
      "Proposals",
      "Proposals",
    ]);
    expect(spokenForm(segments[1]!.text)).to.include("The account ending c 9 c 1 began");
    expect(spokenForm(segments[4]!.text)).to.include("has the id ending a b 1 2, made");
  });

  it("describes a DAO of which little is known", () => {
    const story = tellStory({
      name: "Bare",
      avatar: account("d"),
      token: { name: "Bare Token", symbol: "BT" },
      founders: [],
      schemes: [],
      proposals: [],
    });
    expect(story).to.include("Bare is a DAO. Its avatar");
    expect(story).to.include("symbol BT.\n");
    expect(story).to.include("without founders");
    expect(story).to.include("No scheme is registered");
    expect(story).to.include("There are no proposals yet.");
  });

  it("sums up founders beyond five", () => {
    const founders = Array.from({ length: 12 }, (_, index) => ({
      address: account((index % 10).toString()),
      tokens: 2n * token,
      reputation: token,
    }));
    const story = tellStory({ ...dao, founders });
    expect(story.match(/The account/g)).to.have.length(5);
    expect(story).to.include("It has 12 founders.");
    expect(story).to.include(
      "Seven further founders began with 14 tokens and 7 reputation together.",
    );
  });

  it("describes every state, and the decision", () => {
    const told = PROPOSAL_STATES.map((state) =>
      tellStory({ ...dao, proposals: [{ ...proposal, state }] }),
    );
    expect(new Set(told).size).to.equal(7);
    const executed = { ...proposal, state: "Executed", outcome: "against" } as const;
    expect(tellStory({ ...dao, proposals: [executed] })).to.include(
      "It has been executed; the decision is against it.",
    );
  });

  it("numbers several proposals, and describes those without votes, stakes or title", () => {
    const { id } = proposal;
    const bare = { id, state: "Queued", votes: [], stakes: [] } as const;
    const story = tellStory({ ...dao, network: "xdai", proposals: [proposal, bare] });
    expect(story).to.include("on the xdai network");
    expect(story).to.include("There are two proposals.");
    expect(story).to.include(
      "Proposal number 2 has the id 0xabab…ab12. Nobody has voted yet. Nobody has staked on it. It waits in the queue",
    );
  });

  it("says 'about' or 'less than' for amounts beyond four decimals", () => {
    const founders = [
      { address: account("a"), tokens: 1n, reputation: token + 1n },
      { address: account("b"), tokens: 123_456_789_012_345_678n, reputation: 0n },
    ];
    const story = tellStory({ ...dao, founders });
    expect(story).to.include("began with less than 0.0001 tokens and about 1 reputation");
    expect(story).to.include("began with about 0.1234 tokens and 0 reputation");
  });

  it("treats names from a chain as words, not as markup of the script", () => {
    const story = tellStory({
      ...dao,
      name: "// Evil\n\n# Heading\nDAO",
      token: { name: "a\n# b", symbol: "\r\n// c" },
    });
    const segments = parseScript(story);
    expect(segments).to.have.length(5);
    expect(segments[0]?.heading).to.equal("// Evil # Heading DAO");
    expect(segments[0]?.text).to.match(/^“\/\/” Evil # Heading DAO is a DAO/);
    expect(segments[0]?.text).to.include("called a # b, with the symbol // c.");
  });
});
