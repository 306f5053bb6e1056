import { expect } from "chai";
import { Interface, toQuantity } from "ethers";

import { isOfNode } from "../../../../src/foundation/chain/call-refused.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import type { RpcBlock } from "../../../../src/foundation/chain/rpc-types.js";
import { ForkedChain } from "../../../../src/operations/simulate/chain/forked-chain.js";
import { affordableGas } from "../../../../src/operations/simulate/chain/gas-and-memory.js";
import { sendAndTrace } from "../../../../src/operations/simulate/chain/send-and-trace.js";
import { readVoters } from "../../../../src/operations/simulate/passing/voters-and-stakers.js";
import { describeStages } from "../../../../src/operations/simulate/tracing/describe-stages.js";
import { inspectDao } from "../../../../src/engine/inspect/inspect-dao.js";
import { Contract } from "../../../../src/engine/inspect/reading/contract.js";
import { readerAt } from "../../../../src/engine/inspect/reading/block-reader.js";
import { SMALL_DAO, withBase } from "../../../engine/migration/with-base.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { rejected, rejection } from "../../../rejection.js";
import { openChain } from "../../../simulated-chain.js";
import { closing } from "../../../closing.js";

const LIMIT = 1_100_000;
const [LOOPS, TELLS, SENDER] = [account(7), account(8), account(9)];
const [HALF, WRITES, KNOWS] = [account(10), account(11), account(12)];
const [PASSES, NEVER, DELEGATES] = [account(13), account(14), account(15)];

