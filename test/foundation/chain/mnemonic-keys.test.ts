import { expect } from "chai";
import { HDNodeWallet, Mnemonic, randomBytes } from "ethers";

import { keysOf } from "../../../src/foundation/chain/mnemonic-keys.js";
import { TEST_MNEMONIC, walletsOf } from "../../../src/foundation/chain/test-accounts.js";

/** Returns the keys that ethers derives. */
function expected(mnemonic: Mnemonic, path: string, first: number, count: number): string[] {
  const root = HDNodeWallet.fromMnemonic(mnemonic, path);
  return Array.from({ length: count }, (_, index) => root.deriveChild(first + index).privateKey);
}

describe("keysOf", () => {
  for (const path of ["m/44'/60'/0'/0", "m/44'/60'/7'", "m/0", "m/2147483647'/1/2/3'"]) {
    it(`derives the same keys as ethers along ${path}`, () => {
      for (const bytes of [16, 20, 24, 28, 32]) {
        const mnemonic = Mnemonic.fromEntropy(randomBytes(bytes), "pass wörd");
        const options = { path, first: 5, passphrase: "pass wörd" };
        expect(keysOf(mnemonic.phrase, 3, options), mnemonic.phrase).to.deep.equal(
          expected(mnemonic, path, 5, 3),
        );
      }
    });
  }

  it("derives along Ethereum's path, starting with the first key, without a passphrase", () => {
    const mnemonic = Mnemonic.fromEntropy(randomBytes(16));
    expect(keysOf(mnemonic.phrase, 12)).to.deep.equal(expected(mnemonic, "m/44'/60'/0'/0", 0, 12));
    expect(keysOf(mnemonic.phrase, 0)).to.deep.equal([]);
  });

  it("pads keys that start with zeros", () => {
    const mnemonic = "test test test test test test test test test test test junk";
    const keys = keysOf(mnemonic, 600);
    expect(keys.every((key) => /^0x[0-9a-f]{64}$/.test(key))).to.equal(true);
    expect(keys.some((key) => key.startsWith("0x00"))).to.equal(true);
    const zero = keys.findIndex((key) => key.startsWith("0x00"));
    const [wanted] = expected(Mnemonic.fromPhrase(mnemonic), "m/44'/60'/0'/0", zero, 1);
    expect(keys[zero]).to.equal(wanted);
  });
});

describe("walletsOf", () => {
  it("takes a mnemonic with line breaks around it, as a file or variable may have", () => {
    const [plain, broken] = [TEST_MNEMONIC, `\n${TEST_MNEMONIC}\r\n`].map((words) =>
      walletsOf(words, 1).map(({ address }) => address),
    );
    expect(broken).to.deep.equal(plain);
  });
});
