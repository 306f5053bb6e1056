import { expect } from "chai";

import { DaoMigration } from "../../../src/interfaces/library/dao-migration.js";
import { UsageError } from "../../../src/foundation/support/errors.js";
import { rejection } from "../../rejection.js";

describe("DaoMigration with options that do not exist", () => {
  for (const [option, wanted] of [
    ["ouput", "Did you mean output?"],
    ["gasprice", "Did you mean gasPrice?"],
  ] as const) {
    it(`refuses ${option}`, async () => {
      for (const run of ["migrate", "migrateBase", "migrateDAO", "migrateDemoTest"] as const) {
        const error = await rejection(DaoMigration[run]({ [option]: "x" }));
        expect(error).to.be.instanceOf(UsageError);
        expect(error.message).to.include(`"${option}"`).and.include(wanted);
      }
      const error = await rejection(DaoMigration.migration("private", { [option]: "x" }));
      expect(error).to.be.instanceOf(UsageError);
    });
  }
});
