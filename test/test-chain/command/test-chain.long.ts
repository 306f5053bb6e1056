import { expect } from "chai";
import { WebSocketProvider } from "ethers";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { freePort } from "../../free-port.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { resultIn } from "../../result-in.js";
import { withChain } from "./chain-process.js";
import { until } from "../../until.js";

const OTHER_MNEMONIC = "test test test test test test test test test test test junk";

describe("a running dao-test-chain", () => {
  it("accepts no connection before the ready line", async (folder) => {
    const port = await freePort();
    await withChain(folder, ["--port", String(port)], async (chain) => {
      let attempts = 0;
      while (!chain.stdout.includes("Listening")) {
        const connected = await canConnect(port);
        // The line may have been printed in between.
        if (connected) await chain.printed(/^Listening on /m);
        else attempts++;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(attempts).to.be.greaterThan(5);
      expect(await canConnect(port)).to.equal(true);
    });
  });

  it("accepts every option in the spellings of ganache and anvil, and prints no key of a given mnemonic", async (folder) => {
    const args = [
      ...["--hostname=127.0.0.1", "--server.port", "0", "-a", "7", "-e", "12.5"],
      ...["--wallet.mnemonic", OTHER_MNEMONIC, "--chainId", "1337", "--network-id", "4242"],
      ...["--gasLimit", "30000000", "--gas-price", "0", "--chain.hardfork", "London", "--no-mine"],
      ...["--arc-version", "rc.40", "--no-demo", "-o", "result/own.json"],
    ];
    await mkdir(join(folder, "result"));
    await withChain(folder, args, async (chain) => {
      expect(await chain.ask("eth_chainId")).to.equal("0x539");
      expect(await chain.ask("net_version")).to.equal("4242");
      const accounts = (await chain.ask("eth_accounts")) as string[];
      expect(accounts).to.have.lengthOf(7);
      expect(accounts[0]).to.equal("0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266");
      expect(
        BigInt((await chain.ask("eth_getBalance", accounts[6], "earliest")) as string),
      ).to.equal(12_500_000_000_000_000_000n);
      const before = (await chain.ask("eth_getBlockByNumber", "latest", false)) as {
        number: string;
        gasLimit: string;
        baseFeePerGas: string;
        withdrawals?: unknown;
      };
      expect(Number(before.gasLimit)).to.equal(30_000_000);
      expect(before.baseFeePerGas).to.equal("0x0");
      expect(before.withdrawals).to.equal(undefined);
      const transaction = { from: accounts[0], to: accounts[1], value: "0x1" };
      const hash = await chain.ask("eth_sendTransaction", transaction);
      expect(await chain.ask("eth_getTransactionReceipt", hash)).to.equal(null);
      await chain.ask("evm_mine");
      const receipt = (await chain.ask("eth_getTransactionReceipt", hash)) as object;
      expect(receipt).to.include({ status: "0x1", effectiveGasPrice: "0x0" });

      expect(chain.stdout).to.contain("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
      expect(chain.stdout).not.to.contain(
        "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
      );
      const result = JSON.parse(
        await readFile(join(folder, "result/own.json"), "utf8"),
      ) as MigrationResult;
      expect(result.dao!.arcVersion).to.equal("0.0.1-rc.40");
      expect(result.test).to.equal(undefined);
    });
  });

  it("mines at an interval with --block-time, and prints only the ready line with --quiet", async (folder) => {
    const args = ["-p", "0", "-b", "0.2", "-q", "--no-demo"];
    await withChain(folder, args, async (chain) => {
      const number = async () => Number(await chain.ask("eth_blockNumber"));
      const start = await number();
      const [from, to] = (await chain.ask("eth_accounts")) as string[];
      await chain.ask("eth_sendTransaction", { from, to, value: "0x1" });
      await until("two blocks are mined", async () => (await number()) >= start + 2);
      expect(chain.stdout).to.match(/^Listening on 127\.0\.0\.1:\d+\n$/);
    });
  });

  it("exits at once despite connections, subscriptions and a long request", async (folder) => {
    await withChain(folder, ["-p", "0", "--no-demo"], async (chain) => {
      const [host, port] = (await chain.ready()).split(":") as [string, string];
      const idle = connect(Number(port), host);
      idle.on("error", () => {});
      await new Promise((resolve) => idle.once("connect", resolve));
      const provider = new WebSocketProvider(`ws://${host}:${port}`);
      await provider.on("block", () => {});
      await provider.getBlockNumber();
      const long = chain.ask("hardhat_mine", "0x10000000").catch(() => "ended");
      const { code, milliseconds } = await chain.stop("SIGINT");
      expect(code).to.equal(0);
      // A connection that is kept alive would hold it up for five.
      expect(milliseconds).to.be.lessThan(4_000);
      await long;
      await provider.destroy();
      idle.destroy();
    });
  });

  it("answers 1,000 connections at once", async (folder) => {
    await withChain(folder, ["-p", "0", "--no-demo"], async (chain) => {
      const [host, port] = (await chain.ready()).split(":") as [string, string];
      const body = '{"id":1,"method":"eth_chainId"}';
      const text = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
      const sockets: Socket[] = [];
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, async () => {
          const socket = connect(Number(port), host);
          sockets.push(socket);
          let answer = "";
          socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
          // All connect before the first request.
          await new Promise((resolve, reject) =>
            socket.once("connect", resolve).once("error", reject),
          );
          return async () => {
            socket.write(text);
            await new Promise((resolve) => socket.once("close", resolve));
            return answer;
          };
        }),
      );
      const texts = await Promise.all(answers.map((finish) => finish()));
      expect(sockets).to.have.lengthOf(1_000);
      for (const answer of texts) expect(answer).to.contain('"result":"0x7a69"');
    });
  });

  it("keeps the files of others, and replaces its own", async (folder) => {
    const params = join(folder, "migration-params.json");
    const own = '{ "orgName": "My own DAO" }';
    await writeFile(params, own);
    let first: MigrationResult | undefined;
    await withChain(folder, ["-p", "0", "--no-demo"], async (chain) => {
      await chain.ready();
      expect((await resultIn(folder)).dao!.name).to.equal("My own DAO");
      expect(chain.stderr).to.not.include("migration-params.json");
    });
    await writeFile(join(folder, "other.json"), '{ "orgName": "Another DAO" }');
    await withChain(folder, ["-p", "0", "--no-demo", "--params", "other.json"], async (chain) => {
      await chain.ready();
      expect((await resultIn(folder)).dao!.name).to.equal("Another DAO");
      expect(await readFile(params, "utf8")).to.equal(own);
      await chain.printed(
        /migration-params\.json has the parameters of another DAO and was not changed\./,
        "stderr",
      );
      first = await resultIn(folder);
    });
    let second = first!;
    await withChain(folder, ["-p", "0"], async (chain) => {
      await chain.ready();
      second = await resultIn(folder);
      expect(second.genesis).to.match(/^0x/);
      expect(second.test).not.to.equal(undefined);
      expect(second.base).to.deep.equal(first!.base);
      expect(second.dao?.name).to.equal("My own DAO");
    });
    const genesis = `0x${"12".repeat(32)}`;
    const mainnet = { network: "mainnet", chainId: 1, genesis, dao: second.dao };
    await writeFile(join(folder, "migration.json"), JSON.stringify(mainnet));
    await withChain(folder, ["-p", "0", "--no-demo"], async (chain) => {
      await chain.ready();
      const { others, ...own } = await resultIn(folder);
      expect(own).to.deep.include({ network: "private", base: first!.base });
      expect(others?.[0]).to.deep.include(mainnet);
      expect(chain.stderr).to.contain('Moved to "others"').and.contain("mainnet (chain ID 1)");
    });
  });

  it("forks a chain with an unknown ID", async (folder) => {
    await withChain(folder, ["-p", "0", "--no-demo", "--chain-id", "7357"], async (target) => {
      const [account] = (await target.ask("eth_accounts")) as [string];
      await target.ask("hardhat_setBalance", `0x${"ab".repeat(20)}`, "0x1234");
      await target.ask("evm_mine");
      const number = Number(await target.ask("eth_blockNumber"));
      const url = `http://${await target.ready()}@${number}`;
      const args = ["-p", "0", "--fork-url", url, "--no-demo", "-o", "fork.json"];
      await withChain(folder, args, async (fork) => {
        expect(await fork.ask("eth_getBalance", `0x${"ab".repeat(20)}`, "latest")).to.equal(
          "0x1234",
        );
        expect(Number(await fork.ask("eth_blockNumber"))).to.be.greaterThan(number);
        expect(await fork.ask("eth_accounts")).to.include(account);
      });
      const beyond = ["-p", "0", "--fork-url", `http://${await target.ready()}`];
      await withChain(folder, [...beyond, "--fork-block", "99999"], async (fork) => {
        expect((await fork.ended()).code).to.equal(1);
        expect(fork.stderr).to.match(
          /^error: The chain of \S+ ends at block \d+, but the block to fork at is 99999\. .*\n$/,
        );
      });
    });
  });
});

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  }).finally(() => socket.destroy());
}
