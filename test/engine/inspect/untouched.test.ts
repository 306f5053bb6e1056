import { expect } from "chai";

import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { ARC_VERSIONS, shortName } from "../../../src/foundation/arc/versions.js";
import { mergeParameters } from "../../../src/foundation/params/load-parameters.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { readFacts } from "../../../src/operations/check/check-dao.js";
import { readCreations } from "../../../src/operations/check/facts/creations.js";
import type { CheckReport } from "../../../src/operations/check/report/report.js";
import { runRules } from "../../../src/operations/check/run-rules.js";
import { recordedOf } from "../../../src/operations/run/compared.js";
import { withoutVoteLines } from "../../../src/output/describe/without-vote.js";
import { HtmlDrawing } from "../../../src/output/document/to-html.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { inShort } from "../../../src/output/report/parts/in-short.js";
import { sampleFacts } from "../../output/report/sample-facts.js";
import { someOf } from "../../some-of.js";
import { SMALL_DAO, withBase, type ChainWithBase, type MadeDao } from "../migration/with-base.js";
import { Dao } from "./raw-dao.js";

/** Of those whose proposals are made alike. Every 24th and the last; ALL_CASES=1 has all. */
const RELEASES = ARC_VERSIONS.slice(ARC_VERSIONS.indexOf("0.0.1-rc.7")).map(shortName);

/** What `inspect`, `check` and `report` say that somebody should look at. */
async function alarmsOf(
  { base, connection: { provider } }: ChainWithBase,
  made: MadeDao,
  file: MigrationParameters,
): Promise<readonly string[]> {
  const inspection = await inspectDao(provider, made.dao.Avatar);
  const raw = mergeParameters(file, "private").merged;
  const recorded = recordedOf(made.dao, base);
  const facts = await readFacts(provider, { ...made, inspection, raw, recorded });
  const creations = await readCreations(provider, facts, made.artifacts, {});
  const verdict = runRules({ ...facts, creations });
  const check = { ...verdict } as CheckReport;
  const page = inShort(
    { ...sampleFacts(), inspection, check, simulations: [] },
    new HtmlDrawing({ names: new Map() }),
  );
  return [
    ...withoutVoteLines(inspection).map((line) => toTerminal(line)),
    ...verdict.findings.flatMap(({ severity, message }) => (severity === "note" ? [] : message)),
    ...verdict.inconclusive.map(({ reason }) => reason),
    ...(String(page).match(/<article class="card (danger|caution)">\s*<h3>.*<\/h3>/g) ?? []),
    ...(verdict.passed ? [] : ["check failed"]),
    ...(inspection.unvotedMints instanceof Array ? inspection.unvotedMints : ["mints"]).map(String),
  ];
}

describe("DAOs that nobody attacked", () => {
  for (const version of someOf(RELEASES, 24)) {
    it(`raise no alarm in inspect, check and report, on ${version}`, async () => {
      await withBase(version, async (chain) => {
        const accounts = chain.deployer.testAccounts.slice(0, 7);
        const file = {
          ...SMALL_DAO,
          founders: accounts.map((address) => ({ address, tokens: 10, reputation: 1000 })),
          schemes: { SchemeRegistrar: true, UpgradeScheme: true, ContributionReward: true },
        };
        const made = await chain.make(file);
        const raw = new Dao(chain, made.dao);
        await raw.transact({ to: made.dao.Avatar }, { value: 7n });
        expect(await alarmsOf(chain, made, file)).to.deep.equal([]);
        const id = await raw.ask();
        for (const [from, voter] of accounts.slice(1, 5).entries()) {
          const { GenesisProtocol } = chain.base;
          await raw.send("GenesisProtocol", GenesisProtocol, "vote", [id, 1n, 0n, voter], {
            from: from + 1,
          });
        }
        expect(await alarmsOf(chain, made, file)).to.deep.equal([]);
      });
    });
  }
});
