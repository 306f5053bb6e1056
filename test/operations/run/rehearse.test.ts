import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { toBeHex } from "ethers";

import { DaoMigration } from "../../../src/index.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { openNode } from "../../interfaces/cli/node.js";
import { rejected } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { closing } from "../../closing.js";

function servers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
}

describe("rehearse", () => {
  it("ends when it is stopped, also in the middle of thousands of founders", async () => {
    const founders = Array.from({ length: 12_000 }, (_, index) => {
      return { address: toBeHex(index + 1, 20), tokens: 1, reputation: 1 };
    });
    await using node = closing(await openNode([]));
    await inTemporaryFolder(async (folder) => {
      const stop = new AbortController();
      const output = join(folder, "migration.json");
      const options = { provider: node.url, output, signal: stop.signal };
      await DaoMigration.migrateBase(options);
      const before = servers();
      const params = { ...SMALL_DAO, useDaoCreator: false, founders };
      const stopped = rejected(DaoMigration.migrateDAO({ ...options, params }), "Interrupted");
      // The fork reads the chain through a server of its own.
      while (servers() === before) await sleep(20);
      await sleep(100);
      // The fork is closed: nothing goes on for as long as the rehearsal would take.
      const end = Date.now() + 10_000;
      stop.abort();
      await stopped;
      while (servers() > before && Date.now() < end) await sleep(20);
      expect(Date.now()).to.be.below(end);
      expect(servers()).to.equal(before);
    });
  });
});
