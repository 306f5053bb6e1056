import { expect } from "chai";
import { toQuantity } from "ethers";

import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { affordableGas } from "../../../../src/operations/simulate/chain/gas-and-memory.js";
import { sendAndTrace } from "../../../../src/operations/simulate/chain/send-and-trace.js";
import { describeStages } from "../../../../src/operations/simulate/tracing/describe-stages.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { rejection } from "../../../rejection.js";
import { openChain } from "../../../simulated-chain.js";

const LIMIT = 2_000_000;
const [LOOPS, TELLS, SENDER] = [account(7), account(8), account(9)];

describe("ForkedChain", function () {
  this.timeout(60_000);

  it("gives code as much gas as the chain does, and tells it the same limit", async () => {
    const origin = await openChain({ blockGasLimit: LIMIT });
    const { provider } = origin;
    let chain: ForkedChain | undefined;
    try {
      for (const params of [
        [LOOPS, "0x5b600056"],
        // Returns the block gas limit.
        [TELLS, "0x4560005260206000f3"],
      ]) {
        await provider.request({ method: "hardhat_setCode", params });
      }
      await provider.request({ method: "hardhat_mine", params: [toQuantity(1)] });
      chain = await ForkedChain.open(provider, 1);
      const tried = await chain.send({ from: SENDER, to: LOOPS, data: "0x" });
      expect([tried.success, tried.gasUsed]).to.deep.equal([false, BigInt(LIMIT)]);
      const [stage] = await describeStages({ chain, abis: new Map() }, [{ stage: "vote", tried }]);
      expect(stage).to.include({ outcome: "refused", fits: false });

      const call = async (to: string, block = "latest") =>
        await chain!.provider.request({ method: "eth_call", params: [{ to, data: "0x" }, block] });
      expect(Number(await call(TELLS))).to.equal(LIMIT);
      expect((await rejection(call(LOOPS, toQuantity(2)))).message).to.match(/out of gas/);
      const balance = chain.token(LOOPS).value("balanceOf", SENDER);
      expect((await rejection(balance)).message).to.equal("it did not answer within 1000000 gas");
    } finally {
      await chain?.close();
      await origin.close();
    }
  });

  it("says so if there is too little memory for all the gas that a loop uses", async () => {
    expect(affordableGas(2 ** 30)).to.equal(3_795_845n);
    expect(affordableGas(2 ** 20)).to.equal(0n);
    const chain = await openChain({ blockGasLimit: LIMIT });
    try {
      const request = async (method: string, params: unknown[] = []): Promise<unknown> =>
        await chain.provider.request({ method, params });
      await request("hardhat_setCode", [LOOPS, "0x5b600056"]);
      const { timestamp } = (await request("eth_getBlockByNumber", ["latest", false])) as RpcBlock;
      const terms = { conditions: {}, gas: BigInt(LIMIT), affordable: 1_000_000n };
      const send = async (to: string, seconds: number) =>
        await sendAndTrace(
          request,
          { from: SENDER, to, data: "0x" },
          { ...terms, time: Number(timestamp) + seconds },
        );
      expect((await send(TELLS, 10)).success).to.equal(true);
      const error = await rejection(send(LOOPS, 20));
      expect(error).to.be.instanceOf(MigrationError);
      expect(error.message).to.match(/^There is too little memory to try what .* \(2000000, /);
    } finally {
      await chain.close();
    }
  });
});
