import { expect } from "chai";

import { rememberingState } from "../../../../src/operations/simulate/chain/remember-state.js";

/** A chain whose answers tell which of its changes they are from, and what it was asked. */
function opened() {
  const asked: string[] = [];
  const saved: number[] = [];
  let [state, last] = [0, 0];
  let wait: Promise<undefined> | undefined;
  const provider = rememberingState({
    async request({ method, params = [] }) {
      asked.push(method);
      if (method === "evm_snapshot") return `0x${saved.push(state)}`;
      if (method === "evm_revert") state = saved[Number(params[0]) - 1]!;
      if (method === "evm_revert") return true;
      if (method === "evm_mine") state = ++last;
      const answer = `${method} in ${state}`;
      await wait;
      return answer;
    },
  });
  return {
    asked,
    request: async (method: string, ...params: unknown[]) =>
      await provider.request({ method, params }),
    /** Holds all answers back until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      wait = promise;
      return () => resolve(undefined);
    },
  };
}

describe("a fork whose reads are remembered", () => {
  it("is asked the same once, until it changes, and after a revert not again", async () => {
    const { request, asked } = opened();
    const read = async () => await request("eth_call", { to: "0xaa" }, "latest");
    expect(await read()).to.equal("eth_call in 0");
    const id = await request("evm_snapshot");
    await request("evm_mine");
    expect([await read(), await read()]).to.deep.equal(["eth_call in 1", "eth_call in 1"]);
    const inner = await request("evm_snapshot");
    await request("evm_mine");
    expect(await read()).to.equal("eth_call in 2");
    await request("evm_revert", inner);
    expect(await read()).to.equal("eth_call in 1");
    await request("evm_revert", id);
    expect([await read(), await read()]).to.deep.equal(["eth_call in 0", "eth_call in 0"]);
    expect(asked.filter((each) => each === "eth_call")).to.have.length(3);
    await request("evm_mine");
    expect(await read()).to.equal("eth_call in 3");
  });

  it("is asked again by others, of pending blocks, and after an unknown method", async () => {
    const { request, asked } = opened();
    for (const params of [
      [{ to: "0xaa" }, "latest"],
      [{ to: "0xbb" }, "latest"],
    ])
      await request("eth_call", ...params);
    for (let time = 0; time < 2; time++) await request("eth_getBalance", "0xaa", "pending");
    await request("hardhat_setBalance", "0xaa", "0x1");
    await request("eth_call", { to: "0xaa" }, "latest");
    await request("debug_traceCall", {});
    await request("eth_call", { to: "0xaa" }, "latest");
    expect(asked.filter((each) => each === "eth_call")).to.have.length(3);
    expect(asked.filter((each) => each === "eth_getBalance")).to.have.length(2);
  });

  it("keeps no answer that came while it changed, for the state before or after", async () => {
    const { request, asked, hold } = opened();
    const id = await request("evm_snapshot");
    const release = hold();
    const reading = request("eth_blockNumber");
    const mining = request("evm_mine");
    const during = request("eth_blockNumber");
    release();
    expect(await Promise.all([reading, mining, during])).to.deep.equal([
      "eth_blockNumber in 0",
      "evm_mine in 1",
      "eth_blockNumber in 1",
    ]);
    await request("eth_blockNumber");
    await request("evm_revert", id);
    await request("eth_blockNumber");
    expect(asked.filter((each) => each === "eth_blockNumber")).to.have.length(4);
  });

  it("does not take an answer that was under way at a change for one from after the revert", async () => {
    const { request, asked, hold } = opened();
    const id = await request("evm_snapshot");
    const release = hold();
    const reading = request("eth_blockNumber");
    const changes = [request("evm_mine"), request("evm_revert", id)];
    release();
    await Promise.all(changes);
    await request("eth_blockNumber");
    await reading;
    expect(asked.filter((each) => each === "eth_blockNumber")).to.have.length(2);
  });
});
