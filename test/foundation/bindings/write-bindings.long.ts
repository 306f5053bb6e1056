import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { generateBindings } from "../../../src/foundation/bindings/write-bindings.js";
import { packageFile } from "../../../src/foundation/support/package.js";
import { itInFolder as it } from "../../temporary-folder.js";

const projectRoot = dirname(packageFile("package.json"));
const run = promisify(execFile);

describe("generateBindings", () => {
  it("writes bindings of another release that compile under strict options", async (folder) => {
    const release = await openArcRelease("rc.30");
    const outDir = join(folder, "types/arc");
    await generateBindings({ release, outDir, projectRoot });

    await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await writeFile(
      join(folder, "use.ts"),
      `import { Wallet, type ContractTransactionResponse } from "ethers";
import { UController__factory, Wallet__factory, type UController } from "./types/arc/index.js";
const controller: UController = UController__factory.connect("0x00");
export const sent: Promise<ContractTransactionResponse> = controller.newOrganization("0x00");
export const made = new Wallet__factory(new Wallet("0x01")).deploy();
// @ts-expect-error It takes an address.
void controller.newOrganization(1);
// @ts-expect-error Universal contracts are deployed by a base.
new UController__factory(new Wallet("0x01")).deploy();
`,
    );
    for (const [module, moduleResolution] of [
      ["node16", "node16"],
      ["esnext", "bundler"],
    ]) {
      const options = ["--strict", "--noUnusedLocals", "--exactOptionalPropertyTypes"];
      await run(
        process.execPath,
        [
          join(projectRoot, "node_modules/typescript-7/bin/tsc"),
          ...["--noEmit", "--skipLibCheck", "--target", "es2022", "use.ts", ...options],
          ...["--module", module!, "--moduleResolution", moduleResolution!],
        ],
        { cwd: folder },
      );
    }
  });
});
