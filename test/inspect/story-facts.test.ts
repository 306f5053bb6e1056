import { expect } from "chai";

import { privateNetwork } from "../../src/chain/networks.js";
import type { Inspection, ProposalDescription } from "../../src/inspect/description.js";
import { inspectDao } from "../../src/inspect/inspect-dao.js";
import { factsOf } from "../../src/inspect/story-facts.js";
import { migrateDemoTest } from "../../src/migration/demo-test.js";
import { tellStory } from "../../src/voice/narration/story.js";
import { words } from "../../src/voice/narration/words.js";
import { withBase } from "../migration/with-base.js";

describe("factsOf", function () {
  this.timeout(60_000);
  let inspection: Inspection;

  before(async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection }) => {
      const { Avatar } = await migrateDemoTest(deployer, release, base);
      inspection = await inspectDao(connection.provider, Avatar);
    });
  });

  const network = privateNetwork(31337);
  const none = new Map<string, string>();

  it("reports what the chain says: shares at the time, requests, the staking token, what is done", () => {
    // 4,000 of 6,000; of today's 5,940 it would be 67.3 percent.
    const story = tellStory(factsOf(inspection, network, none));
    expect(story).to.include("Four members have voted for it, with 66.7 percent of all reputation");
    expect(story).to.include("One member has voted for it, with 16.7 percent of all reputation");
    expect(story).to.not.match(/67\.3|16\.8|0x/);
    expect(story).to.include("One member has staked 300 DAOstack tokens for it");
    expect(story).to.match(
      /The first proposal, made through Contribution Reward, asks the DAO to give its beneficiary /,
    );
    expect(story).to.include("asks the DAO to call the function test 2 of");
    expect(story).to.match(/The fourth proposal.* It has passed/);
  });

  it("counts only schemes that are registered", () => {
    const [first, ...rest] = inspection.schemes;
    const schemes = [{ ...first!, registered: false }, ...rest];
    const all = factsOf(inspection, network, none).schemes;
    const left = factsOf({ ...inspection, schemes }, network, none).schemes;
    expect(left).to.deep.equal(all.slice(1));
  });

  it("uses the given names, and says which contracts have none", () => {
    const [first, ...rest] = inspection.schemes;
    const { contract } = first!;
    const { address } = contract;
    const named = (names: Iterable<[string, string]>, code?: "unknown" | "account") => {
      const schemes =
        code === undefined
          ? inspection.schemes
          : [{ ...first!, contract: { address, code } }, ...rest];
      return factsOf({ ...inspection, schemes }, network, new Map(names)).schemes[0]?.name;
    };
    expect(named([])).to.equal(words(contract.name!));
    expect(named([[address.toLowerCase(), "QuickFixes"]])).to.equal("Quick Fixes");
    expect(named([[address, "OurScheme"]], "unknown")).to.equal("Our Scheme");
    expect(named([], "unknown")).to.equal("a contract of unknown code");
    expect(named([], "account")).to.equal("an account without code");
  });

  it("includes a proposer's text, but no hash", () => {
    const proposals = inspection.proposals as readonly ProposalDescription[];
    const titleOf = (description: string): string | undefined =>
      factsOf({ ...inspection, proposals: [{ ...proposals[0]!, description }] }, network, none)
        .proposals[0]?.title;
    expect(titleOf(" Pay Bob. Then, dance! ")).to.equal("Pay Bob. Then, dance!");
    expect(titleOf("long ".repeat(100)))
      .to.match(/long…$/)
      .and.have.length.below(310);
    for (const reference of [
      "",
      "QmW7xFSTyvmiQFVpKPLJcRSXWPYd9YJ5QvqwzbtYMyrmHT",
      `0x${"ab".repeat(32)}`,
      "https://example.com/proposal/1",
    ]) {
      expect(titleOf(reference), reference).to.equal(undefined);
    }
  });

  it("tells no story if something could not be read", () => {
    const founders = { notRead: "the node gave up" };
    expect(() => factsOf({ ...inspection, founders }, network, none)).to.throw(
      /its founders could not be read: the node gave up\. Use a node/,
    );
  });
});
