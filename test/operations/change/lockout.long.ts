import { openDao } from "./change-dao.js";
import {
  expectAccepted,
  expectRefused,
  HARMLESS,
  LOCKING,
  WITH_REGISTRAR,
} from "./locking-files.js";

describe("files that lock a DAO", function () {
  this.timeout(600_000);

  // Schemes of one DAO and of many, voting machines with and without a queue.
  for (const version of ["rc.57", "rc.40", "rc.33", "rc.16"]) {
    it(`of ${version} are refused, and no others`, async () => {
      const dao = await openDao(WITH_REGISTRAR, version);
      try {
        for (const [changes, reason] of Object.values(LOCKING)) {
          await expectRefused(dao, changes, reason);
        }
        for (const changes of Object.values(HARMLESS)) await expectAccepted(dao, changes);
      } finally {
        dao.close();
      }
    });
  }
});
