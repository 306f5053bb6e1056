import { expect } from "chai";
import {
  parseUnits,
  Signature,
  toBeHex,
  Transaction,
  VoidSigner,
  Wallet,
  type TransactionLike,
} from "ethers";

import type { TransactionToSign } from "../../../src/foundation/chain/sign-here.js";
import {
  signerOf,
  signTransaction,
  type TransactionSigner,
} from "../../../src/foundation/chain/signer.js";
import { rejected, rejection } from "../../rejection.js";
import { expectRecorded } from "../../recorded.js";

const KEY = `0x${"17".repeat(32)}`;
const OTHER_KEY = `0x${"18".repeat(32)}`;
const RECEIVER = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const OTHER_RECEIVER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

const wallet = new Wallet(KEY);

const CALL: TransactionToSign = {
  type: 2,
  maxFeePerGas: parseUnits("30", "gwei"),
  maxPriorityFeePerGas: parseUnits("2", "gwei"),
  chainId: 1337,
  nonce: 5,
  gasLimit: 100_000n,
  to: RECEIVER.toLowerCase(),
  data: "0xABCD",
  value: 7n,
};

const CREATION: TransactionToSign = {
  type: 0,
  gasPrice: parseUnits("20", "gwei"),
  chainId: 1337,
  nonce: 0,
  gasLimit: 200_000n,
  data: "0x6001",
  value: 0n,
};

const NO_FEE_CAPS = { maxFeePerGas: null, maxPriorityFeePerGas: null };

/** A signer that writes into what it gets, as some wallets do, before it signs it with the given key. */
function signerThat(
  change: (asked: TransactionToSign) => Partial<TransactionLike>,
  key = KEY,
): TransactionSigner {
  return {
    address: wallet.address,
    signTransaction: async (asked) => {
      const { to, ...rest } = Object.assign<object, TransactionLike>(asked, change(asked));
      return await new Wallet(key).signTransaction({
        ...rest,
        ...(typeof to === "string" && { to }),
      });
    },
  };
}

