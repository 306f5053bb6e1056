import { expect } from "chai";

import { withConnection } from "../../fixtures/project.js";
import { request, rich } from "./rich.js";

describe("Filters and subscriptions", function () {
  this.timeout(60_000);

  it("follow the connection from chain to chain, and lose nothing that was not fetched", async () => {
    await withConnection(async (connection) => {
      const all = [rich(1), rich(2)];
      for (const { fixture } of [...all, ...all]) await connection.dao.load(fixture);
      const made: unknown[] = [];
      const changes = async (id: unknown) =>
        (await request<unknown[]>(connection, "eth_getFilterChanges", id)).length;
      for (const { fixture } of [...all, ...all]) {
        await connection.dao.load(fixture);
        made.push(await request(connection, "eth_newBlockFilter"));
        const of = await request(connection, "eth_newFilter", {});
        for (const id of made) await changes(id);
        await request(connection, "evm_mine");
        for (const id of made) expect(await changes(id)).to.equal(1);
        expect(await request(connection, "eth_getFilterLogs", of)).to.deep.equal([]);
        expect(await request(connection, "eth_uninstallFilter", of)).to.equal(true);
        expect(await request(connection, "eth_getFilterChanges", of)).to.equal(null);
        await request(connection, "evm_mine");
      }
      expect(new Set(made).size).to.equal(4);
      // Continue on the other chain.
      await connection.dao.load(all[0]!.fixture);
      for (const id of made) {
        expect(await changes(id)).to.equal(1);
        expect(await changes(id)).to.equal(0);
      }
      for (const id of made) {
        expect(await request(connection, "eth_uninstallFilter", id)).to.equal(true);
      }
    });
  });

  it("reach the connection's listeners with the ids that they know", async () => {
    await withConnection(async (connection) => {
      const { provider } = connection;
      const all = [rich(1), rich(2)];
      const first = await request<string>(connection, "eth_subscribe", "newHeads");
      for (const { fixture } of [...all, ...all]) await connection.dao.load(fixture);
      const second = await request<string>(connection, "eth_subscribe", "newHeads");
      expect(first).to.not.equal(second);
      for (const { fixture } of [...all, ...all]) {
        await connection.dao.load(fixture);
        const heard: unknown[] = [];
        const told: unknown[] = [];
        const hear = ({ subscription }: { subscription: unknown }) => heard.push(subscription);
        const tell = ({ data }: { data: { subscription: unknown } }) =>
          told.push(data.subscription);
        provider.on("notification", hear).on("message", tell);
        await request(connection, "evm_mine");
        const missed = () =>
          [heard, told].some((each) => !each.includes(first) || !each.includes(second));
        for (let wait = 0; wait < 500 && missed(); wait++) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        provider.off("notification", hear).off("message", tell);
        for (const each of [heard, told]) {
          expect(each.filter((id) => id === first)).to.have.lengthOf(1);
          expect(each.filter((id) => id === second)).to.have.lengthOf(1);
        }
      }
      expect(await request(connection, "eth_unsubscribe", first)).to.equal(true);
      expect(await request(connection, "eth_unsubscribe", second)).to.equal(true);
    });
  });
});
