import { expect } from "chai";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { rejection } from "../rejection.js";
import { ask } from "./ask.js";
import { docker, IMAGE, withContainer } from "./docker.js";

describe("the commands in the image", function () {
  this.timeout(120_000);

  it("migrate a DAO in the running container, on its own chain, after a rehearsal", async () => {
    await withContainer({}, async (container) => {
      await container.healthy();
      const before = JSON.parse(await container.exec("cat", "migration.json")) as MigrationResult;
      const preview = await container.exec(
        ...["dao-migrate", "dao", "--params", "migration-params.json", "--force", "--dry-run"],
      );
      expect(preview).to.match(/Transactions +[1-9]/);
      await container.exec(
        ...["dao-migrate", "dao", "--params", "migration-params.json", "--force", "-q"],
      );
      const after = JSON.parse(await container.exec("cat", "migration.json")) as MigrationResult;
      expect(after.genesis).to.equal(before.genesis);
      expect(after.dao!.name).to.equal(before.dao!.name);
      expect(after.dao!.Avatar).not.to.equal(before.dao!.Avatar);
    });
  });

  it("check and show the DAO that it came with", async () => {
    await withContainer({}, async (container) => {
      await container.healthy();
      const { dao } = JSON.parse(await container.exec("cat", "migration.json")) as MigrationResult;
      const report = JSON.parse(await container.exec("dao-migrate", "check", "--json")) as {
        findings: unknown[];
      };
      expect(report.findings).to.be.an("array");
      await container.exec("dao-migrate", "report", "--output", "report.html");
      const page = await container.exec("cat", "report.html");
      expect(page).to.contain("<!doctype html>").and.to.contain(dao!.Avatar);
    });
  });

  it("fork another chain, as any user", async () => {
    await withContainer({}, async (forked) => {
      await forked.healthy();
      const head = JSON.parse(await ask(forked, "eth_blockNumber")) as string;
      const options = ["--network", `container:${forked.name}`, "--user", "54321:54321"];
      const args = ["--fork-url", "http://127.0.0.1:8545", "--port", "9000", "--no-demo"];
      await withContainer({ options, args }, async (container) => {
        await container.ready();
        const asked = await container.exec(
          ...["node", "-e"],
          "fetch('http://127.0.0.1:9000', { method: 'POST', body: JSON.stringify({ id: 1, method: 'eth_getBlockByNumber', " +
            `params: ['${head}', false] }) }).then((response) => response.json()).then(({ result }) => console.log(result.hash))`,
        );
        const block = JSON.parse(await ask(forked, "eth_getBlockByNumber", head, "false")) as {
          hash: string;
        };
        expect(asked).to.equal(block.hash);
      });
    });
  });

  it("say where another release could be kept, if nothing can be written", async () => {
    const options = ["--rm", "--read-only", "--network", "host"];
    const error = await rejection(docker("run", ...options, IMAGE, "--arc-version", "rc.40"));
    expect((error as Error & { code?: number }).code).to.equal(1);
    const said = (error as Error & { stderr?: string }).stderr ?? "";
    expect(said).to.match(/^error: .*the file system is read-only.*Set DAO_MIGRATION_CACHE/m);
    expect(said).not.to.match(/^ +at /m);
  });
});
