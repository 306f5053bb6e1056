import { expect } from "chai";
import { AbiCoder, id, toBeHex, Transaction, zeroPadValue } from "ethers";

import { dataGasLimit, DataFees, mostDataWei } from "../../../src/foundation/chain/data-fee.js";
import { ConnectionError, RpcError } from "../../../src/foundation/chain/rpc-error.js";
import { rejection } from "../../rejection.js";

const NODE_INTERFACE = "0x00000000000000000000000000000000000000C8";
const ARB_SYS = "0x0000000000000000000000000000000000000064";
const ORACLE = "0x420000000000000000000000000000000000000F";
const RECEIVER = "0x0000000000000000000000000000000000000012";
const CHAIN_ID = 8453;
const CREATION = { data: "0x60016002", value: 0n };
const CALL = { to: RECEIVER, data: "0xabcdef", value: 5n };
const refusal = (method: string) => new RpcError(method, { code: -32000, message: "no" });
const word = (value: bigint) => zeroPadValue(toBeHex(value), 32);
const selector = (signature: string) => id(signature).slice(0, 10);

interface FakeL2 {
  readonly codes?: Readonly<Record<string, string>>;
  /** Returns the answer by recipient; throws if the node refuses the call. */
  readonly call?: (to: string, data: string) => string;
}

/** Returns the data fees of a chain, and the list of requests that reach it. */
function chain({ codes = {}, call = () => "0x" }: FakeL2) {
  const asked: [string, unknown][] = [];
  const request = async ({ method, params }: { method: string; params?: unknown[] }) => {
    await Promise.resolve();
    asked.push([method, params?.[0]]);
    if (method === "eth_getCode") return codes[String(params?.[0])] ?? "0x";
    const { to, data } = params![0] as { to: string; data: string };
    return call(to, data);
  };
  return { fees: new DataFees({ request }, CHAIN_ID), asked };
}

describe("DataFees", () => {
  it("are nothing on another chain, after two requests in total", async () => {
    const { fees, asked } = chain({});
    expect(await fees.of([CREATION, CALL])).to.equal(undefined);
    expect(await fees.of([CALL])).to.equal(undefined);
    expect(asked.map(([method]) => method)).to.deep.equal(["eth_getCode", "eth_call"]);
  });

  it("are gas on Arbitrum, by its NodeInterface", async () => {
    const { fees, asked } = chain({
      call: (to, data) => {
        expect(to).to.equal(NODE_INTERFACE);
        return AbiCoder.defaultAbiCoder().encode(
          ["uint64", "uint256", "uint256"],
          [data.length, 7n, 9n],
        );
      },
    });
    const found = await fees.of([CREATION, CALL]);
    const encoded = (values: readonly unknown[]) =>
      selector("gasEstimateL1Component(address,bool,bytes)") +
      AbiCoder.defaultAbiCoder().encode(["address", "bool", "bytes"], values).slice(2);
    const creation = encoded([`0x${"0".repeat(40)}`, true, CREATION.data]);
    const call = encoded([RECEIVER, false, CALL.data]);
    expect(asked.slice(2)).to.deep.equal(
      [creation, call].map((data) => ["eth_call", { to: NODE_INTERFACE, data }]),
    );
    const gas = [BigInt(creation.length), BigInt(call.length)];
    expect(found).to.deep.equal(gas.map((each) => ({ isKnown: true, gas: each, wei: 0n })));
  });

  it("are wei on the OP stack, for the whole unsigned transaction", async () => {
    const seen: Transaction[] = [];
    const { fees } = chain({
      codes: { [ORACLE]: "0x6001" },
      call: (to, data) => {
        if (to !== ORACLE) return "0x";
        expect(data.slice(0, 10)).to.equal(selector("getL1Fee(bytes)"));
        const [raw] = AbiCoder.defaultAbiCoder().decode(["bytes"], `0x${data.slice(10)}`);
        seen.push(Transaction.from(String(raw)));
        return word(1_000n + BigInt(seen.length));
      },
    });
    const found = await fees.of([CREATION, CALL]);
    expect(found).to.deep.equal([1_001n, 1_002n].map((wei) => ({ isKnown: true, gas: 0n, wei })));
    expect(seen.map(({ to, data, value }) => ({ to, data, value }))).to.deep.equal([
      { ...CREATION, to: null },
      CALL,
    ]);
    expect(seen.map(({ type, chainId }) => [type, chainId])).to.deep.equal(
      Array(2).fill([2, BigInt(CHAIN_ID)]),
    );
  });

  const fails = () => {
    throw refusal("eth_call");
  };
  for (const [name, node] of [
    ["an OP-stack chain whose oracle fails", { codes: { [ORACLE]: "0x6001" }, call: fails }],
    ["an OP-stack chain whose oracle answers nothing", { codes: { [ORACLE]: "0x6001" } }],
    ["Arbitrum whose NodeInterface fails", { codes: { [ARB_SYS]: "0xfe" }, call: fails }],
    [
      "Arbitrum whose NodeInterface answers too little",
      { codes: { [ARB_SYS]: "0xfe" }, call: () => word(1n) },
    ],
  ] as const) {
    it(`are unknown on ${name}`, async () => {
      const found = await chain(node).fees.of([CALL]);
      expect(found).to.deep.equal([{ isKnown: false, gas: 0n, wei: 0n }]);
    });
  }

  it("are nothing if the node of another chain refuses the calls", async () => {
    expect(await chain({ call: fails }).fees.of([CALL])).to.equal(undefined);
  });

  it("are unknown for a single transaction although the others' are known", async () => {
    let calls = 0;
    const { fees } = chain({
      call: () => (++calls === 2 ? fails() : `${word(5n)}${word(1n).slice(2).repeat(2)}`),
    });
    const found = await fees.of([CREATION, CALL]);
    expect(found?.map(({ isKnown, gas }) => [isKnown, gas])).to.deep.equal([
      [false, 0n],
      [true, 5n],
    ]);
  });

  it("fail if the node cannot be reached", async () => {
    const { fees } = chain({
      call: () => {
        throw new ConnectionError("gone");
      },
    });
    expect(await rejection(fees.of([CALL]))).to.be.instanceOf(ConnectionError);
  });
});

describe("the margin of a data fee", () => {
  it("is a quarter of the gas, and 100% of what is paid apart from gas", () => {
    const fee = { isKnown: true, gas: 1_000n, wei: 70n };
    expect([dataGasLimit(fee), mostDataWei(fee)]).to.deep.equal([1_250n, 140n]);
    expect([dataGasLimit(undefined), mostDataWei(undefined)]).to.deep.equal([0n, 0n]);
  });
});