describe("ForkedChain", () => {
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

  it("asks the chain for balances that no event of the fork is about", async () => {
    await withBase("rc.57", async ({ connection, make, release, read }) => {
      const holders = Array.from({ length: 30 }, (_, index) => account(100 + index));
      const founders = holders.map((address) => ({ address, tokens: 1, reputation: 5 }));
      const { dao } = await make({ ...SMALL_DAO, founders });
      let slots = 0;
      const counting: Eip1193Provider = {
        request: async (asked): Promise<unknown> => {
          if (asked.method === "eth_getStorageAt") slots++;
          return await connection.provider.request(asked);
        },
      };
      const head = Number(await connection.provider.request({ method: "eth_blockNumber" }));
      const chain = await ForkedChain.open(counting, head);
      const { abi } = release.artifact("Reputation");
      const owner = String(await read("Reputation", dao.NativeReputation, "owner"));
      const reputation = { address: dao.NativeReputation, abi: new Interface(abi) };
      const mint = { functionName: "mint", args: [holders[3], 4n] };
      const inspected = await inspectDao(connection.provider, dao.Avatar);
      const expectBalances = async (now: readonly bigint[]) => {
        const reader = await readerAt(chain.provider, { block: await chain.head() });
        const contract = new Contract(reader, dao.NativeReputation, reputation.abi);
        const proposal = { block: await chain.head(), votes: { notRead: "nobody voted" } };
        const voters = await readVoters(chain, inspected, proposal);
        const votes = new Map(voters.map((each) => [each.account, each.reputation]));
        expect(holders.map((each) => votes.get(each))).to.deep.equal(now);
        const amounts = holders.map((each) => contract.value("balanceOf", each));
        expect(await Promise.all(amounts)).to.deep.equal(now);
      };
      const was = holders.map(() => BigInt(5e18));
      try {
        await chain.forgetting(async () => {
          expect((await chain.call(owner, reputation, mint)).success).to.equal(true);
          slots = 0;
          await expectBalances(was.with(3, was[3]! + 4n));
          expect(slots).to.be.lessThan(5);
        });
        await expectBalances(was);
      } finally {
        await chain.close();
      }
    });
  });

  it("tells what the node lacks: before anything is tried if it never has storage, and in its words later", async () => {
    const origin = await openChain();
    const { provider } = origin;
    let isLost = true;
    const lacking: Eip1193Provider = {
      request: async (asked): Promise<unknown> => {
        if (!isLost || asked.method !== "eth_getStorageAt") return await provider.request(asked);
        throw new RpcError(asked.method, { code: -32601, message: "not available" });
      },
    };
    const lost = /^eth_getStorageAt: not available$/;
    // Reads its storage.
    const params = [LOOPS, "0x60005450"];
    await provider.request({ method: "hardhat_setCode", params });
    await provider.request({ method: "hardhat_mine", params: [toQuantity(1)] });
    await rejected(ForkedChain.open(lacking, 1), lost);
    isLost = false;
    const chain = await ForkedChain.open(lacking, 1);
    isLost = true;
    const error = await rejected(chain.send({ from: SENDER, to: LOOPS, data: "0x" }), lost);
    expect(isOfNode(error)).to.equal(true);
    await chain.close();
    await origin.close();
  });

  it("gives code less gas than the chain that uses up all or a part of it, or knows how much is left", async () => {
    expect(affordableGas(2 ** 30)).to.equal(948_961n);
    expect(affordableGas(2 ** 20)).to.equal(0n);
    await using chain = closing(await openChain({ blockGasLimit: 30_000_000 }));
    const request = async (method: string, params: unknown[] = []): Promise<unknown> =>
      await chain.provider.request({ method, params });
    const codes: Record<string, string> = {
      [LOOPS]: "0x5b600056",
      // Calls the loop with half of its gas, and succeeds.
      [HALF]: `0x6000600060006000600073${LOOPS.slice(2)}60025a04f100`,
      // Writes 40 slots: much gas, few steps, and as many however much it gets. What follows is no code.
      [WRITES]: "0x60285b8080556001900380600257005a",
      // Loops only while more than 2.5 million gas is left.
      [KNOWS]: "0x5b5a622625a010600057",
      [DELEGATES]: `0xef0100${KNOWS.slice(2)}`,
      // Passes all its gas on; looks at it where it never comes to, by a jump or at all.
      [PASSES]: `0x6000600060006000600073${TELLS.slice(2)}5af100`,
      [NEVER]: "0x6000600657005b5a5000",
    };
    for (const params of Object.entries(codes)) await request("hardhat_setCode", params);
    const { timestamp } = (await request("eth_getBlockByNumber", ["latest", false])) as RpcBlock;
    let time = Number(timestamp);
    const send = async (to: string, affordable = 16_777_216n, data = "0x") =>
      await sendAndTrace(
        request,
        { from: SENDER, to, data },
        { conditions: {}, gas: 16_777_216n, affordable, time: (time += 10) },
      );
    // With little memory, even what is not endless gets no more than there is memory for.
    expect((await send(WRITES, 500_000n)).cutAt).to.equal(500_000n);
    expect((await send(TELLS, 500_000n)).cutAt).to.equal(undefined);
    const [loops, half, writes] = [await send(LOOPS), await send(HALF), await send(WRITES)];
    const opened = await ForkedChain.on(chain.provider);
    const stages = await describeStages({ chain: opened, abis: new Map() }, [
      { stage: "vote", tried: loops },
      { stage: "vote", tried: half },
    ]);
    for (const { outcome, reason } of stages) {
      expect(outcome).to.equal("not known");
      expect(reason).to.match(/ got 1200000 gas and uses more the more it gets/);
    }
    expect([loops.cutAt, loops.success]).to.deep.equal([1_200_000n, false]);
    expect([half.cutAt, half.success]).to.deep.equal([1_200_000n, true]);
    expect([writes.cutAt, writes.success]).to.deep.equal([undefined, true]);
    expect(Number(writes.gasUsed)).to.be.within(800_000, 1_000_000);
    // Its data takes 541,000 gas, which it gets in addition.
    const long = await send(LOOPS, 16_777_216n, `0x${"ff".repeat(13_000)}`);
    expect(long.cutAt).to.equal(1_741_000n);
    for (const [to, gas] of [
      [KNOWS, 1_200_000n],
      [DELEGATES, 1_200_000n],
      [PASSES, undefined],
      [NEVER, undefined],
    ] as const) {
      expect((await send(to)).cutAt, to).to.equal(gas);
    }
  });
});
