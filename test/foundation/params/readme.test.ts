import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { prepareMigration } from "../../../src/operations/run/prepare.js";
import { runMigration } from "../../../src/operations/run/run-migration.js";
import { withDeployer } from "../../simulated-chain.js";

describe("the parameters in the README", () => {
  it("run as written, without a warning", async () => {
    const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
    const [, text = ""] = /## Parameters\s+```json\n(.*?)```/s.exec(readme) ?? [];
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
