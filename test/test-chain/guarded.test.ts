import { EventEmitter } from "node:events";
import { mock } from "node:test";

import { expect } from "chai";

import { TestChain } from "../../fixtures/test-chain.js";
import { openConnection } from "../../src/test-chain/connection.js";
import { guarded } from "../../src/test-chain/guarded.js";
import { refuseIfStuck } from "../../src/test-chain/stuck.js";
import { rejection } from "../rejection.js";

/** A chain at block 100 that answers every request, and the methods that reached it. */
function fakeChain() {
  const seen: string[] = [];
  const inner = Object.assign(new EventEmitter(), {
    request: async ({ method }: { readonly method: string }) => {
      if (method === "eth_pendingTransactions") return await Promise.resolve([]);
      if (method !== "eth_blockNumber") seen.push(method);
      return await Promise.resolve("0x64");
    },
  });
  return { seen, provider: guarded(inner), inner };
}

const HUGE = `0x${"f".repeat(16)}`;
const HUGER = `0x${"f".repeat(64)}`;
const TO = "0x0000000000000000000000000000000000000001";

/** Without the guard, each of these makes EDR panic or hang. */
const REFUSED: readonly (readonly [method: string, params: unknown[], reason: RegExp])[] = [
  ["hardhat_mine", ["0x2", "0x7fffffffffffffff"], /the seconds of all blocks together/],
  ["hardhat_mine", [HUGE], /the number of blocks can be at most 268435356/],
  ["hardhat_mine", ["0x1000", "0x20000000"], /the seconds of all blocks together/],
  ["evm_increaseTime", [HUGE], /the seconds can be at most 1099511627776/],
  ["evm_increaseTime", [2 ** 53], /the seconds/],
  ["evm_setNextBlockTimestamp", [HUGE], /the timestamp/],
  ["evm_mine", [HUGE], /the timestamp/],
  ["evm_setBlockGasLimit", [HUGE], /the gas limit can be at most 1073741824/],
  ["hardhat_setNextBlockBaseFeePerGas", [HUGER], /the base fee/],
  ["eth_call", [{ to: TO, value: HUGER }], /value can be at most/],
  ["eth_estimateGas", [{ to: TO, maxFeePerGas: HUGER }, "latest"], /maxFeePerGas/],
  ["eth_sendTransaction", [{ to: TO, gasPrice: HUGER }], /gasPrice/],
  ["debug_traceCall", [{ to: TO, maxPriorityFeePerGas: HUGER }], /maxPriorityFeePerGas/],
  ["eth_getLogs", [{ fromBlock: HUGE }], /fromBlock can be at most 268435456/],
  ["eth_newFilter", [{ fromBlock: "0x0", toBlock: HUGE }], /toBlock/],
  ["eth_subscribe", ["logs", { toBlock: HUGE }], /toBlock/],
];

