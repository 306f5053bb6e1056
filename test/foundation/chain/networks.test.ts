import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { getAddress } from "ethers";

import chains from "../../../src/foundation/chain/chains.json" with { type: "json" };
import {
  chainIdOf,
  currencyOf,
  knownStakingToken,
  networkNameOf,
  networkOf,
  registryOwner,
  namesOf,
} from "../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { packageFile } from "../../../src/foundation/support/package.js";

describe("networks", () => {
  const CASES: readonly (readonly [number, string, string])[] = [
    [1, "mainnet", "ETH"],
    [4, "rinkeby", "ETH"],
    [10, "optimism", "ETH"],
    [42, "kovan", "ETH"],
    [77, "sokol", "SPOA"],
    [100, "xdai", "xDAI"],
    [137, "polygon", "POL"],
    [8453, "base", "ETH"],
    [42161, "arbitrum", "ETH"],
    [11155111, "sepolia", "ETH"],
    [987654321, "987654321", "ETH"],
  ];

  it("have a name and a currency by their chain ID, and are found by both", () => {
    for (const [chainId, name, currency] of CASES) {
      const network = networkOf(chainId);
      expect(network).to.include({ name, chainId });
      expect(currencyOf(network)).to.equal(currency);
      expect([chainIdOf(name), chainIdOf(String(chainId))]).to.deep.equal([chainId, chainId]);
    }
  });

  it("have explorers if they are public, and none if they are private", () => {
    expect(networkOf(42161).explorer).to.equal("https://arbiscan.io");
    expect(networkOf(987654321)).to.not.have.property("explorer");
    expect(privateNetwork(1)).to.deep.equal({ name: "private", chainId: 1 });
    expect(currencyOf(privateNetwork(77))).to.equal("ETH");
  });

  it("accept aliases and chain IDs for sections", () => {
    expect(networkNameOf("gnosis")).to.equal("xdai");
    expect(networkNameOf("100")).to.equal("xdai");
    expect(networkNameOf("42161")).to.equal("arbitrum");
    expect(networkNameOf("987654321")).to.equal("987654321");
    expect(namesOf("xdai")).to.deep.equal(["xdai", "gnosis", "100"]);
    expect(namesOf("arbitrum")).to.deep.equal(["arbitrum", "42161"]);
    expect(namesOf("987654321")).to.deep.equal(["987654321"]);
    expect(namesOf("private")).to.deep.equal(["private"]);
    expect(chainIdOf("private")).to.equal(0);
    expect(chainIdOf("nonet")).to.equal(undefined);
    expect(chainIdOf("founders")).to.equal(undefined);
  });

  it("have a staking token and DAOstack's registries only where the predecessor had them", () => {
    for (const chainId of [1, 4, 42, 77, 100]) {
      expect(knownStakingToken(networkOf(chainId))).to.equal(
        "0x543Ff227F64Aa17eA132Bf9886cAb5DB55DCAddf",
      );
      expect(getAddress(registryOwner(networkOf(chainId)) ?? "")).to.match(/^0x/);
    }
    for (const network of [networkOf(42161), networkOf(987654321), privateNetwork(1)]) {
      expect(knownStakingToken(network)).to.equal(undefined);
      expect(registryOwner(network)).to.equal(undefined);
    }
  });

  it("are each listed once, completely", () => {
    for (const row of chains)
      expect(row.join(" ")).to.match(/^\d+ \w+ [\w.-]+( https:\/\/[\w./-]+)?$/);
    for (const column of [0, 1]) {
      expect(new Set(chains.map((row) => row[column])).size).to.equal(chains.length);
    }
  });
});

describe("address constants in the sources", () => {
  it("all have the checksum that ethers requires", async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const folder of ["src", "fixtures", "tasks"]) {
      for (const file of await readdir(packageFile(folder), { recursive: true })) {
        if (!/\.(ts|json)$/.test(file) || file.startsWith("typechain")) continue;
        const text = await readFile(join(packageFile(folder), file), "utf8");
        for (const [address] of text.matchAll(/\b0x[0-9a-fA-F]{40}\b/g)) {
          count++;
          const plain = /^0x([0-9a-f]+|[0-9A-F]+)$/.test(address);
          if (!plain && getAddress(address.toLowerCase()) !== address) {
            wrong.push(`${folder}/${file}: ${address}`);
          }
        }
      }
    }
    expect(wrong).to.deep.equal([]);
    expect(count).to.be.above(100);
  });
});
