import { expect } from "chai";

import { proxyAt, stateAt } from "../../../src/foundation/chain/proxy.js";
import { rejection } from "../../rejection.js";

const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const word = (digit: string) => `0x${digit.repeat(40).padStart(64, "0")}`;

/** A chain with code whose beacon answers this. */
async function behindBeacon(answer: () => unknown) {
  const request = async ({ method, params }: { method: string; params?: unknown[] }) => {
    if (method === "eth_getStorageAt") return params?.[1] === BEACON_SLOT ? word("b") : word("0");
    return await answer();
  };
  return await proxyAt(`0x${"a".repeat(40)}`, "0x60006000fd", stateAt({ request }, "0x5"));
}

function failing(error: object): () => never {
  return () => {
    throw Object.assign(new Error(), error);
  };
}

describe("a clone", () => {
  const target = `0x${"d".repeat(40)}`;
  const clone = `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  const found = async (behind: string, slot: string) =>
    await proxyAt(`0x${"a".repeat(40)}`, clone, {
      code: async () => behind,
      storage: async (_, asked) => (asked === slot ? word("c") : word("0")),
      call: async () => "0x",
    });

  it("of a proxy leads where the proxy does, and can be changed like it", async () => {
    const implementation = `0x${"c".repeat(40)}`;
    for (const [proxy, slot] of [
      ["an EIP-1822 proxy", "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7"],
      ["a ZeppelinOS proxy", "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3"],
    ] as const) {
      const kind = `EIP-1167 clone of ${proxy}`;
      expect(await found("0x00", slot)).to.deep.equal({ kind, implementation, canChange: true });
    }
  });

  it("of a clone ends, even if it is one of itself", async () => {
    const kind = `EIP-1167 clone${" of an EIP-1167 clone".repeat(4)}`;
    const told = { kind, implementation: target, canChange: false };
    expect(await found(clone, "none")).to.deep.equal(told);
  });
});

describe("a beacon proxy", () => {
  it("is told with the implementation that its beacon names", async () => {
    const kind = "EIP-1967 beacon proxy";
    const beacon = `0x${"b".repeat(40)}`;
    const found = { kind, implementation: `0x${"c".repeat(40)}`, canChange: true, beacon };
    expect(await behindBeacon(() => word("c"))).to.deep.equal(found);
  });

  it("is none if the beacon refuses, but not known if the node does not answer", async () => {
    const revert = failing({ code: 3, message: "execution reverted" });
    expect(await behindBeacon(revert)).to.equal(undefined);
    for (const error of [
      { message: "connect ECONNREFUSED 127.0.0.1:8545" },
      { code: -32005, message: "rate limit" },
      { code: -32000, message: "missing trie node" },
    ])
      expect(await rejection(behindBeacon(failing(error)))).to.include(error);
  });
});
