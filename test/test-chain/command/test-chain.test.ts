import { expect } from "chai";
import { computeAddress } from "ethers";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { itInFolder as it } from "../../temporary-folder.js";
import { resultIn } from "../../result-in.js";
import { refused, withChain, type ChainProcess } from "./chain-process.js";
import { until } from "../../until.js";

describe("dao-test-chain", () => {
  it("migrates, writes its files, prints accounts and addresses, and then is ready", async (folder) => {
    const files = ["--dump-state", "s.json", "--account-keys", "keys.json"];
    const result = await withChain(folder, ["-p", "0", ...files], async (chain) => {
      await chain.ready();
      const result = await resultIn(folder);
      expect(await chain.ask("eth_chainId")).to.equal("0x7a69");
      expect(await chain.ask("eth_getCode", result.test!.Avatar, "latest")).to.have.length.above(
        100,
      );
      const params = JSON.parse(await readFile(join(folder, "migration-params.json"), "utf8")) as {
        orgName: string;
      };
      expect(params.orgName).to.equal(result.dao!.name);
      expect(chain.stdout)
        .to.contain(result.base!.GenesisProtocol)
        .and.contain(result.test!.Avatar);
      expect(chain.stdout).to.match(
        /\(0\) 0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1 0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d/,
      );
      await expectItsKeys(chain, folder);
      expect(chain.stdout.trimEnd().split("\n").at(-1)).to.match(/^Listening on 127\.0\.0\.1:\d+$/);
      expect(chain.stderr).to.equal("");

      // A start that fails leaves the result file to the chain that runs.
      const port = chain.stdout.trimEnd().split(":").at(-1)!;
      expect((await refused(["-p", port, "--no-demo"], {}, folder)).code).to.equal(1);
      expect(await resultIn(folder)).to.deep.equal(result);

      // A closed terminal sends its signal more than once, while the state is being written.
      const stopping = chain.stop("SIGHUP");
      const isOver = async () =>
        await chain.ask("eth_chainId").then(
          () => false,
          () => true,
        );
      await until("it no longer listens", isOver);
      await chain.stop("SIGHUP");
      expect((await stopping).code).to.equal(0);
      expect(existsSync(join(folder, "migration.json"))).to.equal(false);
      return result;
    });
    const other = ["-m", "test test test test test test test test test test test junk"];
    const again = ["-p", "0", "--load-state", "s.json", "--account-keys", "keys.json", ...other];
    await withChain(folder, again, async (chain) => {
      await chain.ready();
      await expectItsKeys(chain, folder);
      expect((await resultIn(folder)).test).to.deep.equal(result.test);
      const code = await chain.ask("eth_getCode", result.test!.Avatar, "latest");
      expect(code).to.have.length.above(100);
    });
  });

  it("exits with 0 if it is stopped during the migration", async (folder) => {
    await withChain(folder, ["-p", "0", "--db", "db"], async (chain) => {
      // The file is created when the migration starts.
      const file = join(folder, "db", "chain.sqlite");
      await until("the migration starts", () => existsSync(file));
      const { code } = await chain.stop("SIGINT");
      expect(chain.stdout).not.to.contain("Listening");
      expect(code).to.equal(0);
    });
  });
});

/** Expects that the file has the accounts that the chain signs for, each with its key. */
async function expectItsKeys(chain: ChainProcess, folder: string): Promise<void> {
  const keys = JSON.parse(await readFile(join(folder, "keys.json"), "utf8")) as {
    readonly addresses: Readonly<Record<string, string>>;
    readonly private_keys: Readonly<Record<string, string>>;
  };
  expect(Object.keys(keys.addresses)).to.deep.equal(await chain.ask("eth_accounts"));
  for (const [account, key] of Object.entries(keys.private_keys)) {
    expect(computeAddress(key).toLowerCase()).to.equal(account);
  }
}
