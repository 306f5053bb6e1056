import { expect } from "chai";
import { parseEther, toQuantity } from "ethers";

import { reportDao } from "../../../src/interfaces/commands/reporting.js";
import { readCreation } from "../../../src/output/report/read-creation.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { HOSTILE } from "../../engine/inspect/sample-inspection.js";

describe("reportDao", function () {
  this.timeout(60_000);

  it("describes a DAO on a chain, how it was created at what cost, and what differs from its parameters", async () => {
    await withBase("rc.57", async ({ connection, deployer, make }) => {
      const { provider } = connection;
      const request = async (method: string, ...params: unknown[]): Promise<unknown> =>
        await provider.request({ method, params });
      const balance = async () =>
        BigInt(String(await request("eth_getBalance", deployer.account, "latest")));
      const parameters = {
        ...SMALL_DAO,
        orgName: HOSTILE,
        unregisterOwner: false,
        schemes: { ContributionReward: true, SchemeRegistrar: true },
      };
      for (const useDaoCreator of [true, false]) {
        const before = await balance();
        const { dao } = await make({ ...parameters, useDaoCreator });
        const spent = before - (await balance());
        const block = Number(await request("eth_blockNumber"));
        // Later transactions are not part of its creation.
        const value = toQuantity(parseEther("3"));
        await request("eth_sendTransaction", { from: deployer.account, to: dao.Avatar, value });
        const inputs = {
          provider,
          inProcess: true,
          avatar: dao.Avatar,
          output: "none.json",
          projectRoot: process.cwd(),
        };
        const { html, inspection } = await reportDao({ ...inputs, block });
        expect((await reportDao({ ...inputs, block })).html, "the same block").to.equal(html);
        // DaoCreator leaves no account with permissions.
        expect(html.includes("1 account, without a vote")).to.equal(!useDaoCreator);
        expect(html).to.include(deployer.account);
        expect(html).to.include("Not compared");

        const { maker, transactions, missing } = await readCreation(provider, inspection);
        expect([maker, missing]).to.deep.equal([deployer.account, undefined]);
        expect(transactions.reduce((sum, { cost }) => sum + BigInt(cost), 0n)).to.equal(spent);
        expect(
          transactions.filter(
            ({ what }) => !/^(deployed|called) [A-Za-z]+( of [A-Za-z]+)? 0x\w{40}$/.test(what),
          ),
        ).to.deep.equal([]);

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
