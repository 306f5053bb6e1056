import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import {
  isolationOf,
  isolate,
  watchRequest,
} from "../../../src/operations/connection/isolation.js";

const ALICE = `0x${"aa".repeat(20)}`;
const BOB = `0x${"bb".repeat(20)}`;

/** A connection with scripted answers that records the isolation's own requests. */
class ScriptedConnection {
  readonly asked: string[] = [];
  readonly networkConfig: object;
  readonly provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      this.asked.push(`${method} ${JSON.stringify(params[0])}`);
      return await this.send(method, params[0], true);
    },
  };

  constructor(networkConfig: object = { type: "edr-simulated" }) {
    this.networkConfig = networkConfig;
    isolate(this as unknown as NetworkConnection);
  }

  /** Sends a test's request and answers it with `result`. */
  async send(method: string, param?: unknown, result: unknown = null): Promise<unknown> {
    const request = { jsonrpc: "2.0", id: 1, method, params: [param] } as const;
    const response = await watchRequest(this, request, async () => ({
      jsonrpc: "2.0",
      id: 1,
      result,
    }));
    return "result" in response ? response.result : undefined;
  }

  /** Takes the snapshot of a fixture. */
  async fixtureSnapshot(id: string): Promise<void> {
    isolationOf(this)?.awaitSnapshot();
    await this.send("evm_snapshot", undefined, id);
  }

  /** Restores a snapshot and returns the requests that the isolation then sends. */
  async revert(id: string, result = true): Promise<string[]> {
    this.asked.length = 0;
    await this.send("evm_revert", id, result);
    return [...this.asked];
  }
}

describe("isolation of a connection", () => {
  it("restores a fixture's accounts and mining mode with few requests", async () => {
    const connection = new ScriptedConnection();
    await connection.send("hardhat_impersonateAccount", ALICE);
    await connection.fixtureSnapshot("0x1");
    await connection.send("hardhat_stopImpersonatingAccount", ALICE.toUpperCase());
    await connection.send("hardhat_impersonateAccount", BOB);
    await connection.send("evm_setAutomine", false);
    await connection.send("evm_setIntervalMining", 500);
    expect(await connection.revert("0x1")).to.deep.equal([
      `hardhat_stopImpersonatingAccount "${BOB}"`,
      `hardhat_impersonateAccount "${ALICE}"`,
      "evm_setAutomine true",
      "evm_setIntervalMining 0",
    ]);
    await connection.send("evm_snapshot", undefined, "0x2");
    expect(await connection.revert("0x2")).to.deep.equal([]);
  });

  it("restores the settings of an inner snapshot, then those of the outer one", async () => {
    const connection = new ScriptedConnection();
    await connection.fixtureSnapshot("0x1");
    await connection.send("hardhat_impersonateAccount", ALICE);
    await connection.fixtureSnapshot("0x2");
    await connection.send("hardhat_impersonateAccount", BOB);
    expect(await connection.revert("0x2")).to.deep.equal([
      `hardhat_stopImpersonatingAccount "${BOB}"`,
    ]);
    expect(await connection.revert("0x1")).to.deep.equal([
      `hardhat_stopImpersonatingAccount "${ALICE}"`,
    ]);
  });

  it("forgets inner snapshots with the outer one, because their ids may be used again", async () => {
    const connection = new ScriptedConnection();
    await connection.fixtureSnapshot("0x1");
    await connection.send("hardhat_impersonateAccount", ALICE);
    await connection.fixtureSnapshot("0x2");
    await connection.revert("0x1");
    await connection.send("evm_snapshot", undefined, "0x1");
    // The project's own snapshot.
    await connection.send("evm_snapshot", undefined, "0x2");
    await connection.send("hardhat_impersonateAccount", BOB);
    expect(await connection.revert("0x2")).to.deep.equal([]);
    expect(await connection.revert("0x1")).to.deep.equal([
      `hardhat_stopImpersonatingAccount "${BOB}"`,
    ]);
  });

  it("forgets a snapshot after restoring it", async () => {
    const connection = new ScriptedConnection();
    await connection.fixtureSnapshot("0x1");
    await connection.revert("0x1");
    await connection.send("evm_snapshot", undefined, "0x5");
    await connection.send("evm_snapshot", undefined, "0x1");
    await connection.send("evm_setAutomine", false);
    expect(await connection.revert("0x1")).to.deep.equal([]);
  });

  it("keeps a snapshot older than the restored one, even if its id has fewer digits", async () => {
    const connection = new ScriptedConnection();
    await connection.fixtureSnapshot("0x9");
    await connection.send("evm_setAutomine", false);
    await connection.fixtureSnapshot("0x10");
    await connection.revert("0x10");
    expect(await connection.revert("0x9")).to.deep.equal(["evm_setAutomine true"]);
  });

  it("watches the snapshot taken after each restore", async () => {
    const connection = new ScriptedConnection();
    await connection.fixtureSnapshot("0x1");
    for (const [id, next] of [
      ["0x1", "0x2"],
      ["0x2", "0x3"],
      ["0x3", "0x4"],
    ] as const) {
      await connection.send("evm_setAutomine", false);
      expect(await connection.revert(id)).to.deep.equal(["evm_setAutomine true"]);
      await connection.send("evm_snapshot", undefined, next);
    }
  });

  it("ignores the project's snapshots, and a snapshot that cannot be restored", async () => {
    const connection = new ScriptedConnection();
    await connection.fixtureSnapshot("0x1");
    await connection.send("evm_snapshot", undefined, "0x2");
    await connection.send("evm_setAutomine", false);
    expect(await connection.revert("0x2")).to.deep.equal([]);
    await connection.send("evm_snapshot", undefined, "0x3");
    await connection.send("hardhat_impersonateAccount", ALICE);
    expect(await connection.revert("0x3")).to.deep.equal([]);
    await connection.send("hardhat_stopImpersonatingAccount", ALICE);
    expect(await connection.revert("0x1", false)).to.deep.equal([]);
    expect(await connection.revert("0x1")).to.deep.equal(["evm_setAutomine true"]);
  });

  it("starts with the network's configured mining mode", async () => {
    const mining = { auto: false, interval: 1_000 };
    const connection = new ScriptedConnection({ type: "edr-simulated", mining });
    await connection.fixtureSnapshot("0x1");
    await connection.send("evm_setAutomine", true);
    await connection.send("evm_setIntervalMining", 0);
    expect(await connection.revert("0x1")).to.deep.equal([
      "evm_setAutomine false",
      "evm_setIntervalMining 1000",
    ]);
  });

  it("ignores a request that failed", async () => {
    const connection = new ScriptedConnection();
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "hardhat_impersonateAccount",
      params: [ALICE],
    } as const;
    const error = { code: -32000, message: "no", data: { message: "no", data: null } };
    await watchRequest(connection, request, async () => ({ jsonrpc: "2.0", id: 1, error }));
    expect(isolationOf(connection)?.isImpersonated(ALICE) === true).to.equal(false);
    await connection.send("hardhat_impersonateAccount", ALICE);
    expect(isolationOf(connection)?.isImpersonated(ALICE.toUpperCase()) === true).to.equal(true);
  });

  it("does not watch a network that is not simulated", async () => {
    const connection = new ScriptedConnection({ type: "http" });
    await connection.fixtureSnapshot("0x1");
    await connection.send("hardhat_impersonateAccount", ALICE);
    expect(isolationOf(connection)?.isImpersonated(ALICE) === true).to.equal(false);
    expect(await connection.revert("0x1")).to.deep.equal([]);
  });
});
