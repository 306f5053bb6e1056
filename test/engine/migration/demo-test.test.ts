import { expect } from "chai";

import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import { rejection } from "../../rejection.js";
import { withBase } from "./with-base.js";

describe("migrateDemoTest", () => {
  it("is refused with fewer accounts than it takes", async () => {
    await withBase(
      "rc.57",
      async ({ deployer, release, base }) => {
        const before = deployer.stepCount;
        const error = await rejection(migrateDemoTest(deployer, release, base));
        expect(error.message).to.include("needs 6 accounts").and.include("5 can send");
        expect(deployer.stepCount).to.equal(before);
      },
      {
        accounts: {
          mnemonic: "test test test test test test test test test test test junk",
          count: 5,
        },
      },
    );
  });
});
