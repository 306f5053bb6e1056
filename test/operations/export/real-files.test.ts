import { readdir, readFile } from "node:fs/promises";

import { expect } from "chai";

import { resolveArcVersion } from "../../../src/foundation/arc/versions.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { withBase } from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";
import { expectRoundTrip, roundTripGenerated } from "./round-trip.js";

const FILES = "test/foundation/params/files";
/** Releases of old files that fit no others, and of files that cover each kind of release. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  "nectar-dao.json": ["rc.31"],
  "kyber.json": ["rc.57", "rc.16"],
  "corona-dao.json": ["rc.40", "alpha.58"],
};
/** Files that every migration refuses. */
const REFUSED = ["kyber-fund-arbit.json", "predecessor-alpha.58.json", "predecessor-rc.3.json"];

const files = [
  "migration-params.json",
  "examples/dao-project/migration-params.json",
  ...(await readdir("examples/params")).map((file) => `examples/params/${file}`),
  ...(await readdir(FILES))
    .filter((file) => !REFUSED.includes(file))
    .map((file) => `${FILES}/${file}`),
];

describe("a real parameters file", () => {
  for (const path of someOf(files, 3)) {
    const own = RELEASES[path.slice(path.lastIndexOf("/") + 1)] ?? ["rc.57"];
    for (const version of own) {
      it(`${path} on ${version} is exported as it was migrated`, async () => {
        const { arcVersion: _, ...raw } = JSON.parse(
          await readFile(path, "utf8"),
        ) as MigrationParameters;
        await withBase(version, async (chain) => {
          const { dao, parameters } = await chain.make(raw);
          const report = await expectRoundTrip(chain, raw, dao);
          const given = parameters.founders.filter(
            ({ tokens, reputation }) => tokens + reputation > 0n,
          );
          expect(report.parameters.founders).to.have.length(given.length);
          expect(resolveArcVersion(report.arcVersion)).to.equal(report.arcVersion);
        });
      });
    }
  }

  it("is one of more than a dozen", () => {
    expect(files.length).to.be.greaterThan(15);
  });
});

describe("a generated DAO", () => {
  for (const [version, numRuns] of [
    ["alpha.58", 2],
    ["rc.16", 2],
    ["rc.57", 2],
  ] as const) {
    it(`of ${version} is exported as it was migrated`, async () => {
      await roundTripGenerated(version, { seed: 1, numRuns, maxFounders: 5 });
    });
  }
});
