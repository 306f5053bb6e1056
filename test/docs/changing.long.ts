import { join } from "node:path";

import { expect } from "chai";

import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../src/engine/inspect/reading/attempt.js";
import { readResultOf } from "../../src/foundation/result/file.js";
import { freePort } from "../free-port.js";
import { blocksOf } from "./blocks.js";
import { emptyProject, npm, packed, place, run, started, type Workshop } from "./project.js";

describe("docs/changing.md, from a chain to a passed proposal", function () {
  this.timeout(600_000);
  let workshop: Workshop;

  before(async () => {
    workshop = await packed();
  });
  after(async () => {
    await workshop?.remove();
  });

  it("works as it is written", async () => {
    const blocks = blocksOf("docs/changing.md");
    const port = await freePort();
    const here = (text: string): string => text.replaceAll("localhost:8545", `127.0.0.1:${port}`);
    const project = await emptyProject(workshop, "changing");
    await npm(project, "install", "--no-audit", "--no-fund", workshop.tarball, "ethers@6");
    for (const { file, code } of blocks) {
      if (file.endsWith(".mjs")) await place(project, file, here(code));
    }
    const program = "node_modules/.bin/dao-test-chain";
    const chain = await started(project, [program, "--port", String(port)], "Listening on");
    const said: Record<string, string> = {};
    try {
      for (const { language, file, code } of blocks) {
        if (language !== "sh" || file === "chain") continue;
        for (const line of code.trim().split("\n")) {
          const node = `DAO_MIGRATE_PROVIDER=http://127.0.0.1:${port}`;
          said[line] = await run(project, `export ${node}; ${line}`);
        }
      }
      expect(said["npx dao-migrate plan --params new.json || test $? = 3"]).to.match(
        /to pass it at once: 4 accounts with .*\n[^]*1 proposal after 1 transaction/,
      );
      expect(said["npx dao-migrate plan --params new.json"]).to.match(/Nothing to do\./);
      const result = await readResultOf(join(project, "migration.json"), "private");
      const provider = new RpcClient(`http://127.0.0.1:${port}`);
      const { schemes } = await inspectDao(provider, result!.dao!.Avatar);
      const reward = schemes.find(({ contract }) => contract.name === "ContributionReward");
      const { parameters } = reward!;
      if (parameters === undefined || isNotRead(parameters)) throw new Error("not read");
      expect(JSON.stringify(parameters.votes)).to.contain('"queuedVoteRequiredPercentage":60');
    } finally {
      await chain.stop();
    }
  });
});
