import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { openStartingState } from "../../../src/operations/run/starting-state.js";
import { itInFolder as it } from "../../temporary-folder.js";

const GENESIS = `0xb${"0".repeat(63)}`;

describe("openStartingState", () => {
  it("is that of the release which the parameters name", async (folder) => {
    const output = join(folder, "migration.json");
    const chain = { ...privateNetwork(424_242), genesis: GENESIS, inProcess: false };
    const base = { arcVersion: "0.0.1-rc.57" };
    await writeFile(
      output,
      JSON.stringify({ network: "x", chainId: 424_242, genesis: GENESIS, base }),
    );
    const provider = { request: async () => await Promise.resolve("0x") };
    for (const arcVersion of ["0.0.1-rc.57", "0.0.1-rc.40"]) {
      const inputs = { provider, sections: ["dao"], output, params: { arcVersion } } as const;
      const { existing } = await openStartingState(inputs, chain, false);
      expect(existing.base).to.deep.equal(arcVersion === base.arcVersion ? base : undefined);
    }
  });
});
