import { mock } from "node:test";

import { expect } from "chai";
import { BrowserProvider, Contract, getAddress, verifyMessage } from "ethers";

import { TestChain } from "../../fixtures/test-chain.js";
import { rejection } from "../rejection.js";

const HOUR = 3_600_000;

/** The time of a chain's first block, in UNIX seconds. */
async function startOf(chain: ReturnType<typeof TestChain.provider>): Promise<number> {
  const block = await chain.send("eth_getBlockByNumber", ["0x0", false]);
  return Number((block as { timestamp: string }).timestamp);
}

describe("TestChain.provider", () => {
  it("can be used at once: its first request waits for the migration", async () => {
    await using chain = TestChain.provider({ arcVersion: "rc.40", demo: false });
    const provider = new BrowserProvider(chain);
    const { dao, test } = await chain.result();
    const avatar = new Contract(
      dao!.Avatar,
      ["function orgName() view returns (string)"],
      provider,
    );
    expect(await avatar.getFunction("orgName")()).to.equal("Harbour Commons");
    expect(dao!.arcVersion).to.equal("0.0.1-rc.40");
    expect(test).to.equal(undefined);
    provider.destroy();
  });

  it("accepts the options of Hardhat's network, including accounts", async () => {
    await using chain = TestChain.provider({
      demo: false,
      chainId: 1337,
      initialDate: "2030-01-01T00:00:00Z",
      accounts: { count: 3 },
    });
    expect(await chain.request({ method: "eth_chainId" })).to.equal("0x539");
    expect(await chain.request({ method: "eth_accounts" })).to.have.lengthOf(3);
    expect(await startOf(chain)).to.equal(Date.UTC(2030, 0, 1) / 1000);
  });

  it("answers web3.js 1.x and ganache's users: send with a method, or with a payload and a callback", async () => {
    const chain = TestChain.provider({ demo: false });
    const sent = async (payload: object, how: "send" | "sendAsync" = "send") =>
      await new Promise((resolve) =>
        chain[how](payload, (error, response) => resolve(error ?? response)),
      );
    const request = { jsonrpc: "2.0", id: 7, method: "eth_chainId", params: [] };
    const answer = { jsonrpc: "2.0", id: 7, result: "0x7a69" };
    expect(await sent(request)).to.deep.equal(answer);
    expect(await sent(request, "sendAsync")).to.deep.equal(answer);
    expect(await sent([request, { ...request, id: 8 }])).to.deep.equal([
      answer,
      { ...answer, id: 8 },
    ]);
    expect(await chain.send("eth_chainId")).to.equal("0x7a69");
    expect(await chain.send("eth_getBalance", [`0x${"0".repeat(40)}`, "latest"])).to.equal("0x0");
    await chain.close();
    const closed = (await sent(request)) as { error: { message: string } };
    expect(closed.error.message).to.contain(
      "The test chain is closed, so it cannot answer eth_chainId.",
    );
  });

  it("answers what web3.js 1.x asks a node, and signs for it", async () => {
    await using chain = TestChain.provider({ demo: false });
    const accounts = (await chain.send("eth_accounts")) as [string];
    for (const [method, params, answer] of [
      ["net_listening", [], true],
      ["net_peerCount", [], "0x0"],
      ["eth_mining", [], true],
      ["eth_hashrate", [], "0x0"],
      ["eth_protocolVersion", [], "0x41"],
      ["personal_listAccounts", [], accounts],
      ["personal_unlockAccount", [getAddress(accounts[0]), "", 600], true],
      ["personal_unlockAccount", [`0x${"1".repeat(40)}`, "", 600], false],
    ] as const) {
      expect(await chain.send(method, params), method).to.deep.equal(answer);
    }
    const signature = await chain.send("personal_sign", ["0x6869", accounts[0], "password"]);
    expect(verifyMessage("hi", signature as string).toLowerCase()).to.equal(accounts[0]);
  });

  it("starts every chain at the current time, however old the process is", async () => {
    const first = TestChain.provider({ demo: false });
    await first.result();
    await first.close();
    mock.timers.enable({ apis: ["Date"], now: Date.now() + HOUR });
    const chain = TestChain.provider({ demo: false });
    try {
      expect(await startOf(chain)).to.equal(Math.floor(Date.now() / 1000));
    } finally {
      mock.timers.reset();
      await chain.close();
    }
  });

  it("forwards events of subscriptions", async () => {
    await using chain = TestChain.provider({ demo: false });
    await chain.request({ method: "eth_subscribe", params: ["newHeads"] });
    const message = new Promise((resolve) => chain.on("message", resolve));
    await chain.request({ method: "evm_mine" });
    expect(await message).to.have.property("type", "eth_subscription");
  });

  it("fails every request with the reason why the migration failed", async () => {
    const chain = TestChain.provider({ arcVersion: "rc.58" });
    for (const attempt of [1, 2]) {
      const error = await rejection(chain.request({ method: "eth_chainId" }));
      expect(error.message, `attempt ${attempt}`).to.contain('Arc release "rc.58" does not exist');
    }
    await chain.close();
  });

  it("refuses folders that do not exist, although the default chain needs none", async () => {
    for (const [name, message] of [
      ["customAbis", /^The folder .*nope for build files does not exist/],
      ["projectRoot", /^The folder .*nope does not exist \(projectRoot\)/],
    ] as const) {
      await using chain = TestChain.provider({ [name]: "nope" });
      expect((await rejection(chain.request({ method: "eth_chainId" }))).message).to.match(message);
    }
  });

  it("suggests the gas price of its options as long as a block accepts it", async () => {
    await using chain = TestChain.provider({ demo: false, gasPrice: 5_000_000_000n });
    const price = () => chain.request({ method: "eth_gasPrice" });
    expect(await price()).to.equal("0x12a05f200");
    const method = "hardhat_setNextBlockBaseFeePerGas";
    await chain.request({ method, params: ["0x2540be400"] });
    expect(Number(await price())).to.be.above(10_000_000_000);
  });
});
