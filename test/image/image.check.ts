import { expect } from "chai";
import { JsonRpcProvider, WebSocketProvider } from "ethers";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { rejection } from "../rejection.js";
import { freePort } from "../free-port.js";
import { docker, IMAGE, withContainer } from "./docker.js";
import { voteOnDemo } from "./votes.js";

const LOCKED = [
  ...["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges:true"],
  ...["--user", "54321:54321"],
];

describe("the image", function () {
  this.timeout(120_000);

  it("says what it is, and is run by a user who is not root", async () => {
    const text = await docker("image", "inspect", "--format", "{{json .Config}}", IMAGE);
    const config = JSON.parse(text) as {
      User: string;
      Entrypoint: string[];
      WorkingDir: string;
      Labels: Record<string, string>;
    };
    expect(config.User).to.equal("1000:1000");
    expect(config.Entrypoint).to.deep.equal(["node", "/app/dist/src/interfaces/cli/test-chain.js"]);
    expect(config.WorkingDir).to.equal("/chain");
    const label = (name: string) => config.Labels[`org.opencontainers.image.${name}`];
    expect(IMAGE.endsWith(`:${label("version")}`)).to.equal(true);
    expect(label("licenses")).to.equal("GPL-3.0-only");
    expect(label("revision")).to.match(/^[0-9a-f]{40}$/);
    expect(label("created")).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/);
    expect(label("source")).to.match(/^https:\/\//);
    expect(label("url")).to.equal(label("source"));
  });

  it("adds at most 45 MB to its base, and holds nothing that only the build needs", async () => {
    const size = Number(await docker("image", "inspect", "--format", "{{.Size}}", IMAGE));
    const base = Number(
      await docker("image", "inspect", "--format", "{{.Size}}", "node:24-bookworm-slim"),
    );
    console.log(
      `      ${Math.round(size / 1e6)} MB, ${Math.round((size - base) / 1e6)} of them ours`,
    );
    expect(size - base).to.be.at.most(45e6);

    const script =
      "for name in cc gcc g++ make python3 tsc tsx esbuild solc; do command -v $name; done; " +
      "find / -xdev \\( -name .npmrc -o -name _cacache -o -name '*.test.ts' \\) -not -path '/proc/*' 2>/dev/null; " +
      "ls -d /app/node_modules/typescript /app/node_modules/mocha /app/node_modules/solc5 /app/node_modules/tsx " +
      "/app/node_modules/esbuild /app/src /app/.git 2>/dev/null; " +
      "find /app -type d \\( -empty -o -name test -o -name tests -o -name templates \\) " +
      "-not -path '*/dist/*'; true";
    const found = await docker(
      "run",
      "--rm",
      "--user",
      "0",
      "--entrypoint",
      "sh",
      IMAGE,
      "-c",
      script,
    );
    expect(found).to.equal("");
  });

  it("has a migration.json and parameters at hand that fit the chain it starts, for any user", async () => {
    await withContainer({ options: [...LOCKED, "--network", "none"] }, async (container) => {
      await container.healthy();
      const result = JSON.parse(await container.exec("cat", "migration.json")) as MigrationResult;
      const params = JSON.parse(await container.exec("cat", "migration-params.json")) as {
        orgName: string;
      };
      expect(params.orgName).to.equal(result.dao!.name);
      const addresses = [result.base!.GenesisProtocol, result.dao!.Avatar, result.test!.Avatar];
      const ask =
        "Promise.all(process.argv.slice(1).map(async (address) => (await (await fetch('http://127.0.0.1:8545', " +
        "{ method: 'POST', body: JSON.stringify({ id: 1, method: 'eth_getCode', params: [address, 'latest'] }) }))" +
        ".json()).result.length)).then((lengths) => console.log(JSON.stringify(lengths)))";
      const lengths = JSON.parse(await container.exec("node", "-e", ask, ...addresses)) as number[];
      for (const length of lengths) expect(length).to.be.greaterThan(100);
      expect(await docker("diff", container.name)).to.equal("");
    });
  });

  it("takes arguments, becomes healthy by itself, is voted on by ethers, and stops when told", async () => {
    const port = await freePort();
    const options = ["--publish", `127.0.0.1:${port}:8545`];
    await withContainer(
      { options, args: ["--chain-id", "1234", "-a", "12"] },
      async (container) => {
        await container.healthy();
        const result = JSON.parse(await container.exec("cat", "migration.json")) as MigrationResult;
        expect(result.chainId).to.equal(1234);
        expect(result.genesis).to.match(/^0x[0-9a-f]{64}$/);

        const http = new JsonRpcProvider(`http://127.0.0.1:${port}`);
        const socket = new WebSocketProvider(`ws://127.0.0.1:${port}`);
        try {
          expect(Number((await http.getNetwork()).chainId)).to.equal(1234);
          expect(await http.listAccounts()).to.have.lengthOf(12);
          for (const [provider, account] of [
            [http, 4],
            [socket, 5],
          ] as const) {
            const { vote, reputation } = await voteOnDemo(provider, result, account);
            expect(vote).to.equal(1n);
            expect(reputation > 0n).to.equal(true);
          }
        } finally {
          http.destroy();
          await socket.destroy();
        }

        await docker("stop", container.name);
        // After ten seconds it would have been killed, and end with 137.
        expect(await container.inspect("{{.State.ExitCode}}")).to.equal("0");
      },
    );
  });

  it("takes its options from the environment, including the port", async () => {
    const options = ["--env", "DAO_TEST_CHAIN_PORT=9545", "--env", "DAO_TEST_CHAIN_NO_DEMO=true"];
    await withContainer({ options }, async (container) => {
      await container.healthy();
      expect(await container.logs()).to.contain("Listening on 0.0.0.0:9545");
      const result = JSON.parse(await container.exec("cat", "migration.json")) as MigrationResult;
      expect(result.test).to.equal(undefined);
    });
  });

  it("is healthy on a port that was given as an argument", async () => {
    await withContainer({ args: ["--port", "9000", "--quiet"] }, async (container) => {
      await container.healthy();
    });
  });

  it("ends with 2 and a suggestion for an option that it does not know", async () => {
    const error = await rejection(docker("run", "--rm", IMAGE, "--acounts", "3"));
    expect((error as Error & { code?: number }).code).to.equal(2);
    expect(error.message).to.contain("Did you mean --accounts?");
  });
});
