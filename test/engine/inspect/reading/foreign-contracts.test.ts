import { expect } from "chai";
import { AbiCoder, concat, dataLength, toBeHex } from "ethers";

import { describeStakingToken } from "../../../../src/engine/inspect/assets/describe-assets.js";
import { readTreasury } from "../../../../src/engine/inspect/assets/treasury.js";
import { readerAt, type BlockReader } from "../../../../src/engine/inspect/reading/block-reader.js";
import {
  isOutOfGas,
  openForeign,
} from "../../../../src/engine/inspect/reading/foreign-contracts.js";
import { ERC20 } from "../../../../src/foundation/chain/erc20.js";
import { withCodes } from "../raw-calls.js";
import { account } from "../sample-inspection.js";

const [TOKEN, OWNER] = [account(9), account(1)];

/** Code that returns this, whatever it is asked. */
function returning(data: string): string {
  const size = toBeHex(dataLength(data), 2);
  // PUSH2 size, DUP1, PUSH1 10, PUSH0, CODECOPY, PUSH0, RETURN
  return concat(["0x61", size, "0x80600a5f395ff3", data]);
}
const word = (value: number | bigint): string => toBeHex(value, 32);
const LOOP = "0x5b600056";

describe("openForeign", () => {
  async function withCode(
    codes: Readonly<Record<string, string>>,
    run: (reader: BlockReader, calls: () => number) => Promise<void>,
  ): Promise<void> {
    let calls = 0;
    await withCodes(codes, async (provider) => {
      const request: typeof provider.request = async (asked) => {
        if (asked.method === "eth_call") calls++;
        return await provider.request(asked);
      };
      await run(await readerAt({ request }, {}), () => calls);
    });
  }

  it("does not wait for tokens that loop, and asks each only once", async () => {
    const loops = Array.from({ length: 3 }, (_, index) => account(20 + index));
    const codes = Object.fromEntries(loops.map((address) => [address, LOOP]));
    await withCode({ ...codes, [TOKEN]: returning(word(7)) }, async (reader, calls) => {
      const before = process.memoryUsage().rss;
      const treasury = await readTreasury(reader, OWNER, [...loops, TOKEN], () => true);
      expect(treasury.tokens.map(({ address, amount }) => [address, amount])).to.deep.equal([
        [TOKEN, "7"],
      ]);
      const reason = "it did not answer within 1000000 gas";
      expect(treasury.unanswered).to.deep.equal(
        [...loops].sort().map((address) => ({ address, reason })),
      );
      // One for each that loops; amount, name, symbol and decimals of the other.
      expect(calls()).to.equal(loops.length + 4);
      expect(process.memoryUsage().rss - before).to.be.below(1.5e9);

      const silent = openForeign(reader, loops[0]!, ERC20);
      const asked = calls();
      const tries = [1, 2, 3].map((each) => silent.value("balanceOf", account(each)));
      for (const each of await Promise.allSettled(tries)) {
        expect(each).to.have.property("status", "rejected");
      }
      expect(calls()).to.equal(asked);
    });
  });

  it("stops at the first of many accounts of a token that loops", async () => {
    await withCode({ [TOKEN]: LOOP }, async (reader, calls) => {
      const token = openForeign(reader, TOKEN, ERC20);
      const holders = Array.from({ length: 50 }, (_, index) => account(100 + index));
      const found = await Promise.allSettled(
        holders.map((holder) => token.value("balanceOf", holder)),
      );
      expect(found.every(({ status }) => status === "rejected")).to.equal(true);
      expect(calls()).to.equal(1);
    });
  });

  it("knows the words of nodes for a call that used all its gas", () => {
    for (const words of ["out of gas", "OutOfGas", "eth_call: EVM error MemoryOOG"]) {
      expect(isOutOfGas(words), words).to.equal(true);
    }
    expect(isOutOfGas("execution reverted: NOOGE")).to.equal(false);
  });

  it("refuses an answer that is too long", async () => {
    const text = AbiCoder.defaultAbiCoder().encode(["string"], ["x".repeat(9000)]);
    await withCode({ [TOKEN]: returning(text) }, async (reader) => {
      const { name } = await describeStakingToken(openForeign(reader, TOKEN, ERC20));
      expect(name).to.deep.equal({
        notRead: `it did not answer: its ${dataLength(text)} bytes are more than 8192`,
        unknowable: true,
      });
    });
  });

  for (const [decimals, read] of [
    [0, 0],
    [77, 77],
    [78, "it says 78 decimals, and no token has more than 77"],
    // The last byte is 18.
    [274, "it says 274 decimals, and no token has more than 77"],
  ] as const) {
    it(`reads ${decimals} decimals${typeof read === "number" ? "" : " as a fact"}`, async () => {
      await withCode({ [TOKEN]: returning(word(decimals)) }, async (reader) => {
        const { decimals: found } = await describeStakingToken(openForeign(reader, TOKEN, ERC20));
        expect(found).to.deep.equal(
          typeof read === "number" ? read : { notRead: read, unknowable: true },
        );
      });
    });
  }
});
