import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";

import { ask } from "./ask.js";
import { Container, docker, withContainer } from "./docker.js";

describe("the image with a volume", function () {
  this.timeout(120_000);

  let volume = "";
  let started: { readonly options: readonly string[]; readonly args: readonly string[] };

  beforeEach(() => {
    volume = `dao-check-${randomBytes(6).toString("hex")}`;
    // All containers have the same host name, and in each the chain is process 1.
    const options = ["--volume", `${volume}:/db`, "--hostname", "chain"];
    started = { options, args: ["--db", "/db"] };
  });

  afterEach(async () => {
    await docker("volume", "rm", "--force", volume);
  });

  it("keeps its chain when it is killed", async () => {
    let head = "";
    await withContainer(started, async (container) => {
      await container.ready();
      await ask(container, "evm_mine");
      head = await ask(container, "eth_getBlockByNumber", "latest", "false");
      await docker("kill", container.name);
    });
    await withContainer(started, async (container) => {
      await container.ready();
      const again = await ask(container, "eth_getBlockByNumber", "latest", "false");
      expect(again).to.equal(head).and.to.contain("hash");
    });
  });

  it("refuses a second container with the same host name, and continues undisturbed", async () => {
    await withContainer(started, async (first) => {
      await first.ready();
      await withContainer(started, async (second) => {
        expect(await second.ended()).to.equal(1);
        expect(await second.logs()).to.contain("in use");
      });
      expect(await ask(first, "evm_mine")).to.equal('"0"');
    });
  });

  it("keeps its folder through a pause of 6 seconds", async () => {
    await withContainer(started, async (first) => {
      await first.ready();
      await docker("pause", first.name);
      await withContainer(started, async (second) => {
        await sleep(6_000);
        expect(await second.ended()).to.equal(1);
      });
      await docker("unpause", first.name);
      expect(await ask(first, "evm_mine")).to.equal('"0"');
      await docker("kill", first.name);
    });
    await withContainer(started, async (container) => {
      await container.ready();
    });
  });

  it("starts once if three start at the same time after a kill", async () => {
    let head = "";
    await withContainer(started, async (container) => {
      await container.ready();
      await ask(container, "evm_mine");
      head = await ask(container, "eth_getBlockByNumber", "latest", "false");
      await docker("kill", container.name);
    });
    const containers = await Promise.all([1, 2, 3].map(() => Container.start(started)));
    try {
      const ready = await Promise.allSettled(containers.map((container) => container.ready()));
      const running = containers.filter((_, index) => ready[index]!.status === "fulfilled");
      expect(running).to.have.lengthOf(1);
      expect(await ask(running[0]!, "eth_getBlockByNumber", "latest", "false")).to.equal(head);
    } finally {
      await Promise.all(containers.map((container) => container.remove()));
    }
  });
});
