import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import {
  isolationOf,
  isolate,
  watchRequest,
} from "../../../src/operations/connection/isolation.js";
import { expectRecorded } from "../../recorded.js";

const ALICE = `0x${"aa".repeat(20)}`;
const BOB = `0x${"bb".repeat(20)}`;

/** A connection with scripted answers that records the isolation's own requests. */
class ScriptedConnection {
  readonly asked: string[] = [];
  /** What the chain says, by method and first parameter; otherwise `true`. */
  readonly answers: Record<string, unknown> = {};
  readonly networkConfig: object;
  readonly provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      if (!method.startsWith("eth_")) this.asked.push(`${method} ${JSON.stringify(params[0])}`);
      return (
        this.answers[`${method} ${String(params[0])}`] ?? (await this.send(method, params[0], true))
      );
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

  /**
   * Plays acts in turn, and returns the requests that the isolation then sends at each restored snapshot. An act is a
   * method with its parameter, `fixture 0x1` for the snapshot of a fixture, or `restore 0x1`, maybe `in vain`.
   */
  async play(...acts: readonly string[]): Promise<string[]> {
    const told: string[] = [];
    for (const act of acts) {
      const [method = "", param = "", ...more] = act.split(" ");
      this.asked.length = 0;
      if (method === "fixture") isolationOf(this)?.awaitSnapshot();
      if (/^(fixture|snapshot)$/.test(method)) await this.send("evm_snapshot", undefined, param);
      else if (method === "restore") await this.send("evm_revert", param, more.length === 0);
      else await this.send(method, param.startsWith("0x") ? param : JSON.parse(param));
      if (method === "restore") told.push(`${act}: ${this.asked.join(", ") || "nothing"}`);
    }
    return told;
  }
}

const [IMPERSONATE, STOP] = ["hardhat_impersonateAccount", "hardhat_stopImpersonatingAccount"];

/** What is played, by what it shows. */
const PLAYS: Readonly<Record<string, readonly string[]>> = {
  "restores a fixture's accounts and mining mode with few requests": [
    ...[`${IMPERSONATE} ${ALICE}`, "fixture 0x1"],
    ...[`${STOP} 0x${ALICE.slice(2).toUpperCase()}`, `${IMPERSONATE} ${BOB}`],
    ...["evm_setAutomine false", "evm_setIntervalMining 500", "restore 0x1"],
    ...["snapshot 0x2", "restore 0x2"],
  ],
  "restores the settings of an inner snapshot, then those of the outer one": [
    ...["fixture 0x1", `${IMPERSONATE} ${ALICE}`, "fixture 0x2", `${IMPERSONATE} ${BOB}`],
    ...["restore 0x2", "restore 0x1"],
  ],
  // The second snapshot 0x2 is the project's own.
  "forgets inner snapshots with the outer one, because their ids may be used again": [
    ...["fixture 0x1", `${IMPERSONATE} ${ALICE}`, "fixture 0x2", "restore 0x1", "snapshot 0x1"],
    ...["snapshot 0x2", `${IMPERSONATE} ${BOB}`, "restore 0x2", "restore 0x1"],
  ],
  "forgets a snapshot after restoring it": [
    ...["fixture 0x1", "restore 0x1", "snapshot 0x5", "snapshot 0x1", "evm_setAutomine false"],
    "restore 0x1",
  ],
  "keeps a snapshot older than the restored one, even if its id has fewer digits": [
    ...["fixture 0x9", "evm_setAutomine false", "fixture 0x10", "restore 0x10", "restore 0x9"],
  ],
  "watches the snapshot taken after each restore": [
    ...["fixture 0x1", "evm_setAutomine false", "restore 0x1", "snapshot 0x2"],
    ...["evm_setAutomine false", "restore 0x2", "snapshot 0x3"],
    ...["evm_setAutomine false", "restore 0x3"],
  ],
  "ignores the project's snapshots, and a snapshot that cannot be restored": [
    ...["fixture 0x1", "snapshot 0x2", "evm_setAutomine false", "restore 0x2", "snapshot 0x3"],
    ...[`${IMPERSONATE} ${ALICE}`, "restore 0x3", `${STOP} ${ALICE}`, "restore 0x1 in vain"],
    "restore 0x1",
  ],
};

describe("isolation of a connection", () => {
  for (const [what, acts] of Object.entries(PLAYS)) {
    it(what, async () => {
      expectRecorded(await new ScriptedConnection().play(...acts));
    });
  }

  it("starts with the network's configured mining mode", async () => {
    const mining = { auto: false, interval: 1_000 };
    const connection = new ScriptedConnection({ type: "edr-simulated", mining });
    const changes = ["evm_setAutomine true", "evm_setIntervalMining 0"];
    expectRecorded(await connection.play("fixture 0x1", ...changes, "restore 0x1"));
  });

  it("knows whether transactions stay pending", async () => {
    for (const [mining, minesNothing] of [
      [undefined, false],
      [{ auto: true, interval: 0 }, false],
      [{ auto: false, interval: 0 }, true],
      [{ auto: false, interval: 1_000 }, false],
    ] as const) {
      const connection = new ScriptedConnection({ type: "edr-simulated", mining });
      expect(isolationOf(connection)?.minesNothing).to.equal(minesNothing);
    }
    const connection = new ScriptedConnection();
    await connection.play("evm_setAutomine false", "evm_setIntervalMining 500");
    expect(isolationOf(connection)?.minesNothing).to.equal(false);
    await connection.send("evm_setIntervalMining");
    expect(isolationOf(connection)?.minesNothing).to.equal(true);
  });

  it("sets back what tests set, before a fixture migrates, and mines what is pending", async () => {
    const connection = new ScriptedConnection();
    const says = (fee: number, later: number, transactions: readonly string[]) => {
      const time = Math.floor(Date.now() / 1000) + later;
      const block = { baseFeePerGas: `${fee}`, gasLimit: `${fee + 1}`, transactions };
      Object.assign(connection.answers, {
        "eth_getBlockByNumber latest": { ...block, timestamp: "0xffffffff" },
        "eth_getBlockByNumber pending": { ...block, timestamp: time },
        "eth_coinbase undefined": `${fee + 2}`,
      });
    };
    says(7, 0, []);
    await isolationOf(connection)!.clear();
    expect(connection.asked).to.deep.equal([]);
    says(17, 1e10, ["0x1"]);
    await isolationOf(connection)!.clear();
    expectRecorded(connection.asked);
  });

  it("ignores a request that failed", async () => {
    const connection = new ScriptedConnection();
    const asked = { method: IMPERSONATE, params: [ALICE] };
    const request = { jsonrpc: "2.0", id: 1, ...asked } as const;
    const error = { code: -32000, message: "no", data: { message: "no", data: null } };
    await watchRequest(connection, request, async () => ({ jsonrpc: "2.0", id: 1, error }));
    expect(isolationOf(connection)?.isImpersonated(ALICE) === true).to.equal(false);
    await connection.play(`${IMPERSONATE} ${ALICE}`);
    expect(isolationOf(connection)?.isImpersonated(ALICE.toUpperCase()) === true).to.equal(true);
  });

  it("does not watch a network that is not simulated", async () => {
    const connection = new ScriptedConnection({ type: "http" });
    const told = await connection.play("fixture 0x1", `${IMPERSONATE} ${ALICE}`, "restore 0x1");
    expect(isolationOf(connection)?.isImpersonated(ALICE) === true).to.equal(false);
    expect(told).to.deep.equal(["restore 0x1: nothing"]);
  });
});
