import { expect } from "chai";

import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import { rejected } from "../../rejection.js";
import { withBase } from "./with-base.js";

describe("migrateDemoTest", () => {
  it("is refused with fewer accounts than it takes", async () => {
    await withBase(
      "rc.57",
      async ({ deployer, release, base }) => {
        const before = deployer.stepCount;
        await rejected(migrateDemoTest(deployer, release, base), "needs 6 accounts", "5 can send");
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
