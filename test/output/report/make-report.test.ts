import { writeFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "chai";

import { identifyChain } from "../../../src/foundation/chain/identity.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { makeReport } from "../../../src/output/report/make-report.js";
import { GENESIS_PROTOCOL } from "../../foundation/params/support.js";
import { sampleReport } from "../../operations/check/sample-report.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { withBase } from "../../engine/migration/with-base.js";
import { sampleFacts } from "./sample-facts.js";

const FOUNDER = { address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", tokens: 1, reputation: 1 };

describe("makeReport", () => {
  it("says who created a DAO by what, and names what was deployed with it only for this DAO", async function () {
    this.timeout(60_000);
    await withBase("rc.57", async ({ make, connection: { provider } }) => {
      const raw = {
        orgName: "Harbour",
        tokenName: "Harbour Token",
        tokenSymbol: "HT",
        founders: [FOUNDER],
        VotingMachinesParams: [GENESIS_PROTOCOL],
        schemes: { ContributionReward: true },
        StandAloneContracts: [{ name: "Wallet", alias: "Coffer" }],
      };
      const [{ dao }, other] = [await make(raw), await make(raw)];
      const inspection = await inspectDao(provider, dao.Avatar);
      const chain = await identifyChain(provider, false);
      const { simulations } = sampleFacts();
      const [own] = dao.StandAloneContracts;
      await inTemporaryFolder(async (folder) => {
        const output = path.join(folder, "migration.json");
        const reportOf = async (result: object) => {
          await writeFile(output, JSON.stringify(result));
          const said: string[] = [];
          const onProgress = (phrase: string) => void said.push(phrase);
          const inputs = { provider, inspection, chain, output, onProgress };
          const report = await makeReport({ ...inputs, simulations, check: sampleReport() });
          expect(report).to.deep.include({ inspection, simulations, check: sampleReport() });
          expect(said).to.deep.equal(["Reading the transactions that created the DAO"]);
          return report.html;
        };
        const { name: network, chainId, genesis } = chain;
        const html = await reportOf({ network, chainId, genesis, dao });
        expect(html).to.include("Coffer").and.include(own!.address);
        for (const what of ["deployed Avatar", "mint of Reputation", "deployed Coffer"]) {
          expect(html).to.include(what);
        }
        expect(await reportOf({ network, chainId, genesis, dao: other.dao })).not.to.include(
          "Coffer",
        );
      });
    });
  });
});
