import { expect } from "chai";
import ganache from "ganache";

import { mnemonicOf } from "../../src/test-chain/seed.js";

interface WithOptions {
  getOptions(): { wallet: { mnemonic: string } };
  disconnect(): Promise<void>;
}

describe("mnemonicOf", () => {
  for (const seed of ["abc", "TestRPC is awesome!", "0", "x".repeat(700)]) {
    it(`gives ganache's mnemonic of ${seed.slice(0, 20)}`, async () => {
      const provider = ganache.provider({
        wallet: { seed },
        logging: { quiet: true },
      }) as unknown as WithOptions;
      const { mnemonic } = provider.getOptions().wallet;
      await provider.disconnect();
      expect(mnemonicOf(seed)).to.equal(mnemonic);
    });
  }
});
