import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";

import { expect } from "chai";

import { load } from "../../../../src/foundation/chain/edr/edr.js";
import { openChain } from "../../../simulated-chain.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";

const INSTALLED = createRequire(import.meta.url).resolve("hardhat/package.json");
const EDR = "@nomicfoundation/edr";

describe("EDR of the installed Hardhat", function () {
  it("is found through Hardhat, in the version that Hardhat pins", async () => {
    const { version } = JSON.parse(readFileSync(INSTALLED, "utf8")) as { version: string };
    const edr = await load(INSTALLED);
    expect(edr?.hardhatVersion).to.equal(version);
    expect(edr?.context).to.have.property("createProvider");
  });

  it("names the transaction that failed, whose contract returned what only begins like an error of Solidity's", async () => {
    const { provider } = await openChain();
    const [from] = (await provider.request({ method: "eth_accounts" })) as string[];
    // Error(string) with a length that is not there, and Panic(uint256) with 10 bytes.
    for (const data of [
      "0x6308c379a06000526020602052663fffffffffffff6040526044601cfd",
      "0x634e487b71600052600e601cfd",
    ]) {
      const params = [{ from, data, gas: "0x186a0", gasPrice: "0x3b9aca00" }];
      const error: unknown = await provider
        .request({ method: "eth_sendTransaction", params })
        .catch((each: unknown) => each);
      expect(error).to.have.nested.property("data.transactionHash").that.is.a("string");
    }
  });

  for (const [pin, known] of [
    ["0.19.9", false],
    ["0.99.0", false],
    ["1.20.0", false],
    ["^0.20.0", false],
    ["0.20.7", true],
  ] as const) {
    it(`is ${known ? "used" : "left to Hardhat"} if Hardhat pins ${pin}`, () =>
      inTemporaryFolder(async (folder) => {
        const manifest = join(folder, "package.json");
        await writeFile(manifest, JSON.stringify({ version: "9", dependencies: { [EDR]: pin } }));
        await symlink(join(dirname(INSTALLED), "dist"), join(folder, "dist"));
        const scope = join(folder, "node_modules", dirname(EDR));
        await mkdir(scope, { recursive: true });
        const native = createRequire(INSTALLED).resolve(EDR);
        await symlink(dirname(native), join(folder, "node_modules", EDR));
        expect((await load(manifest)) !== undefined).to.equal(known);
      }));
  }
});
