import { expect } from "chai";
import { Transaction } from "ethers";

import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { HARDHAT_MNEMONIC } from "./nodes.js";
import { before, expectOnChain, migrate } from "./support.js";
import { itOnAnvil as it } from "./prepared.js";

describe("what a migration gives its test accounts for gas", () => {
  // The last release before proposals were queued, and the latest.
  for (const version of ["alpha.58", "rc.57"]) {
    it(`of ${version} is enough for all that they send`, async (node, output) => {
      const needed = new Map<string | null, bigint>();
      const given = new Map<string | null, bigint>();
      let price: bigint | undefined;
      const provider = before(node.provider, async ({ method, params }) => {
        if (method !== "eth_sendRawTransaction") return;
        const sent = Transaction.from(params?.[0] as string);
        // The accounts are funded at the gas price of the first transaction.
        price ??= sent.maxFeePerGas ?? 0n;
        needed.set(sent.from, (needed.get(sent.from) ?? 0n) + sent.gasLimit * price);
        if (sent.value > 0n) given.set(sent.to, sent.value);
      });
      await migrate(node, {
        output,
        provider,
        sections: ["base", "test"],
        arcVersion: version,
        // These accounts have no funds on the node.
        testMnemonic: HARDHAT_MNEMONIC,
      });
      await expectOnChain(node, output);
      for (const { address } of walletsOf(HARDHAT_MNEMONIC)) {
        const [most = 0n, funds = 0n] = [needed.get(address), given.get(address)];
        expect(most > 0n && most <= funds, `${address}: ${most} of ${funds}`).to.equal(true);
      }
    });
  }
});
