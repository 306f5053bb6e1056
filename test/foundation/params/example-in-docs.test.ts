import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { withDeployer } from "../../simulated-chain.js";

describe("the parameters in docs/parameters.md", () => {
  it("run as written, without a warning", async () => {
    const page = await readFile(new URL("../../../docs/parameters.md", import.meta.url), "utf8");
    const [, text = ""] = /A small DAO:\s+```json\n(.*?)```/s.exec(page) ?? [];
    const warnings: unknown[] = [];
    const inputs = {
      sections: ["base", "dao"] as const,
      params: JSON.parse(text) as object,
      projectRoot: "/",
      onEvent: (event: { type: string }) => {
        if (/warning/i.test(event.type)) warnings.push(event);
      },
    };
    const prepared = await prepareMigration(inputs, "private", {});
    expect(warnings).to.deep.equal([]);
    await withDeployer(async (deployer) => {
      const { dao } = await runMigration(deployer, prepared, {});
      expect(dao?.name).to.equal("Harbour Commons");
      expect(dao?.Schemes).to.have.length(2);
    });
  });
});
