import { connect } from "node:net";

import { expect } from "chai";
import { WebSocket } from "ws";

import { TestChain } from "../../../fixtures/test-chain.js";
import { until } from "../../until.js";

describe("the end of a TestChain.server", () => {
  it("answers what it was asked before it closes, over HTTP and WebSockets", async () => {
    const own = TestChain.server({ demo: false });
    const { port } = await own.listen(0);
    const { provider } = await own.migrated();
    const number = async () => Number(await provider.request({ method: "eth_blockNumber" }));
    const [from] = (await provider.request({ method: "eth_accounts" })) as string[];
    const batch = (first: number) =>
      JSON.stringify(
        Array.from({ length: 50 }, (_, index) => ({
          ...{ jsonrpc: "2.0", id: first + index, method: "eth_sendTransaction" },
          params: [{ from, to: from }],
        })),
      );
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    await new Promise((resolve) => socket.once("open", resolve));
    const heard = new Promise<string>((resolve, reject) => {
      socket.once("message", (data: Buffer) => resolve(data.toString()));
      socket.once("close", () => reject(new Error("There was no answer.")));
    });
    const before = await number();
    const posted = fetch(`http://127.0.0.1:${port}`, { method: "POST", body: batch(0) });
    const texts = Promise.all([posted.then((response) => response.text()), heard]);
    texts.catch(() => {});
    socket.send(batch(50));
    await until("both are at work", async () => (await number()) >= before + 4);
    await own.close();
    for (const text of await texts) {
      const answers = JSON.parse(text) as readonly { readonly result?: unknown }[];
      expect(
        answers.filter(({ result }) => /^0x[0-9a-f]{64}$/.test(String(result))),
      ).to.have.length(50);
    }
  });

  it("closes at once, even with open connections", async () => {
    const own = TestChain.server({ demo: false });
    const { port } = await own.listen(0);
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    await new Promise((resolve) => socket.once("open", resolve));
    const idle = connect(port, "127.0.0.1");
    await new Promise((resolve) => idle.once("connect", resolve));
    const ended = [
      new Promise((resolve) => socket.once("close", resolve)),
      new Promise((resolve) => idle.once("close", resolve)),
    ];
    const start = performance.now();
    await own.close();
    await Promise.all(ended);
    // Node closes an idle connection after five seconds.
    expect(performance.now() - start).to.be.lessThan(4_000);
    expect(own.address()).to.equal(null);
  });
});
