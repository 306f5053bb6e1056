import { writeFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "chai";
import { parseEther, toQuantity } from "ethers";

import { reportDao } from "../../../src/interfaces/commands/reporting.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { identifyChain } from "../../../src/foundation/chain/identity.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { HOSTILE } from "../../engine/inspect/sample-inspection.js";

describe("reportDao", () => {
  it("describes a DAO on a chain and what differs from its parameters", async () => {
    await withBase("rc.57", async ({ connection, deployer, make }) => {
      const { provider } = connection;
      const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
        await provider.request({ method, params });
      const parameters = {
        ...SMALL_DAO,
        orgName: HOSTILE,
        unregisterOwner: false,
        schemes: { ContributionReward: true, SchemeRegistrar: true },
        StandAloneContracts: [{ name: "Wallet", alias: "Coffer" }],
      };
      for (const useDaoCreator of [true, false]) {
        const { dao } = await make({ ...parameters, useDaoCreator });
        const block = Number(await request("eth_blockNumber"));
        const value = toQuantity(parseEther("3"));
        await request("eth_sendTransaction", { from: deployer.account, to: dao.Avatar, value });
        const inputs = {
          provider,
          inProcess: true,
          avatar: dao.Avatar,
          output: "none.json",
          projectRoot: process.cwd(),
        };
        const { html } = await reportDao({ ...inputs, block });
        expect((await reportDao({ ...inputs, block })).html, "the same block").to.equal(html);
        // DaoCreator leaves no account with permissions.
        expect(html.includes("1 account, without a vote")).to.equal(!useDaoCreator);
        expect(html).to.include(deployer.account);
        expect(html).to.include("Not compared").and.not.include("Coffer");

        const { name: network, chainId, genesis } = await identifyChain(provider, false);
        for (const [avatar, isNamed] of [
          [dao.Avatar, true],
          [deployer.account, false],
        ] as const) {
          await inTemporaryFolder(async (folder) => {
            const output = path.join(folder, "migration.json");
            const result = { network, chainId, genesis, dao: { ...dao, Avatar: avatar } };
            await writeFile(output, JSON.stringify(result));
            const page = await reportDao({ ...inputs, inProcess: false, output });
            expect(page.html.includes("Coffer")).to.equal(isNamed);
          });
        }

        const now = await reportDao({
          ...inputs,
          params: { ...parameters, useDaoCreator, orgName: "Another" },
        });
        expect(now.check?.findings.map(({ rule }) => rule)).to.include("names");
        expect(now.html)
          .to.match(/<th scope="row"[^>]*>3 ether<\/th>/)
          .and.include("&quot;Another&quot; in the file");
      }
    });
  });
});
