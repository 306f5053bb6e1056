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

describe("a beacon proxy", () => {
  it("is told with the implementation that its beacon names", async () => {
    const kind = "EIP-1967 beacon proxy";
    const found = { kind, implementation: `0x${"c".repeat(40)}`, canChange: true };
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
