import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import { joinModules, KEPT } from "../../scripts/join-modules.mjs";
import { itInFolder as it } from "../temporary-folder.js";

const MODULES = {
  "index.js": `export { Base } from "./support/errors.js";
export { Special } from "./chain/rpc-error.js";
import { one } from "./one.js";
import { Base } from "./support/errors.js";
export const two = one + 1;
export const made = () => new Base("made");
export const later = () => import("./later.js");
`,
  "one.js": 'import { sep } from "node:path";\nexport const one = sep.length;\n',
  "later.js": `import { Special } from "./chain/rpc-error.js";
export const special = () => new Special("later");
`,
  "support/errors.js": "export class Base extends Error {}\n",
  "chain/rpc-error.js": `import { Base } from "../support/errors.js";
export class Special extends Base {}
export const helper = () => "helps";
`,
};

interface Joined {
  readonly two: number;
  readonly Base: new () => Error;
  readonly Special: new () => Error;
  readonly made: () => Error;
  readonly later: () => Promise<{ readonly special: () => Error }>;
}

async function imported<Module>(folder: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Module;
}

describe("joining the modules that load with every command", () => {
  it("leaves one for what runs, one for classes and one for what loads later, and imports none of Node's", async (folder) => {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    for (const [file, text] of Object.entries(MODULES)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    await joinModules([join(folder, "index.js")]);
    const imports = (await readFile(join(folder, "index.js"), "utf8")).match(/ from "[^"]+";/g);
    expect(new Set(imports)).to.deep.equal(
      new Set([' from "./index-errors.js";', ' from "./index-imports.js";']),
    );
    const { two, Base, Special, made, later } = await imported<Joined>(folder, "index.js");
    const { special } = await later();
    expect(two).to.equal(2);
    expect(made()).to.be.instanceOf(Base);
    expect(special()).to.be.instanceOf(Special).and.instanceOf(Base);
  });

  it("is given no kept module that imports a class from one that is copied: it would be another class there", async () => {
    const sources = globSync("src/**/*.ts").map((file) => file.replaceAll("\\", "/"));
    const kept = sources.filter((file) => KEPT.test(file.replace(/\.ts$/, ".js")));
    expect(kept).to.include("src/foundation/params/file/issues.ts");
    for (const file of kept) {
      const text = await readFile(file, "utf8");
      for (const [, specifier = ""] of text.matchAll(/^import \{[^}]*\} from "(\.[^"]+)";$/gm)) {
        if (KEPT.test(specifier)) continue;
        const imported = join(dirname(file), specifier.replace(/\.js$/, ".ts"));
        const classes = (await readFile(imported, "utf8")).match(/^export class \w+/gm);
        expect(classes, `${file} imports ${specifier}`).to.equal(null);
      }
    }
  });
});
