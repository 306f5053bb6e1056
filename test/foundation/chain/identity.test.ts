import { expect } from "chai";

import { identifyChain } from "../../../src/foundation/chain/identity.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { ConnectionError } from "../../../src/foundation/chain/rpc-error.js";
import { Target } from "../../../src/foundation/chain/target.js";
import { openRpc } from "../../open-server.js";
import { rejection } from "../../rejection.js";

const GENESIS = `0x${"11".repeat(32)}`;

/** A node that returns these answers and refuses every other request. */
function node(version: unknown, answers: Record<string, unknown> = {}): Eip1193Provider {
  const all: Record<string, unknown> = {
    eth_chainId: "0xa4b1",
    eth_getBlockByNumber: { hash: GENESIS },
    ...(version !== undefined && { web3_clientVersion: version }),
    ...answers,
  };
  return {
    async request({ method }) {
      const answer = all[method];
      if (method in all) return typeof answer === "function" ? (answer as () => unknown)() : answer;
      throw new Error(`the method ${method} does not exist`);
    },
  };
}

describe("identifyChain", () => {
  it("takes a development node as private, whatever its chain ID", async () => {
    for (const version of [
      "anvil/v1.7.1",
      "HardhatNetwork/3.17.0/@nomicfoundation/edr/0.12.0",
      "Ganache/v7.9.2/EthereumJS TestRPC/v7.9.2/ethereum-js",
      "EthereumJS TestRPC/v2.13.2/ethereum-js",
    ]) {
      expect(await identifyChain(node(version), false), version).to.deep.equal({
        ...{ name: "private", chainId: 42161 },
        ...{ genesis: GENESIS, inProcess: false },
      });
    }
  });

  it("does not believe a development node on another machine that has the ID of a known public chain", async () => {
    const remote = { ...node("anvil/v1.7.1"), isRemote: true };
    expect(await identifyChain(remote, false)).to.include({ name: "arbitrum" });
    expect(await identifyChain(remote, false, { isPrivate: true })).to.include({ name: "private" });
    const unknown = { ...node("anvil/v1.7.1", { eth_chainId: "0x7a69" }), isRemote: true };
    expect(await identifyChain(unknown, false)).to.include({ name: "private", chainId: 31337 });
    expect(new RpcClient("http://127.0.0.1:8545")).to.include({ isRemote: false });
    expect(new RpcClient("http://localhost:8545")).to.include({ isRemote: false });
    expect(new RpcClient("http://[::1]:8545")).to.include({ isRemote: false });
    expect(new RpcClient("https://node.example")).to.include({ isRemote: true });
  });

  it("says that a node does not answer, rather than taking it for public or for no node", async () => {
    const silent = node("anvil/v1.7.1");
    for (const method of ["web3_clientVersion", "eth_chainId"]) {
      const provider: Eip1193Provider = {
        async request(asked) {
          if (asked.method === method) throw new ConnectionError("no answer");
          return await silent.request(asked);
        },
      };
      expect((await rejection(identifyChain(provider, false))).message).to.equal("no answer");
    }
  });

  it("takes a node with any other client name, or none, as public", async () => {
    const geth = "Geth/v1.16.7-stable/linux-amd64/go1.24.9";
    for (const version of [geth, "nitro/v3.7.1", "an anvil/v1 in disguise", "", 7, undefined]) {
      const chain = await identifyChain(node(version), false);
      expect(chain).to.include({ name: "arbitrum", chainId: 42161 });
      const first = await identifyChain(node(version, { eth_chainId: "0x1" }), false);
      expect(first).to.include({ name: "mainnet", chainId: 1 });
      const unknown = await identifyChain(node(version, { eth_chainId: "0x539" }), false);
      expect(unknown).to.include({ name: "1337", chainId: 1337 });
    }
  });

  it("takes a chain as private if it is in this process or the user says so", async () => {
    const geth = node("Geth/v1.16.7");
    expect((await identifyChain(geth, true)).name).to.equal("private");
    expect((await identifyChain(geth, false, { isPrivate: true })).name).to.equal("private");
  });

  it("uses name and explorer from the configuration, but never makes a chain public", async () => {
    const networks = { 42161: { name: "dxdao", explorer: "https://explorer.example" } };
    expect(await identifyChain(node("nitro/v3"), false, { networks })).to.include({
      name: "dxdao",
      explorer: "https://explorer.example",
    });
    expect((await identifyChain(node("anvil/v1"), false, { networks })).name).to.equal("private");
  });

  for (const [what, answers] of [
    ["no first block", { eth_getBlockByNumber: null }],
    ["a first block without a hash", { eth_getBlockByNumber: {} }],
    ["no chain ID", { eth_chainId: "soon" }],
    ["the chain ID 0", { eth_chainId: "0x0" }],
  ] as const) {
    it(`refuses a node with ${what}`, async () => {
      const [good, bad] = [node("Geth/v1"), node("Geth/v1", answers)];
      const later = new Target(bad, await identifyChain(good, false));
      for (const asked of [identifyChain(bad, false), later.requireSameChain()]) {
        const error = await rejection(asked);
        expect(error.name).to.equal("MigrationError");
        expect(error.message).to.include("does not identify its chain");
      }
    });
  }

  it("asks again for a first block that one of several nodes does not have", async () => {
    const answers = [null, null, { hash: GENESIS }];
    const more = { eth_getBlockByNumber: () => answers.shift() };
    expect(await identifyChain(node("Geth/v1", more), false)).to.include({ genesis: GENESIS });
  });

  it("says which node refuses, in the node's words", async () => {
    await using server = await openRpc(({ id }) => ({ id, error: { code: 1, message: "boom" } }));
    const error = await rejection(identifyChain(new RpcClient(server.url), false));
    expect(error.message).to.match(
      /^The node at 127\.0\.0\.1:\d+ does not identify its chain \(eth_chainId: boom\)/,
    );
  });
});
