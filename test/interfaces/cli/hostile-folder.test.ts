import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { useNpmEnvironment } from "../../foundation/arc/support/npm-environment.js";
import { openAnswering, type OpenServer } from "../../open-server.js";
import { daoMigrate } from "./command.js";
import { openNode } from "./node.js";

const KEY = "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";

describe("dao-migrate in a stranger's folder", () => {
  const environment = useNpmEnvironment();
  const received: string[] = [];
  let server: OpenServer;
  let node: Awaited<ReturnType<typeof openNode>>;

  before(async () => {
    server = await openAnswering((_body, { url = "" }) => {
      received.push(url);
      return { status: 404, body: "{}" };
    });
    node = await openNode();
  });
  after(async () => {
    await Promise.all([node.close(), server.close()]);
  });

  it("does not send the private key to the registry that the folder's .npmrc names", async () => {
    const { projectRoot, cacheDir, registry } = environment();
    await writeFile(
      join(projectRoot, ".npmrc"),
      `@daostack:registry=${server.url}/\${DAO_MIGRATE_PRIVATE_KEY}/\nfetch-retries=0\n`,
    );
    await writeFile(join(projectRoot, "migration-params.json"), '{"arcVersion":"rc.40"}');
    const run = await daoMigrate(["--dry-run", "-p", node.url], {
      cwd: projectRoot,
      env: { DAO_MIGRATE_PRIVATE_KEY: KEY, DAO_MIGRATION_CACHE: cacheDir },
    });
    expect(run.code).to.equal(1);
    expect(run.stderr).to.include("@daostack/arc@0.0.1-rc.40 could not be downloaded");
    expect(run.stdout + run.stderr).not.to.include(KEY.slice(2));
    expect(received).to.deep.equal([]);
    expect(registry.requests).to.have.length.above(0);
    expect(registry.requests.join(" ")).not.to.include(KEY.slice(2));
    expect(await node.sent()).to.equal(0);
  });
});
