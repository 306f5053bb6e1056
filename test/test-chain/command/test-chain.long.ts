import { expect } from "chai";
import { WebSocketProvider } from "ethers";
import { connect, type Socket } from "node:net";

import { freePort } from "../../free-port.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { withChain } from "./chain-process.js";
import { until } from "../../until.js";

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
