import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { AbiCoder } from "ethers";

import { DaoMigration } from "../../src/index.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { startAnvil, withNode } from "./nodes.js";

describe("verify on anvil", () => {
  it("finds the constructor arguments of DaoCreator's avatar in a trace", async function () {
    this.timeout(600_000);
    await withNode(startAnvil(), async ({ url, mnemonic }) => {
      await inTemporaryFolder(async (folder) => {
        const output = join(folder, "migration.json");
        const options = { provider: url, result: output };
        await DaoMigration.migrateBase({ ...options, mnemonic });
        const { dao } = await DaoMigration.migrateDAO({ ...options, mnemonic });
        const { verified } = await DaoMigration.verifySources({
          ...options,
          address: dao!.Avatar,
          contract: "Avatar",
          out: join(folder, "out"),
        });
        expect(verified).to.equal(true);
        const file = join(folder, "out", `Avatar-${dao!.Avatar}.arguments.txt`);
        const encoded = `0x${(await readFile(file, "utf8")).trim()}`;
        const types = ["string", "address", "address"];
        expect([...AbiCoder.defaultAbiCoder().decode(types, encoded)]).to.deep.equal([
          dao!.name,
          dao!.NativeToken,
          dao!.NativeReputation,
        ]);
      });
    });
  });
});
