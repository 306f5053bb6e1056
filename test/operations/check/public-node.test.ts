import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { DaoMigration } from "../../../src/interfaces/library/dao-migration.js";
import { limited, pruned, silent, withNode } from "../../engine/inspect/public-node.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";

describe("checkDao on public nodes", () => {
  it("reports the same on a node that limits ranges and fails, and does not pass if logs are pruned", async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), "logs-"));
    await withBase("rc.57", async ({ make, connection: { provider } }) => {
      const params = { ...SMALL_DAO, useDaoCreator: false, unregisterOwner: true };
      const { dao } = await make(params);
      const result = join(cacheDir, "none.json");
      const of = { avatar: dao.Avatar, params, arcVersion: "rc.57", result };
      const wanted = await DaoMigration.checkDao({ ...of, provider });
      expect(wanted.findings).to.deep.equal([]);
      expect(wanted.passed).to.equal(true);
      const found = await withNode(provider, limited, (node) =>
        DaoMigration.checkDao({ ...of, provider: node, cacheDir }),
      );
      expect(found).to.deep.equal(wanted);
      for (const [index, change] of [pruned, silent].entries()) {
        // Uses its own cache: the logs cached from an honest node would be right here, too.
        const own = { ...of, cacheDir: join(cacheDir, String(index)) };
        const told = await withNode(provider, change, (node) =>
          DaoMigration.checkDao({ ...own, provider: node }).then(
            ({ passed, inconclusive }) => (passed ? "passed" : JSON.stringify(inconclusive)),
            (error: Error) => error.message,
          ),
        );
        expect(told).to.match(/archive node/);
      }
    });
    await rm(cacheDir, { recursive: true });
  });
});
