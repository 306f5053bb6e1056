import { expect } from "chai";
import { toQuantity, Transaction, Wallet, type TransactionLike } from "ethers";

import { RpcError } from "../../../src/foundation/chain/rpc-error.js";
import { findSent } from "../../../src/foundation/chain/sent-transactions.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

describe("findSent", () => {
  it("asks again while a node has not counted the transaction, lacks its block, or has another one", async () => {
    const hash = `0x${"1".repeat(64)}`;
    const transaction = { hash, from: ACCOUNT, nonce: "0x0", to: null, input: "0x", value: "0x0" };
    const heights = ["0x1", "0x2"];
    const blocks = [null, { transactions: [] }, { transactions: [transaction] }];
    const answers: Readonly<Record<string, (block: unknown) => unknown>> = {
      eth_blockNumber: () => heights.shift(),
      eth_getTransactionCount: (block) => (block === "0x2" ? "0x1" : "0x0"),
      eth_getBlockByNumber: () => blocks.shift(),
    };
    const provider = {
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
        await Promise.resolve(answers[method]!(params[1])),
    };
    let pauses = 0;
    const pause = async () => await Promise.resolve(++pauses <= 3);
    const found = await findSent(provider, ACCOUNT, { first: 0, end: 1 }, 0, pause);
    expect(found?.map((each) => each.hash)).to.deep.equal([hash]);
    expect(pauses).to.equal(3);

    // Here an authorization may have used the nonce.
    heights.push("0x2");
    blocks.push({
      transactions: [{ ...transaction, from: `0x${"1".repeat(40)}`, type: "0x4" }],
    } as never);
    expect(await findSent(provider, ACCOUNT, { first: 0, end: 1 }, 0, pause)).to.deep.equal([]);
    expect(pauses).to.equal(3);
  });

  it("does not wait for long for the state of older blocks, which a node may not keep", async () => {
    const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      if (method === "eth_blockNumber" || params[1] === "0xa") return await Promise.resolve("0xa");
      throw new RpcError(method, { message: "header not found" });
    };
    let pauses = 0;
    const long = async () => await Promise.reject(new Error("waits too long"));
    const short = async () => await Promise.resolve(++pauses <= 2);
    const nonces = { first: 0, end: 1 };
    expect(await findSent({ request }, ACCOUNT, nonces, 0, long, short)).to.deep.equal([]);
    expect(pauses).to.equal(3);
  });

  it("knows nothing if the node counts fewer in the end than were counted, as one of another chain", async () => {
    const request = async () => await Promise.resolve("0x1");
    const once = async () => await Promise.resolve(false);
    const find = async (end: number) =>
      await findSent({ request }, ACCOUNT, { first: 1, end }, 0, once);
    expect(await find(1)).to.deep.equal([]);
    expect(await find(2)).to.equal(undefined);
  });

  it("looks as far back as the first block that may have it, which is included", async () => {
    const hash = `0x${"1".repeat(64)}`;
    const transaction = { hash, from: ACCOUNT, nonce: "0x0", to: null, input: "0x", value: "0x0" };
    const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
      eth_blockNumber: () => "0xa",
      eth_getTransactionCount: ([, block]) => (Number(block) < 6 ? "0x0" : "0x1"),
      eth_getBlockByNumber: ([block]) => ({
        transactions: Number(block) === 6 ? [transaction] : [],
      }),
    };
    const provider = {
      request: async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
        await Promise.resolve(answers[method]!(params)),
    };
    const once = async () => await Promise.resolve(false);
    const found = await findSent(provider, ACCOUNT, { first: 0, end: 1 }, 6, once);
    expect(found?.map((each) => each.hash)).to.deep.equal([hash]);
  });

  it("returns what the account signed, of every type of Ethereum's, and nothing that another one signed", async () => {
    const wallet = new Wallet(`0x${"17".repeat(32)}`);
    const word = `0x01${"7".repeat(62)}`;
    const [delegate, tip] = [`0x${"1".repeat(40)}`, { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }];
    const listed = { accessList: [{ address: delegate, storageKeys: [word] }] };
    const authorization = wallet.authorizeSync({ address: delegate, chainId: 1, nonce: 5 });
    const each: readonly TransactionLike[] = [
      { type: 0, gasPrice: 9n },
      { type: 1, gasPrice: 9n, ...listed },
      { type: 2, ...tip, ...listed },
      { type: 3, ...tip, maxFeePerBlobGas: 7n, blobVersionedHashes: [word] },
      { type: 4, ...tip, authorizationList: [authorization] },
    ];
    for (const [nonce, fields] of each.entries()) {
      const call = { chainId: 1, nonce, gasLimit: 50_000, to: delegate, data: "0x1234", value: 1n };
      const signed = Transaction.from({ ...call, ...fields });
      signed.signature = wallet.signingKey.sign(signed.unsignedHash);
      const { r, s, v, networkV, yParity } = signed.signature;
      const amounts = Object.entries(fields).filter(([, value]) => typeof value === "bigint");
      const transaction = {
        ...fields,
        ...Object.fromEntries(amounts.map(([name, value]) => [name, toQuantity(value as bigint)])),
        ...{ hash: signed.hash, from: wallet.address, nonce: toQuantity(nonce), to: delegate },
        ...{ input: "0x1234", value: "0x1", gas: "0xc350", type: toQuantity(fields.type!) },
        ...{ chainId: "0x1", r, s, v: toQuantity(fields.type === 0 ? (networkV ?? v) : yParity) },
        ...(fields.authorizationList && {
          authorizationList: [
            {
              ...{ chainId: "0x1", address: delegate, nonce: "0x5" },
              ...{ yParity: toQuantity(authorization.signature.yParity) },
              ...{ r: authorization.signature.r, s: authorization.signature.s },
            },
          ],
        }),
      };
      const find = async (account: string) => {
        const transactions = [{ ...transaction, from: account }];
        const answers: Readonly<Record<string, (block: unknown) => unknown>> = {
          eth_blockNumber: () => "0x2",
          eth_getTransactionCount: (block) => toQuantity(block === "0x2" ? nonce + 1 : nonce),
          eth_getBlockByNumber: () => ({ transactions }),
        };
        const provider = {
          request: async ({ method, params = [] }: { method: string; params?: unknown[] }) =>
            await Promise.resolve(answers[method]!(params[1])),
        };
        const wanted = { first: nonce, end: nonce + 1 };
        const pause = async () => await Promise.resolve(false);
        return await findSent(provider, account, wanted, 0, pause);
      };
      const raws = async (account: string) => (await find(account))?.map(({ raw }) => raw);
      expect(await raws(wallet.address), `type ${nonce}`).to.deep.equal([signed.serialized]);
      expect(await raws(ACCOUNT)).to.deep.equal([undefined]);
    }
  });
});
