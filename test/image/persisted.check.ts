import { randomBytes } from "node:crypto";

import { expect } from "chai";

import { ask } from "./ask.js";
import { docker, withContainer } from "./docker.js";

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
});