describe("guarded", () => {
  it("keeps what would end or stop EDR from the chain", async () => {
    const { provider, seen } = fakeChain();
    for (const [method, params, reason] of REFUSED) {
      const error = await rejection(provider.request({ method, params }));
      expect(error).to.include({ name: "RpcError", code: -32602 });
      expect(error.message).to.match(reason);
    }
    expect(seen).to.deep.equal([]);
  });

  it("requests logs only up to the last block, however far a client asks", async () => {
    const asked: unknown[] = [];
    const { inner } = fakeChain();
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === "eth_getLogs") asked.push((params as unknown[])[0]);
      return await inner.request({ method });
    };
    const provider = guarded(Object.assign(new EventEmitter(), { request }));
    for (const [fromBlock, toBlock] of [
      ["0x1", HUGE],
      ["0x65", "0x70"],
      ["0x1", "0x32"],
      [undefined, "latest"],
    ]) {
      await provider.request({
        method: "eth_getLogs",
        params: [{ fromBlock, toBlock, topics: [] }],
      });
    }
    expect(asked).to.deep.equal([
      { fromBlock: "0x1", toBlock: "0x64", topics: [] },
      { fromBlock: "0x65", toBlock: "0x65", topics: [] },
      { fromBlock: "0x1", toBlock: "0x32", topics: [] },
      { fromBlock: undefined, toBlock: "latest", topics: [] },
    ]);
  });

  it("refuses methods that a test chain does not have, and prints their names escaped", async () => {
    const { provider, seen } = fakeChain();
    const error = await rejection(provider.request({ method: "eth_x\u001b[8m", params: [] }));
    expect(error.message).to.equal("Method eth_x\\x1b[8m is not supported");
    expect(error).to.include({ code: -32004 });
    expect(seen).to.deep.equal([]);
  });

  it("passes on valid requests, and those that EDR itself refuses", async () => {
    const { provider, seen } = fakeChain();
    const requests: readonly (readonly [string, unknown])[] = [
      ["hardhat_mine", ["0x10000", "0x3c"]],
      ["hardhat_mine", undefined],
      ["hardhat_mine", [null, "0x10000000000"]],
      ["evm_increaseTime", [31_536_000_000]],
      ["evm_increaseTime", ["soon"]],
      ["eth_call", [{ to: TO, value: "0xffffffffffffffffffffffff" }, "latest"]],
      ["eth_call", []],
      ["eth_getLogs", [{ fromBlock: "earliest", toBlock: "latest" }]],
      ["eth_subscribe", ["newHeads"]],
      ["hardhat_setBalance", [TO, HUGER]],
    ];
    for (const [method, params] of requests) {
      expect(await provider.request({ method, params: params as unknown[] })).to.equal("0x64");
    }
    expect(seen).to.deep.equal(requests.map(([method]) => method));
  });

  it("does not let the chain mine forever for a transaction that pays too little", async () => {
    await using chain = TestChain.provider({ demo: false });
    const ask = (method: string, ...params: unknown[]) => chain.request({ method, params });
    const [from, to] = (await ask("eth_accounts")) as string[];
    const send = (fields: object) =>
      ask("eth_sendTransaction", { from, to, gas: "0x5208", ...fields });
    await ask("evm_setAutomine", false);
    const poor = await send({ gasPrice: "0x1" });
    await ask("evm_setAutomine", true);
    const error = await rejection(send({ gasPrice: "0x12a05f200", nonce: "0x0", from: to }));
    expect(error.message).to.include(`the pending transaction ${String(poor)} pays too little`);
    await ask("hardhat_dropTransaction", poor);
    expect(await send({})).to.have.lengthOf(66);
  });

  it("waits for a base fee to fall as far as it can", async () => {
    const refusing = async (gasPrice: string, baseFeePerGas: string) => {
      const answers: Readonly<Record<string, unknown>> = {
        eth_pendingTransactions: [{ hash: "0x1", gasPrice }],
        hardhat_getAutomine: true,
        eth_getBlockByNumber: { baseFeePerGas },
      };
      const provider = { request: async ({ method }: { method: string }) => answers[method] };
      await refuseIfStuck(provider, "evm_mine");
    };
    await refusing("0x7", "0x3b9aca00");
    await refusing("0x1", "0x1");
    expect(await rejection(refusing("0x6", "0x3b9aca00"))).to.include({ code: -32000 });
  });

  it("ends filters that nobody polls", async () => {
    const chain = await openConnection({});
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const provider = guarded(chain.provider);
      const ask = async (method: string, ...params: unknown[]) =>
        await provider.request({ method, params });
      const forgotten = [
        await ask("eth_newFilter", {}),
        await ask("eth_newPendingTransactionFilter"),
        await ask("eth_newBlockFilter"),
      ];
      const polled = String(await ask("eth_newBlockFilter"));
      // A client may write it in another way.
      const changes = async () =>
        (await ask("eth_getFilterChanges", polled.replace("0x", "0x0"))) as unknown[];
      mock.timers.tick(299_000);
      await changes();
      mock.timers.tick(2_000);
      await ask("evm_mine");
      expect(await changes()).to.have.length(1);
      for (const id of forgotten) expect(await ask("eth_uninstallFilter", id)).to.equal(false);
      expect(await ask("eth_uninstallFilter", polled)).to.equal(true);
    } finally {
      mock.timers.reset();
      await chain.close();
    }
  });

  it("passes events on", () => {
    const { provider, inner } = fakeChain();
    const heard: unknown[] = [];
    const listener = (event: unknown) => heard.push(event);
    provider.on("message", listener);
    inner.emit("message", 1);
    provider.removeListener("message", listener);
    inner.emit("message", 2);
    expect(heard).to.deep.equal([1]);
  });
});
