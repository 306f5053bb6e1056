import { expect } from "chai";
import { Transaction, Wallet } from "ethers";
import fc from "fast-check";

import { signWithKey, type TransactionToSign } from "../../src/chain/sign-with-key.js";

/** Lengths on both sides of where RLP writes a length otherwise: 1, 55, 256 and 65,536 bytes. */
const SIZES = [0, 1, 2, 54, 55, 56, 57, 200, 255, 256, 300, 65_400, 65_536, 70_000];

const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const prices = fc.bigInt({ min: 0n, max: 2n ** 96n });
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;

const fees = fc.oneof(
  fc.record({ type: fc.constant(0 as const), gasPrice: prices }),
  fc.tuple(prices, prices).map(([a, b]) => ({
    type: 2 as const,
    maxFeePerGas: a > b ? a : b,
    maxPriorityFeePerGas: a > b ? b : a,
  })),
);
const transactions: fc.Arbitrary<TransactionToSign> = fc
  .tuple(
    fees,
    fc.record(
      {
        chainId: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 46 })),
        nonce: fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)),
        gasLimit: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex),
        data: fc.uint8Array({ maxLength: 80 }).map(hex),
        value: fc.oneof(fc.constant(0n), amounts),
      },
      { requiredKeys: ["chainId", "nonce", "gasLimit", "data", "value"] },
    ),
  )
  .map(([paid, call]) => ({ ...paid, ...call }));
const wallets = fc
  .uint8Array({ minLength: 31, maxLength: 31 })
  .map((bytes) => new Wallet(`0x01${hex(bytes).slice(2)}`));

describe("signWithKey", () => {
  it("signs any transaction to the same bytes as ethers", async () => {
    await fc.assert(
      fc.asyncProperty(wallets, transactions, async (wallet, transaction) => {
        expect(signWithKey(wallet.signingKey, transaction)).to.equal(
          await wallet.signTransaction(transaction),
        );
      }),
      { numRuns: 200 },
    );
  });

  const wallet = new Wallet(`0x${"17".repeat(32)}`);
  const call = { chainId: 1337, nonce: 128, gasLimit: 21_000n, value: 0n };
  const kinds = {
    legacy: { ...call, type: 0, gasPrice: 127n },
    "EIP-1559": { ...call, type: 2, maxFeePerGas: 128n, maxPriorityFeePerGas: 0n },
  } as const;
  for (const [kind, transaction] of Object.entries(kinds)) {
    it(`signs a ${kind} transaction with data of any length to the same bytes as ethers`, async () => {
      const alone = ["00", "7f", "80", "Ff"];
      for (const data of [...alone, ...SIZES.map((size) => "a7".repeat(size))]) {
        const asked = { ...transaction, data: `0x${data}` };
        expect(signWithKey(wallet.signingKey, asked), `${data.length / 2} bytes`).to.equal(
          await wallet.signTransaction(asked),
        );
      }
    });
  }

  for (const [number, nonce] of [
    ["r", 530],
    ["s", 446],
  ] as const) {
    it(`leaves out the zeros that ${number} of a signature begins with, as ethers does`, async () => {
      const asked = { ...kinds["EIP-1559"], nonce, data: "0x" };
      const raw = signWithKey(wallet.signingKey, asked);
      expect(Transaction.from(raw).signature?.[number]).to.match(/^0x00/);
      expect(raw).to.equal(await wallet.signTransaction(asked));
    });
  }
});
