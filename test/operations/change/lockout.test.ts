import { expect } from "chai";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { rejection } from "../../rejection.js";
import { changed, openDao, planned, type ChangingDao } from "./change-dao.js";
import {
  expectAccepted,
  expectRefused,
  HARMLESS,
  LOCKING,
  WITH_REGISTRAR,
} from "./locking-files.js";

const STRANGER = "0x1111111111111111111111111111111111111111";

describe("a change after which no scheme could be registered", function () {
  this.timeout(60_000);
  let made: ChangingDao;
  const registered = async () => {
    const { schemes } = await inspectDao(made.provider, made.dao.Avatar);
    return schemes.flatMap((each) =>
      each.registered ? `${each.contract.name} ${each.paramsHash}` : [],
    );
  };

  before(async () => {
    made = await openDao(WITH_REGISTRAR);
  });
  after(() => {
    made.close();
  });

  for (const [what, [changes, reason]] of Object.entries(LOCKING)) {
    it(`is refused: ${what}`, async () => {
      await expectRefused(made, changes, reason);
    });
  }

  for (const [what, changes] of Object.entries(HARMLESS)) {
    it(`is not suspected: ${what}`, async () => {
      await expectAccepted(made, changes);
    });
  }

  it("leaves a test chain as it was", async () => {
    const before = await registered();
    const [changes] = LOCKING["with a registrar that needs more than all votes"]!;
    const error = await rejection(changed(made, { ...WITH_REGISTRAR, ...changes }));
    expect(error.message).to.match(/nothing could ever register/);
    expect(await registered()).to.deep.equal(before);
  });

  it("is not known if only an account or unknown code may register schemes", async () => {
    const CustomSchemes = [
      { name: "An account", address: STRANGER, permissions: "0x0000001f", isUniversal: true },
    ];
    const file = { ...WITH_REGISTRAR, schemes: { ContributionReward: true }, CustomSchemes };
    const { warnings } = await planned(made, file as never);
    const [lockout] = warnings.filter(({ id }) => id === "lockout");
    expect(lockout).to.include({ status: "inconclusive" });
    expect(lockout!.what).to.contain("whether anybody has its key is not known");
  });
});
