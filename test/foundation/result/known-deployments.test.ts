import { expect } from "chai";

import type { NetworkName } from "../../../src/foundation/chain/networks.js";
import { knownEntries } from "../../../src/foundation/result/known-deployments.js";

describe("knownEntries", () => {
  for (const [network, chainId, count] of [
    ["mainnet", 1, 31],
    ["rinkeby", 4, 35],
    ["kovan", 42, 19],
    ["sokol", 77, 4],
    ["xdai", 100, 17],
  ] as const) {
    it(`has each release that the predecessor deployed to ${network}`, async () => {
      const entries = (await knownEntries(network)).filter(({ base }) => base !== undefined);
      expect(entries).to.have.length(count);
      for (const entry of entries) {
        expect(entry).to.include({ network, chainId });
        expect(entry.base?.DAOToken).to.match(/^0x[0-9a-fA-F]{40}$/);
      }
    });
  }

  it("has none for a network that the predecessor did not know", async () => {
    for (const network of ["arbitrum", "private", "toString"] as NetworkName[]) {
      expect(await knownEntries(network)).to.deep.equal([]);
    }
  });
});
