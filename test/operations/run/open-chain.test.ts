import { expect } from "chai";

import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import { UsageError } from "../../../src/foundation/support/errors.js";
import { withBaseTerms, type NetworkOptions } from "../../../src/operations/run/open-chain.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { rejection } from "../../rejection.js";

const [KNOWN, SET, ASKED] = [1, 2, 3].map(account);
const CHAIN = { name: "mainnet", chainId: 1, registryOwner: KNOWN } as ChainIdentity;

async function ownerWith(options: NetworkOptions): Promise<string | undefined> {
  const provider = { request: async () => await Promise.reject(new Error("It asked the node.")) };
  return (await withBaseTerms(CHAIN, provider, options, [], account(9))).registryOwner;
}

describe("the owner of the registries", () => {
  const networks = { 1: { registryOwner: SET!.toLowerCase() } };

  it("is the option's, then the configuration's, then the network's", async () => {
    expect(await ownerWith({ networks, registryOwner: ASKED! })).to.equal(ASKED);
    expect(await ownerWith({ networks })).to.equal(SET);
    expect(await ownerWith({ networks: { 5: { registryOwner: SET! } } })).to.equal(KNOWN);
  });

  it("is an address", async () => {
    const error = await rejection(ownerWith({ registryOwner: "owner.eth" }));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.contain("The owner of the registries should be an address");
  });
});
