import { execFile } from "node:child_process";
import { glob, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { FIXTURES_USE } from "../folder-order.js";
import { compiled } from "./compiled.js";
import { packageFile } from "../src/foundation/support/package.js";
import { inProject } from "./tasks/project.js";

/** Prints the URLs of all modules that importing a module loads. */
const COUNT = `
const { registerHooks } = await import("node:module");
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
await import(process.argv[1]);
console.log(JSON.stringify(loaded));
`;

async function loadedFor(file: string): Promise<readonly string[]> {
  const args = ["--input-type=module", "--eval", COUNT, compiled(file)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageFile(".") });
  return (JSON.parse(stdout) as string[]).map((url) =>
    url.replace(/^file:\/\//, "").replace(compiled(""), ""),
  );
}

/** Counts modules, because times depend on the machine; bench/imports.ts measures those. */
describe("importing", () => {
  for (const { entry, most } of [
    { entry: "fixtures/index.ts", most: 56 },
    { entry: "fixtures/viem/index.ts", most: 23 },
    { entry: "src/index.ts", most: 46 },
  ]) {
    it(`${entry} loads few modules, no ethers, and of Hardhat only its list of plugins`, async () => {
      const loaded = await loadedFor(entry);
      const foreign = loaded.filter(
        (url) =>
          url.includes("/node_modules/") && !/\/hardhat\/|\/hardhat-(errors|utils)\//.test(url),
      );
      expect(foreign).to.deep.equal([]);
      expect(
        loaded.filter((url) => /\/(definition|server\/bind|schema|open)\.js$/.test(url)),
      ).to.deep.equal([]);
      const files = loaded.filter((url) => !url.startsWith("node:"));
      expect(files.length, files.join("\n")).to.be.at.most(most);
    });
  }
});

describe("folder-order.js", () => {
  it("lists nothing for fixtures that they do not import", async () => {
    const root = packageFile(".");
    const imported = new Set<string>();
    for await (const file of glob("fixtures/**/*.ts", { cwd: root })) {
      const text = await readFile(join(root, file), "utf8");
      for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]*)\.js"/g))
        imported.add(`${relative(root, join(root, dirname(file), path))}.ts`);
    }
    expect(FIXTURES_USE.filter((file) => !imported.has(file))).to.deep.equal([]);
  });
});

describe("the plugin", () => {
  it("is known to Hardhat if a configuration imports it without using it", async () => {
    await inProject("", async ({ folder, hardhat }) => {
      const plugin = JSON.stringify(packageFile("src/index.ts"));
      const config = `import ${plugin};\nexport default { plugins: [] };\n`;
      await writeFile(join(folder, "unused.config.ts"), config);
      const { stderr } = await hardhat("--config", "unused.config.ts", "--help");
      expect(stderr)
        .to.include("hardhat-dao-migration")
        .and.include("not present in the `plugins`");
    });
  });
});
