import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import {
  connectionDefaults,
  hardhatProject,
  setConnectionDefaults,
  setHardhatProject,
} from "../../../src/operations/connection/defaults.js";
import { connectionHooks } from "../../../src/operations/connection/hooks.js";
import { isolationOf } from "../../../src/operations/connection/isolation.js";
import {
  isInFixture,
  watchLoadFixture,
  type WithNetworkHelpers,
} from "../../../src/operations/connection/running-fixture.js";

type Helpers = Required<WithNetworkHelpers>["networkHelpers"];

describe("a connection", () => {
  it("is isolated and told of when it opens, and a failed request fails as before", async () => {
    const opened: unknown[] = [];
    const hooks = connectionHooks((_context, connection) => opened.push(connection));
    const connection = { networkConfig: { type: "edr-simulated" } } as NetworkConnection<string>;
    await hooks.newConnection!({} as never, async () => connection);
    expect(isolationOf(connection)).not.to.equal(undefined);
    expect(opened).to.deep.equal([connection]);
    const failing = hooks.onRequest!({} as never, connection, {} as never, async () => {
      throw new Error("reverted");
    });
    expect(await failing.catch(String)).to.equal("Error: reverted");
  });

  it("remembers its own defaults, and a project's folders until they are said again", () => {
    const connection = {};
    setConnectionDefaults(connection, { projectRoot: "here" });
    expect(connectionDefaults(connection)).to.deep.equal({ projectRoot: "here" });
    expect(connectionDefaults({})).to.equal(undefined);
    const compile = async () => {};
    setHardhatProject("/project", { artifacts: "old", compile });
    setHardhatProject("/project", { artifacts: "new" });
    expect(hardhatProject("/project")).to.deep.equal({ artifacts: "new", compile });
  });
});

describe("watchLoadFixture", () => {
  for (const [when, isLate] of [
    ["before", false],
    ["after", true],
  ] as const) {
    it(`knows that a fixture runs, with helpers that come ${when} this plugin`, async () => {
      const helpers = { loadFixture: async (fixture: () => Promise<unknown>) => await fixture() };
      const connection: { networkHelpers?: Helpers } = {};
      const add = () => (connection.networkHelpers = helpers as unknown as Helpers);
      if (!isLate) add();
      watchLoadFixture(connection);
      if (isLate) add();
      // Projects take them out of the connection, or copy it.
      expect({ ...connection }.networkHelpers).to.equal(helpers);
      const inside = await helpers.loadFixture(async () => [
        isInFixture(connection),
        isInFixture({}),
      ]);
      expect(inside).to.deep.equal([true, false]);
      expect(isInFixture(connection)).to.equal(false);
    });
  }
});
