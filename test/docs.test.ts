import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { FLOORS } from "../folder-order.js";

const ROOT = join(import.meta.dirname, "..");
/** Inline code that names a file or folder of this repository. */
const PATH =
  /`((?:src|tasks|fixtures|test|scripts|bench|docs|examples|contracts|custom-abis)\/[\w./-]*)`/g;
const LINK = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g;

async function read(document: string): Promise<string> {
  return await readFile(join(ROOT, document), "utf8");
}

/** Folders whose rooms CONTRIBUTING.md does not list. */
const UNLISTED_ROOMS = new Set(["fixtures", "src/test-chain"]);

describe("documents for contributors", () => {
  for (const document of ["CONTRIBUTING.md", "docs/architecture.md"]) {
    it(`${document} names only files and folders that exist`, async () => {
      const paths = [...(await read(document)).matchAll(PATH)].map(([, path = ""]) => path);
      expect(paths).to.have.length.above(20);
      const missing = paths.filter((path) => !existsSync(join(ROOT, path)));
      // Generated, not in git.
      expect(missing.filter((path) => path !== "src/typechain/")).to.deep.equal([]);
    });
  }

  it("CONTRIBUTING.md lists the folders in the order in which they may import each other", async () => {
    const rows = [...(await read("CONTRIBUTING.md")).matchAll(/^\| `([\w/-]+)\/` /gm)];
    const folders = FLOORS.flatMap(([floor, ...rooms]) =>
      UNLISTED_ROOMS.has(floor) ? [floor] : [floor, ...rooms.map((room) => `${floor}/${room}`)],
    );
    const listed = rows.map(([, folder = ""]) => folder).filter((name) => folders.includes(name));
    expect(listed).to.deep.equal(folders);
  });
});

describe("documents", () => {
  it("link to files that exist", async () => {
    const docs = (await readdir(join(ROOT, "docs"))).map((name) => `docs/${name}`);
    for (const document of ["README.md", "CONTRIBUTING.md", "bench/README.md", ...docs]) {
      const links = [...(await read(document)).matchAll(LINK)].map(([, link = ""]) => link);
      const missing = links.filter((link) => !existsSync(join(ROOT, dirname(document), link)));
      expect(missing, document).to.deep.equal([]);
    }
  });
});
