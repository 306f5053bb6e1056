import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import { expect } from "chai";

const ROOT = join(import.meta.dirname, "../../..");
/** Imports and re-exports that Node follows when it loads a file: no types, no `import()`. */
const STATIC = /^(?:import|export) (?!type\b)(?:[^"';]*? from )?"([^"]+)";/gm;

/** Returns the files that load with these, and the packages that they import. */
function loadedWith(entries: readonly string[]): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = entries.map((entry) => join(ROOT, entry));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    for (const [, from = ""] of readFileSync(path, "utf8").matchAll(STATIC)) {
      if (from.startsWith(".")) open.push(resolve(dirname(path), from.replace(/\.js$/, ".ts")));
      else packages.add(from);
    }
  }
  return { files: [...files].map((path) => relative(ROOT, path)), packages: [...packages] };
}

describe("what loads with every Hardhat command", () => {
  it("is the plugin's description and the check of its configuration, without zod and ethers", () => {
    const { files, packages } = loadedWith([
      "src/index.ts",
      "src/interfaces/plugin/hooks/config.ts",
    ]);
    expect(files).to.include("tasks/definitions.ts");
    // Node's modules are built in; Hardhat's load after its version has been checked.
    expect(packages.filter((name) => !name.startsWith("node:"))).to.deep.equal([]);
    // The build joins them into five: scripts/join-modules.mjs.
    expect(files).to.have.length.below(60);
  });

  it("is hardly more if a network is opened without loading a fixture", () => {
    const { files, packages } = loadedWith(["src/interfaces/plugin/hooks/network.ts"]);
    expect(packages.filter((name) => !name.startsWith("node:"))).to.deep.equal([]);
    expect(files).to.have.length.below(9);
  });
});