describe("signTransaction", () => {
  for (const [name, asked] of Object.entries({ call: CALL, creation: CREATION })) {
    it(`returns the bytes and the hash of a ${name} that was signed as requested`, async () => {
      const { raw, hash } = await signTransaction(wallet, asked, "base/X");
      const signed = Transaction.from(raw);
      expect(signed.from).to.equal(wallet.address);
      expect(signed.hash).to.equal(hash);
      expect(signed.data).to.equal(asked.data.toLowerCase());
      expect(raw).to.equal(raw.toLowerCase());
    });
  }

  it("signs with a key in this process to the same bytes as ethers", () => {
    const amounts = [0n, 1n, 0x7fn, 0x80n, 0xffn, 0x100n, 2n ** 64n - 1n, 10n ** 26n];
    const sizes = [0, 1, 2, 54, 55, 56, 57, 255, 256, 300, 24_576, 65_600];
    // RLP writes a single byte below 0x80 as itself.
    const data = ["0x00", "0x7f", "0x80", ...sizes.map((size) => `0x${"a1".repeat(size)}`)];
    const variants = [
      {},
      ...amounts.flatMap((amount) => [{ value: amount }, { gasLimit: amount % 2n ** 63n }]),
      ...data.map((each) => ({ data: each })),
      ...[1, 127, 128, 137, 2 ** 40].flatMap((chainId) => [{ chainId }, { nonce: chainId }]),
    ];
    return Promise.all(
      [CALL, CREATION].flatMap((asked) =>
        variants.map(async (change) => {
          const wanted: TransactionToSign = { ...asked, ...change };
          const { raw } = await signTransaction(wallet, wanted, "base/X");
          expect(raw).to.equal(await wallet.signTransaction(wanted));
        }),
      ),
    );
  });

  it("accepts upper-case hex from a signer, and journals it in one form", async () => {
    const { raw } = await signTransaction(wallet, CALL, "base/X");
    const shouting: TransactionSigner = {
      address: wallet.address,
      signTransaction: async () => `0x${raw.slice(2).toUpperCase()}`,
    };
    expect(await signTransaction(shouting, CALL, "base/X")).to.have.property("raw", raw);
  });

  const gwei = (amount: string) => parseUnits(amount, "gwei");
  const lies: Readonly<Record<string, Partial<TransactionLike>>> = {
    "another account's key": {},
    "another chain": { chainId: 1 },
    "any chain": { type: 0, chainId: 0, gasPrice: CALL.maxFeePerGas, ...NO_FEE_CAPS },
    "another nonce": { nonce: 6 },
    "another receiver": { to: OTHER_RECEIVER },
    "no receiver": { to: null },
    "another value": { value: 8n },
    "other data": { data: "0xab" },
    "more gas": { gasLimit: 100_001n },
    "a higher fee": { maxFeePerGas: gwei("31") },
    "a higher tip": { maxPriorityFeePerGas: gwei("3") },
    "another type": { type: 1, gasPrice: CALL.maxFeePerGas, ...NO_FEE_CAPS },
    "an access list": { accessList: [{ address: RECEIVER, storageKeys: [] }] },
    "several that differ, with long data": { nonce: 6, data: `0x${"ab".repeat(1000)}` },
  };
  for (const [name, change] of Object.entries(lies)) {
    it(`refuses ${name}, and says what differs`, async () => {
      const signer = signerThat(() => change, name.endsWith("key") ? OTHER_KEY : KEY);
      const error = await rejection(signTransaction(signer, CALL, "base/X"));
      expect(error.name).to.equal("SigningError");
      expectRecorded(error.message);
    });
  }

  it("refuses a legacy transaction at another price", async () => {
    const signer = signerThat(() => ({ gasPrice: parseUnits("21", "gwei") }));
    expect((await rejection(signTransaction(signer, CREATION, "base/X"))).message).to.include(
      "  gasPrice: signed 21000000000, requested 20000000000",
    );
  });

  const unsigned = Transaction.from({ ...CREATION, to: null }).unsignedSerialized;
  // The other signature of the same bytes.
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const { r, s, v } = wallet.signingKey.sign(Transaction.from(unsigned).unsignedHash);
  const higher = Transaction.from(unsigned);
  higher.signature = Signature.from({ r, s: toBeHex(order - BigInt(s)), v: 55 - v });
  for (const [name, answer] of Object.entries({
    "bytes without a signature": unsigned,
    "a signature with the higher s": higher.serialized,
    "no hex": "signed!",
    "an empty text": "",
    "a number": 17,
    "an object": { hash: "0x01" },
    nothing: undefined,
  })) {
    it(`refuses ${name} from a signer`, async () => {
      const signer = { address: wallet.address, signTransaction: async () => answer as string };
      expect((await rejection(signTransaction(signer, CREATION, "base/X"))).message).to.equal(
        `The signer of ${wallet.address} returned no validly signed transaction for step base/X. It should return ` +
          "the raw transaction as hex with 0x. The step was not sent.",
      );
    });
  }

  it("refuses bytes after the end of the transaction", async () => {
    const signer: TransactionSigner = {
      address: wallet.address,
      signTransaction: async (asked) => `${await wallet.signTransaction(asked)}00`,
    };
    await rejected(
      signTransaction(signer, CALL, "base/X"),
      "returned no validly signed transaction",
    );
  });

  it("says why a signer refused", async () => {
    const signer: TransactionSigner = {
      address: wallet.address,
      signTransaction: async () => await Promise.reject(new Error("denied on the device\n  at x")),
    };
    expect((await rejection(signTransaction(signer, CALL, "base/X"))).message).to.equal(
      `The signer of ${wallet.address} did not sign step base/X: denied on the device. The step was not sent. ` +
        "Run the same command again to resume.",
    );
  });
});

describe("signerOf", () => {
  it("accepts an address and a method, and adds the checksum", async () => {
    const signer = await signerOf({
      address: wallet.address.toLowerCase(),
      signTransaction: async (asked) => await wallet.signTransaction(asked),
    });
    expect(signer.address).to.equal(wallet.address);
    const { raw } = await signTransaction(signer, CALL, "base/X");
    expect(Transaction.from(raw).from).to.equal(wallet.address);
  });

  it("asks an ethers signer for its address, with the signer as `this`", async () => {
    class Device extends VoidSigner {
      readonly #wallet = wallet;

      override async signTransaction(transaction: TransactionToSign): Promise<string> {
        return await this.#wallet.signTransaction(transaction);
      }
    }
    const asked = await signerOf(new Device(wallet.address));
    expect(asked.address).to.equal(wallet.address);
    expect(await asked.signTransaction(CALL)).to.equal(await wallet.signTransaction(CALL));
  });

  const method = { signTransaction() {} };
  const getAddress = async () => await Promise.reject(new Error("no device"));
  const wrong: Readonly<Record<string, unknown>> = {
    "a private key": KEY,
    null: null,
    "no method": { address: wallet.address },
    "no address": method,
    "a bad address": { ...method, address: "0x12" },
    "a device that is not there": { ...method, getAddress },
  };
  for (const [name, given] of Object.entries(wrong)) {
    it(`refuses ${name}`, async () => {
      const error = await rejection(signerOf(given as TransactionSigner));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.not.include(KEY.slice(2));
      expectRecorded(error.message);
    });
  }
});
