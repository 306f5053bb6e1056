import { expect } from "chai";
import { toQuantity } from "ethers";

import type { HigherFee } from "../../../../src/engine/execution/sending/fee-limit.js";
import type { MigrationPreview } from "../../../../src/engine/execution/sending/preview.js";
import { ask } from "../../../../src/foundation/chain/provider.js";
import { FeeCapError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { startHere } from "../../../live/nodes.js";
import {
  onNode,
  deployerOf,
  migrate,
  nonceOf,
  stopAfter,
  transactionsOf,
} from "../../../live/support.js";

const GWEI = 10n ** 9n;
const BASE = { sections: ["base"] } as const;

describe("a node that names higher fees once the user has agreed", () => {
  it("leads to another question if somebody can answer", async () => {
    await onNode(startHere({ initialBaseFeePerGas: 10n * GWEI }), async (node, output) => {
      const told: string[] = [];
      const inputs = { output, ...BASE, gasPrice: 5n * GWEI };
      const confirm = async ({ feeCap, gasPrice, gasLimit }: MigrationPreview) => {
        expect(gas).to.deep.equal([gasLimit]);
        told.push(`preview ${gasPrice / GWEI} ${feeCap / GWEI}`);
        return false;
      };
      const gas: (bigint | undefined)[] = [];
      const confirmHigherFee = async (
        { cap, price, wanted }: HigherFee,
        _chain: unknown,
        left: { readonly gas: bigint | undefined },
      ) => {
        told.push(`higher ${[cap, price, wanted].map((wei) => wei / GWEI).join(" ")}`);
        gas.push(left.gas);
        return true;
      };
      const refused = await rejection(migrate(node, { ...inputs, confirm, confirmHigherFee }));
      expect(refused).to.have.property("name", "DeclinedError");
      expect(told).to.deep.equal(["higher 5 10 25", "preview 10 25"]);

      const stopped = await rejection(migrate(node, inputs));
      expect(stopped.message).to.match(
        /^The chain's base fee is 10 gwei, so nothing would be mined for the --gas-price of 5 gwei/,
      );
      const { address } = deployerOf(node.mnemonic);
      expect(await nonceOf(node.provider, address)).to.equal(0);

      await migrate(node, { ...inputs, maxGasPrice: 20n * GWEI });
      const paid = await transactionsOf(node.provider, address);
      expect(paid.every(({ gasPrice }) => BigInt(gasPrice) <= 20n * GWEI)).to.equal(true);
    });
  });

  it("stops every run that can ask nobody at the cap of the first, also the one that resumes", async () => {
    await onNode(startHere({ initialBaseFeePerGas: 10n * GWEI }), async (node, output) => {
      await stopAfter(5, node, { output, ...BASE });
      const raised = ["hardhat_setNextBlockBaseFeePerGas", toQuantity(100n * GWEI)] as const;
      await ask(node.provider, ...raised);
      await ask(node.provider, "hardhat_mine");
      const { address } = deployerOf(node.mnemonic);
      const sent = await nonceOf(node.provider, address);
      for (let run = 0; run < 2; run++) {
        const stopped = await rejection(migrate(node, { output, ...BASE }));
        expect(stopped)
          .to.be.instanceOf(FeeCapError)
          .and.have.property("cap", 42n * GWEI);
      }
      expect(await nonceOf(node.provider, address)).to.equal(sent);
    });
  });
});
