import { expect } from "chai";
import { toBeHex, ZeroAddress } from "ethers";

import { withCreations } from "../../../src/operations/verify/verify-sources.js";
import type { Verification } from "../../../src/operations/verify/verification.js";
import { plant } from "../../engine/inspect/storage/planted.js";
import { withBase } from "../../engine/migration/with-base.js";

/** What a comparison of code says. */
function proven(name: string, address: string, bytecode: string): Verification {
  const source = { bytecode, from: "", file: "", contractName: name, compiler: "", input: {} };
  const common = { name, place: name, address, arcVersion: "0.0.1-rc.57", source };
  return { ...common, code: "exact", sources: "exact", verified: true };
}

describe("a contract of the right code", () => {
  for (const version of ["rc.57", "rc.40", "rc.16", "alpha.58"]) {
    it(`of ${version} is verified only if its own constructor created it`, async () => {
      await withBase(version, async ({ release, base, deployer, connection: { provider } }) => {
        for (const name of ["ContributionReward", "SchemeRegistrar", "GenesisProtocol"] as const) {
          const { deployedBytecode } = release.artifact(name);
          const { hash, contractAddress } = await plant(
            provider,
            deployer.account,
            deployedBytecode,
          );
          const slot = await provider.request({
            method: "eth_getStorageAt",
            params: [contractAddress, "0x2a", "latest"],
          });
          expect(BigInt(String(slot))).to.equal(255n);
          const found = [base[name], contractAddress].map((address) =>
            proven(name, address, release.artifact(name).bytecode),
          );
          const [own, other] = await withCreations(found, provider);
          expect([own!.creation, own!.verified], name).to.deep.equal(["own", true]);
          expect([other!.creation, other!.verified], name).to.deep.equal(["other", false]);
          expect(other!.note).to.contain(`other code created it in transaction ${hash}`);
        }
      });
    });
  }

  it("is not known to have been created by its constructor if the node has no old state", async () => {
    const contract = proven("Avatar", ZeroAddress, "0x60");
    const pruned = { request: async () => await Promise.reject(new Error("missing trie node")) };
    const notKnown = { ...contract, creation: "not known" };
    expect(await withCreations([contract], pruned)).to.deep.equal([notKnown]);
    for (const change of [{ verified: false }, { source: undefined }, { arcVersion: undefined }]) {
      const other = { ...contract, ...change };
      const [found] = await withCreations([other], pruned);
      expect(found).to.equal(other);
    }
  });

  it("is looked for together with up to 15 others", async () => {
    const contracts = Array.from({ length: 40 }, (_, index) =>
      proven("Avatar", toBeHex(0xabc000 + index, 20), "0x60"),
    );
    let [underway, most] = [0, 0];
    const provider = {
      request: async ({ method }: { readonly method: string }) => {
        most = Math.max(most, ++underway);
        await new Promise(setImmediate);
        underway--;
        if (method === "eth_blockNumber") return "0x400";
        return method === "eth_getCode" ? "0x00" : { transactions: [] };
      },
    };
    const found = await withCreations(contracts, provider);
    expect(found.map(({ address }) => address)).to.deep.equal(
      contracts.map(({ address }) => address),
    );
    expect(most).to.equal(16);
  });
});
