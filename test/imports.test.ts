import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect } from "chai";

import { packageFile } from "../src/support/package.js";

/** Prints the addresses of all modules that are loaded for another. */
const COUNT = `
const { registerHooks } = await import("node:module");
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
await import(process.argv[1]);
console.log(JSON.stringify(loaded));
`;

async function loadedFor(file: string): Promise<readonly string[]> {
  const args = ["--import", "tsx/esm", "--input-type=module", "--eval", COUNT, packageFile(file)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageFile(".") });
  return (JSON.parse(stdout) as string[]).map((url) => url.replace(/^file:\/\//, ""));
}

/** What takes time is counted, as a time would depend on the machine: see bench/imports.ts. */
describe("importing", () => {
  for (const { entry, most } of [
    { entry: "fixtures/index.ts", most: 50 },
    { entry: "fixtures/viem/index.ts", most: 50 },
    { entry: "src/index.ts", most: 35 },
  ]) {
    it(`${entry} loads no ethers, no Hardhat but its list of plugins, and few modules`, async () => {
      const loaded = await loadedFor(entry);
      const foreign = loaded.filter(
        (url) =>
          url.includes("/node_modules/") && !/\/hardhat\/|\/hardhat-(errors|utils)\//.test(url),
      );
      expect(foreign).to.deep.equal([]);
      expect(
        loaded.filter((url) => /\/(definition|server\/bind|schema|open)\.ts$/.test(url)),
      ).to.deep.equal([]);
      expect(loaded.length, loaded.join("\n")).to.be.at.most(most);
    });
  }
});
