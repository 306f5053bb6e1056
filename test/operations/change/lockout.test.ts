import { expect } from "chai";

import type { SchemeDescription } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { tryRegistering } from "../../../src/operations/simulate/carrying/try-registering.js";
import { openSession } from "../../../src/operations/simulate/session.js";
import { rejected } from "../../rejection.js";
import { changed, openDao, sharedDao } from "./change-dao.js";
import {
  expectAccepted,
  expectRefused,
  expectWarned,
  HARMLESS,
  LOCKING,
  WITH_REGISTRAR,
} from "./locking-files.js";

const STRANGER = "0x1111111111111111111111111111111111111111";

describe("a change after which no scheme could be registered", () => {
  const made = sharedDao(async () => await openDao(WITH_REGISTRAR));
  const registered = async () => {
    const { schemes } = await inspectDao(made.provider, made.dao.Avatar);
    return schemes.flatMap((each) =>
      each.registered ? `${each.contract.name} ${each.paramsHash}` : [],
    );
  };

  for (const [what, [changes, reason]] of Object.entries(LOCKING)) {
    it(`is refused: ${what}`, async () => {
      await expectRefused(made, changes, reason);
    });
  }

  it("is planned on request, with a warning", async () => {
    const [changes] = LOCKING["with a registrar that needs more than all votes"]!;
    expect(await expectWarned(made, changes)).to.deep.equal([]);
  });

  for (const [what, changes] of Object.entries(HARMLESS)) {
    it(`is not suspected: ${what}`, async () => {
      await expectAccepted(made, changes);
    });
  }

  it("leaves a test chain as it was", async () => {
    const before = await registered();
    const [changes] = LOCKING["with a registrar that needs more than all votes"]!;
    await rejected(changed(made, { ...WITH_REGISTRAR, ...changes }), /nothing could ever register/);
    expect(await registered()).to.deep.equal(before);
  });

  const UNKNOWN = { code: "unknown", address: STRANGER };
  const ACCOUNT = { code: "account", address: STRANGER };
  it("is judged by what alone may register schemes", async () => {
    const session = await openSession(made.provider, made.dao.Avatar);
    for (const [what, contract, owner, verdict, why] of [
      ["an account", ACCOUNT, undefined, "not known", /whether anybody has its key is not known/],
      ["the account that made the DAO", ACCOUNT, STRANGER, "yes", /^$/],
      ["unknown code", UNKNOWN, undefined, "not known", /can only be seen in its code/],
      [
        "a scheme that never does",
        { code: "arc", name: "ContributionReward", address: STRANGER },
        undefined,
        "no",
        /has the permission, but never uses it/,
      ],
    ] as const) {
      const permissions = { bytes: "0x0000001f" };
      const scheme = { contract, permissions, registered: true } as unknown as SchemeDescription;
      const inspection = { ...session.inspection, schemes: [scheme] };
      const found = await tryRegistering({ ...session, inspection }, "0x00000009", owner);
      expect(found.verdict, what).to.equal(verdict);
      expect(found.why.join(" "), what).to.match(why);
    }
    await session.chain.close();
  });
});
