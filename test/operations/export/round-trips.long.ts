import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { withBase } from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";
import {
  checked,
  essence,
  expectRoundTrip,
  exported,
  migrated,
  roundTripGenerated,
} from "./round-trip.js";
import { seedOf } from "../../seed.js";

const RUNS = Number(process.env["EXPORT_RUNS"] ?? 12);
const ABLE = ARC_VERSIONS.filter(
  (version) => knownAbi("DaoCreator", version)?.hasFunction("addFounders") === true,
);
describe("round trips", function () {
  this.timeout(600_000);

  const releases = ["alpha.53", "alpha.58", "rc.3", "rc.16", "rc.24", "rc.33", "rc.40", "rc.57"];
  for (const version of someOf(releases, 3)) {
    const seed = seedOf(1);
    it(`of ${RUNS} generated DAOs of ${version}, seed ${seed}`, async () => {
      await roundTripGenerated(version, { seed, numRuns: RUNS, maxFounders: 30 });
    });
  }

  for (const version of someOf(ABLE, 12)) {
    it(`of the demo test of ${version}, with today's holders`, async () => {
      await withBase(version, async (chain) => {
        const { provider } = chain.connection;
        const { Avatar } = await migrateDemoTest(chain.deployer, chain.release, chain.base);
        for (const now of [false, true]) {
          const report = await exported(chain, Avatar, { now });
          expect(report.missing, JSON.stringify(report.missing)).to.deep.equal([]);
          const second = await migrated(chain, report.parameters);
          const [before, after] = await Promise.all(
            [Avatar, second.dao.Avatar].map(async (at) => await inspectDao(provider, at)),
          );
          // What the demo's proposals minted shows in today's holders, not in the founders.
          const same = second.base === chain.base;
          const [was, is] = [essence(before!, same), essence(after!, same)] as Record<
            string,
            unknown
          >[];
          const others = now ? ["founders"] : ["token", "reputation"];
          for (const part of Object.keys(was!).filter((each) => !others.includes(each))) {
            expect(is![part], part).to.deep.equal(was![part]);
          }
          const { parameters } = report;
          const verdict = await checked(chain, second.dao.Avatar, parameters, second);
          expect([verdict.findings, verdict.inconclusive, verdict.passed]).to.deep.equal([
            [],
            [],
            true,
          ]);
        }
      });
    });
  }

  const extended = ABLE.filter((each) => knownAbi("ContributionRewardExt", each) !== undefined);
  for (const version of someOf(extended, 6)) {
    it(`of the packaged example on ${version}`, async () => {
      const text = await readFile("migration-params.json", "utf8");
      await withBase(version, async (chain) => {
        const raw = JSON.parse(text) as MigrationParameters;
        const made = await chain.make(raw).catch((error: Error) => error);
        // Some releases take other arguments or lack some of the contracts.
        if (made instanceof Error) {
          expect(made.name).to.equal("ParametersError");
          return;
        }
        await expectRoundTrip(chain, raw, made.dao);
      });
    });
  }
});
