import { readFileSync } from "node:fs";

import { expect } from "chai";

import { packageFile } from "../src/foundation/support/package.js";
import { unnamedTypes } from "./public-types.js";

describe("types in the API of entry points", () => {
  it("are exported too, so that programs that export such values can emit declarations", () => {
    const { exports } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const files = Object.values(exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    const sources = files
      .filter((file) => /^\.\/dist\/.*(?<!\.d)\.js$/.test(file))
      .map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, "$1.ts"));
    expect(sources).to.include.members(["src/index.ts", "fixtures/index.ts"]);
    expect(unnamedTypes(sources)).to.deep.equal([]);
  });
});
