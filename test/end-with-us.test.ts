import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

import { expect } from "chai";

import { endWithUs } from "./end-with-us.js";

const TEST = `
  import { inTemporaryFolder } from "./test/temporary-folder.ts";
  await inTemporaryFolder(async (folder) => {
    console.log(folder);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });`;

describe("tests that are stopped", () => {
  it("leave no temporary folder", async () => {
    const args = ["--import", "./scripts/typescript.mjs", "--input-type=module", "-e", TEST];
    const child = endWithUs(
      spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }),
    );
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    const folder = String(said).trim();
    expect(existsSync(folder)).to.equal(true);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(existsSync(folder)).to.equal(false);
  });
});
