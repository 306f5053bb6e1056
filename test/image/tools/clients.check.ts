import { expect } from "chai";
import { JsonRpcProvider } from "ethers";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { freePort } from "../../free-port.js";
import { docker, IMAGE, output } from "../docker.js";
import { voteOnDemo } from "../votes.js";

const ROOT = join(import.meta.dirname, "../../..");

describe("compose.yaml", function () {
  this.timeout(120_000);

  const project = `daocheck${process.pid}`;
  const [program, ...first] = composeCommand();
  let port: number;

  async function compose(...args: readonly string[]): Promise<string> {
    const files = ["--file", join(ROOT, "compose.yaml"), "--project-name", project];
    return await output(program!, [...first, ...files, ...args], {
      DAO_TEST_CHAIN_IMAGE: IMAGE,
      DAO_TEST_CHAIN_PUBLISHED_PORT: String(port),
    });
  }

  before(async () => {
    port = await freePort();
  });

  after(async () => {
    await compose("--profile", "check", "down", "--volumes", "--timeout", "5");
  });

  it("starts a service of your own when the chain is ready, and lets it reach the chain by name", async () => {
    const printed = await compose(
      "--profile",
      "check",
      "up",
      "--no-build",
      "--exit-code-from",
      "check",
    );
    expect(printed).to.match(/Listening on 0\.0\.0\.0:8545/);
    expect(printed).to.match(/check.* exited with code 0/);
  });

  it("publishes the chain on this machine", async () => {
    await compose("up", "--no-build", "--detach", "chain");
    const container = (await compose("ps", "--quiet", "chain")).trim();
    const provider = new JsonRpcProvider(`http://127.0.0.1:${port}`, 31337, {
      staticNetwork: true,
    });
    try {
      for (const end = Date.now() + 60_000; Date.now() < end;) {
        if ((await docker("inspect", "-f", "{{.State.Health.Status}}", container)) === "healthy")
          break;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const text = await docker("exec", container, "cat", "migration.json");
      const { vote } = await voteOnDemo(provider, JSON.parse(text) as MigrationResult, 5);
      expect(vote).to.equal(1n);
    } finally {
      provider.destroy();
    }
  });
});

describe("Testcontainers", function () {
  this.timeout(120_000);

  // Ryuk, which removes leftover containers, would have to be pulled.
  before(() => (process.env["TESTCONTAINERS_RYUK_DISABLED"] = "true"));

  it("waits for the ready line, and gives a port and the result", async () => {
    const { GenericContainer, Wait } = await import("testcontainers");
    const container = await new GenericContainer(IMAGE)
      .withExposedPorts(8545)
      .withCommand(["--chain-id", "77777"])
      .withWaitStrategy(Wait.forLogMessage(/^Listening on /m))
      .start();
    const url = `http://${container.getHost()}:${container.getMappedPort(8545)}`;
    const provider = new JsonRpcProvider(url);
    try {
      expect(Number((await provider.getNetwork()).chainId)).to.equal(77_777);
      const { output: text } = await container.exec(["cat", "migration.json"]);
      const { vote } = await voteOnDemo(provider, JSON.parse(text) as MigrationResult, 5);
      expect(vote).to.equal(1n);
    } finally {
      provider.destroy();
      await container.stop();
    }
  });
});

/** Returns the Compose plugin of newer engines, or the standalone program of older ones. */
function composeCommand(): string[] {
  const docker = process.env["DOCKER"] ?? "docker";
  try {
    execFileSync(docker, ["compose", "version"], { stdio: "ignore" });
    return [docker, "compose"];
  } catch {
    return ["docker-compose"];
  }
}
