import { expect } from "chai";

import { KEPT } from "./kept.js";
import { live, liveMany, withWorld } from "./lives.js";

describe("lives of a deployment", function () {
  this.timeout(900_000);

  it("are as promised, also those that were not once", async () => {
    await withWorld(async (world) => {
      for (const [what, plan] of Object.entries(KEPT)) {
        const { verdict, life } = await live(world, plan);
        expect(verdict, `${what}\n${life.story.join("\n")}`).to.deep.equal([]);
      }
      const { failure } = await liveMany(world, 36, 100);
      expect(failure?.verdict, JSON.stringify(failure)).to.equal(undefined);
    });
  });
});
