import { expect } from "chai";

import { withoutPredecessorsFlags } from "../../../src/interfaces/cli/predecessor.js";
import { DaoMigration, type DaoMigrationOptions } from "../../../src/index.js";
import { rejection } from "../../rejection.js";
import { inCliFolder } from "./command.js";

describe("arguments of the predecessor", () => {
  it("that have no effect are left out", () => {
    expect(
      withoutPredecessorsFlags(["dao", "-z", "--custom-abis-location", "abis", "--optimized-abis"]),
    ).to.deep.equal(["dao", "--custom-abis-location", "abis"]);
    expect(withoutPredecessorsFlags(["-o", "update-registry"])).to.deep.equal([
      "-o",
      "update-registry",
    ]);
  });

  for (const [args, message] of [
    [["-r", "file.json"], /no -r: one file is read and written: set it with --output/],
    [["--prev-migration=x.json"], /no --prev-migration: one file is read and written/],
    [["update-registry"], /no update-registry: it wrote to DAOstack's DAO registry/],
    [["allocate-reputation"], /no allocate-reputation: call addBeneficiaries/],
  ] as const) {
    it(`${args.join(" ")} is wrong usage, with what to do instead`, () =>
      inCliFolder(async ({ cli }) => {
        const { code, stderr } = await cli(...args);
        expect(code).to.equal(2);
        expect(stderr).to.match(message);
      }));
  }

  it("are refused by the library, with what to do instead", async () => {
    for (const [name, instead] of [
      ["prevmigration", "set it with output"],
      ["disableconfs", "confirm"],
      ["optimizedabis", "omit it"],
    ] as const) {
      const options = { [name]: "x" } as DaoMigrationOptions;
      const error = await rejection(DaoMigration.migrateBase(options));
      expect(error.message).to.include(`There is no option "${name}"`).and.include(instead);
      expect(error.name).to.equal("UsageError");
    }
  });
});
