import { openDao } from "./change-dao.js";
import {
  expectAccepted,
  expectRefused,
  expectWarned,
  HARMLESS,
  LOCKING,
  WITH_REGISTRAR,
} from "./locking-files.js";
import { closing } from "../../closing.js";

describe("files that lock a DAO", function () {
  this.timeout(600_000);

  // Schemes of one DAO and of many, voting machines with and without a queue; lockout.test.ts has rc.57. Each has a third
  // of the files, and all of them with FILES=all.
  for (const [index, version] of ["rc.40", "rc.33", "rc.16"].entries()) {
    const own = <Each>(all: Readonly<Record<string, Each>>): readonly Each[] =>
      Object.values(all).filter((_, at) => process.env["FILES"] === "all" || at % 3 === index);
    it(`of ${version} are refused, and no others`, async () => {
      await using dao = closing(await openDao(WITH_REGISTRAR, version));
      for (const [changes, reason] of own(LOCKING)) {
        await expectRefused(dao, changes, reason);
        await expectWarned(dao, changes);
      }
      for (const changes of own(HARMLESS)) await expectAccepted(dao, changes);
    });
  }
});
