import { expect } from "chai";

import type { Inspection } from "../../src/inspect/description.js";
import { inspectDao } from "../../src/inspect/inspect-dao.js";
import { factsOf } from "../../src/inspect/story-facts.js";
import { migrateDemoTest } from "../../src/migration/demo-test.js";
import { tellStory } from "../../src/voice/narration/story.js";
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

  it("tells shares of the reputation that there was when a proposal was made", () => {
    // 4,000 of 6,000; of the 5,940 that are left today it would be 67.3 percent.
    const story = tellStory(factsOf(inspection, "private", new Map()));
    expect(story).to.match(/four votes for it with 4,000 reputation, 66\.7 percent of all/);
    expect(story).to.not.include("67.3");
    expect(story).to.match(/Proposal number 4 .* It has been executed; the decision is for it\./);
  });

  it("names schemes of unknown code as it is told to, and forgotten accounts as what they are", () => {
    const [first, ...rest] = inspection.schemes;
    const { address } = first!.contract;
    const named = (code: "unknown" | "account", names: ReadonlyMap<string, string>) => {
      const schemes = [{ ...first!, contract: { address, code } }, ...rest];
      return factsOf({ ...inspection, schemes }, "private", names).schemes[0]?.name;
    };
    expect(named("unknown", new Map([[address, "OurScheme"]]))).to.equal("OurScheme");
    expect(named("unknown", new Map())).to.equal("a scheme of unknown code");
    expect(named("account", new Map())).to.equal("an account without code");
  });

  it("tells no story of what could not be read", () => {
    const founders = { notRead: "the node gave up" };
    expect(() => factsOf({ ...inspection, founders }, "private", new Map())).to.throw(
      /its founders could not be read: the node gave up\. Use a node/,
    );
  });
});
