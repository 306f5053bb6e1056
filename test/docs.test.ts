import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";

import { expect } from "chai";

import { FLOORS } from "../folder-order.js";

const ROOT = join(import.meta.dirname, "..");
/** Inline code that names a file or folder of this repository. */
const PATH =
  /`((?:src|tasks|fixtures|test|scripts|bench|docs|examples|contracts|custom-abis)\/[\w./-]*)`/g;
const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g;

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

  it("CONTRIBUTING.md rewords a fact that is in one source, and in text, Markdown and page", async () => {
    const [, words = "", source = ""] =
      /^# "(.+?)".* in (src\/\S+):$/m.exec(await read("CONTRIBUTING.md")) ?? [];
    const holding = async (folder: string) => {
      const files = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
      const paths = files
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name));
      const texts = await Promise.all(paths.map(async (path) => await readFile(path, "utf8")));
      return paths.filter((_, index) => texts[index]!.includes(words));
    };
    expect(await holding("src")).to.deep.equal([join(ROOT, source)]);
    const kinds = new Set((await holding("test/output")).map((path) => extname(path)));
    expect([...kinds].sort()).to.deep.equal([".html", ".md", ".txt"]);
  });

  it("CONTRIBUTING.md lists the folders in the order in which they may import each other", async () => {
    const rows = [...(await read("CONTRIBUTING.md")).matchAll(/^\| `([\w/-]+)\/` /gm)];
    const folders = FLOORS.flatMap(([floor, ...rooms]) =>
      UNLISTED_ROOMS.has(floor) ? [floor] : [floor, ...rooms.map((room) => `${floor}/${room}`)],
    );
    const listed = rows.map(([, folder = ""]) => folder).filter((name) => folders.includes(name));
    expect(listed).to.deep.equal(folders);
  });
});

/** A heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

async function anchorsOf(document: string): Promise<ReadonlySet<string>> {
  const headings = (await read(document)).replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.*)$/gm);
  return new Set([...headings].map(([, heading = ""]) => anchorOf(heading)));
}

describe("documents", () => {
  it("README has at most 150 lines", async () => {
    expect((await read("README.md")).trimEnd().split("\n")).to.have.length.at.most(150);
  });

  it("all stand in the index", async () => {
    const index = [...(await read("docs/README.md")).matchAll(LINK)].map(([, link = ""]) => link);
    const pages = (await readdir(join(ROOT, "docs"))).filter((name) => name !== "README.md");
    expect(pages.filter((page) => !index.includes(page))).to.deep.equal([]);
  });

  it("link to files and headings that exist", async () => {
    const docs = (await readdir(join(ROOT, "docs"))).map((name) => `docs/${name}`);
    const examples = (await readdir(join(ROOT, "examples"), { recursive: true }))
      .filter((name) => /(?<!node_modules.*)README\.md$/.test(name))
      .map((name) => `examples/${name}`);
    const top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md"];
    for (const document of [...top, ...docs, ...examples]) {
      const missing: string[] = [];
      for (const [, link = "", anchor] of (await read(document)).matchAll(LINK)) {
        const target = link === "" ? document : join(dirname(document), link);
        const found = existsSync(join(ROOT, target));
        if (!found || (anchor !== undefined && !(await anchorsOf(target)).has(anchor))) {
          missing.push(`${link}#${anchor ?? ""}`);
        }
      }
      expect(missing, document).to.deep.equal([]);
    }
  });
});
