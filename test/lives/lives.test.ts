import { expect } from "chai";

import { readCases } from "../recorded.js";
import { live, liveMany, withWorld } from "./lives.js";
import type { Plan } from "./plan.js";

describe("lives of a deployment", function () {
  this.timeout(900_000);

  it("are as promised, also those that were not once", async () => {
    await withWorld(async (world) => {
      // Each after what went wrong in it; `npm run lives` prints a life as it is written there.
      for (const [what, plan] of readCases("test/lives/kept.txt")) {
        const { verdict, life } = await live(world, JSON.parse(plan) as Plan);
        expect(verdict, `${what}\n${life.story.join("\n")}`).to.deep.equal([]);
      }
      const { failure } = await liveMany(world, 36, 8);
      expect(failure?.verdict, JSON.stringify(failure)).to.equal(undefined);
    });
  });
});
