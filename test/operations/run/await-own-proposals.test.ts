import { writeFile } from "node:fs/promises";

import { expect } from "chai";

import { networkOf } from "../../../src/foundation/chain/networks.js";
import { Target } from "../../../src/foundation/chain/target.js";
import type { LiveInputs } from "../../../src/operations/run/live-inputs.js";
import { awaitOwnProposals } from "../../../src/operations/run/await-own-proposals.js";
import { withOutput } from "../../live/support.js";

const ACCOUNT = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

describe("awaitOwnProposals", () => {
  /** Returns how often it asked for pending transactions, of which two are there at first. */
  async function polls(output: string, inputs: Partial<LiveInputs>): Promise<number> {
    let asked = 0;
    const request = async ({ params }: { readonly params?: readonly unknown[] | object }) => {
      const isPending = (params as readonly unknown[])[1] === "pending";
      if (isPending) asked += 1;
      return await Promise.resolve(isPending && asked < 3 ? "0x7" : "0x5");
    };
    const chain = { ...networkOf(1337), genesis: `0x${"0".repeat(64)}`, inProcess: false };
    const terms = { target: new Target({ request }, chain), fees: { raiseAfter: 1e6 } as never };
    await awaitOwnProposals({ output, polling: 1, ...inputs } as LiveInputs, terms, ACCOUNT);
    return asked;
  }

  it("waits for what an account has sent, unless a journal has it or nothing is proposed", async () => {
    await withOutput(async (output) => {
      expect(await polls(output, { change: {} })).to.equal(3);
      expect(await polls(output, {})).to.equal(0);
      await writeFile(`${output}.journal`, "");
      expect(await polls(output, { change: {} })).to.equal(0);
    });
  });
});
