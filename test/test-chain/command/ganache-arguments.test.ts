import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { HDNodeWallet } from "ethers";

import { mnemonicOf } from "../../../src/test-chain/seed.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { withChain } from "./chain-process.js";

describe("dao-test-chain with arguments of ganache-cli", () => {
  it("accepts ganache-cli's arguments", async (folder) => {
    const other = `0x${"ab".repeat(20)}`;
    const args = ["-p", "0", "-s", "abc", "-a", "3", "--secure", "-u", "1", "--unlock", other];
    args.push("--time", "2030-01-01T00:00:00Z", "--mem", "--acctKeys", "keys.json", "--no-demo");
    args.push("--keepAliveTimeout", "7000", "--noVMErrorsOnRPCResponse");
    await withChain(folder, args, async (chain) => {
      await chain.ready();
      const accounts = (await chain.ask("eth_accounts")) as string[];
      const wallet = HDNodeWallet.fromPhrase(mnemonicOf("abc"));
      expect(accounts[0]).to.equal(wallet.address.toLowerCase());
      expect(accounts).to.have.length(3);
      const keys = JSON.parse(await readFile(join(folder, "keys.json"), "utf8")) as {
        addresses: object;
        private_keys: Record<string, string>;
      };
      expect(Object.keys(keys.addresses)).to.deep.equal(accounts);
      expect(keys.private_keys[accounts[0]!]).to.equal(wallet.privateKey);
      const { timestamp } = (await chain.ask("eth_getBlockByNumber", "0x1", false)) as {
        timestamp: string;
      };
      expect(Number(timestamp)).to.be.within(1_893_456_000, 1_893_459_600);
      const sent = await chain.ask("eth_sendTransaction", { from: accounts[1], to: other });
      expect(sent).to.match(/^0x[0-9a-f]{64}$/);
      expect(chain.stderr).to.include("--mem has no effect");
    });
  });

  it("accepts accounts by key and balance", async (folder) => {
    const [one, two] = [HDNodeWallet.createRandom(), HDNodeWallet.createRandom()];
    const balance = 10n ** 24n;
    const args = [one, two].flatMap((own) => ["--account", `${own.privateKey},${balance}`]);
    await withChain(folder, ["-p", "0", "-q", "--no-demo", ...args], async (chain) => {
      await chain.ready();
      expect(await chain.ask("eth_accounts")).to.deep.equal(
        [one, two].map(({ address }) => address.toLowerCase()),
      );
      expect(BigInt((await chain.ask("eth_getBalance", two.address, "latest")) as string)).to.equal(
        balance,
      );
    });
  });
});
