import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems } from "@arethetypeswrong/core/problems";
import { expect } from "chai";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { extract } from "tar";
import type { TestChainProvider } from "../../src/test-chain/provider.js";
import { packed } from "../../scripts/packed.mjs";

const ROOT = path.join(import.meta.dirname, "../..");

interface Manifest {
  readonly main?: string;
  readonly types?: string;
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin?: Record<string, string>;
  readonly scripts: Record<string, string>;
}

/** The files that may be in the package. */
const WANTED = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
  /^(inspection|migration(-params)?|plan|simulations)\.schema\.json$/,
  /^migration-params\.json$/,
  /^(contracts\/\w+\.sol|custom-abis\/\w+\.json|docs\/[\w-]+\.md)$/,
  /^examples\/[\w-]+\/.+\.(md|ts|mjs|json|txt|yaml)$/,
  /^dist\/(src|tasks|fixtures)\/.+\.(js|d\.ts|json)$/,
  /^dist\/arc\//,
  // The transactions that a default test chain starts with, and a hash of the code they come from.
  /^dist\/test-chain\/(recording\.json|code\.txt)$/,
  // Written by npm run release.
  /^dist\/sbom\.cdx\.json$/,
];

describe("the packed package", () => {
  let manifest: Manifest;
  let files: string[];
  let folder: string;
  let tarball: string;

  before(() => {
    manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as Manifest;
    tarball = packed();
    folder = mkdtempSync(path.join(tmpdir(), "dao-package-"));
    extract({ file: tarball, cwd: folder, strip: 1, sync: true });
    files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      statSync(path.join(folder, file)).isFile(),
    );
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it("is built before it is packed", () => {
    expect(manifest.scripts["prepack"]).to.equal(
      "node scripts/run.mjs exec -- node scripts/build.mjs",
    );
  });

  it("contains nothing but the expected files", () => {
    const surplus = files.filter((file) => !WANTED.some((pattern) => pattern.test(file)));
    expect(surplus).to.deep.equal([]);
  });

  it("has no tests except those of examples, and nothing that belongs to one user", () => {
    const suspicious = /\.(test|long)\.|\.env|\.npmrc|\.pem$|\.key$|migration\.json$|\.log$|\.tgz$/;
    const own = files.filter((file) => !/^examples\/[\w-]+\/(test|suites)\//.test(file));
    expect(own.filter((file) => suspicious.test(file))).to.deep.equal([]);
  });

  it("has its documents and the schema for editors", () => {
    expect(files).to.include.members([
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      "migration-params.json",
      "migration-params.schema.json",
    ]);
  });

  it("has every source compiled, with its types, and every file that its code reads", () => {
    for (const folder of ["src", "tasks", "fixtures"]) {
      for (const file of readdirSync(path.join(ROOT, folder), { recursive: true })) {
        const [, name = "", end] = /^(.*)(\.ts|\.json)$/.exec(`${folder}/${String(file)}`) ?? [];
        if (end === ".ts")
          expect(files).to.include.members([`dist/${name}.js`, `dist/${name}.d.ts`]);
        if (end === ".json") expect(files).to.include(`dist/${name}.json`);
      }
    }
  });

  it("holds nothing twice, and no link in its documents leads out of it", () => {
    for (const document of files.filter((file) =>
      /^(README|docs\/.*|SECURITY)\.?.*md$/.test(file),
    )) {
      const text = readFileSync(path.join(folder, document), "utf8");
      for (const [, link = ""] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
        const target = path.posix.join(path.posix.dirname(document), link);
        const found = files.some((file) => file === target || file.startsWith(`${target}/`));
        expect(found, `${document}: ${link}`).to.equal(true);
      }
    }
    const contents = files.map((file) => readFileSync(path.join(folder, file), "utf8"));
    const large = contents.filter((text) => text.length > 2_000);
    expect(new Set(large)).to.have.length(large.length);
  });

  it("passes publint", async () => {
    const { buffer } = new Uint8Array(readFileSync(tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).to.deep.equal([]);
  });

  it("has types that fit its code, in Node's ES modules and with bundlers", async () => {
    // The package supports neither require() nor resolution without `exports` (node10).
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    if (analysis.types === false) expect.fail("the package has no types");
    expect(Object.keys(analysis.entrypoints)).to.have.members(Object.keys(manifest.exports));
    for (const resolutionKind of ["node16-esm", "bundler"] as const) {
      expect(filterProblems(analysis, { resolutionKind }), resolutionKind).to.deep.equal([]);
    }
  });

  it("carries the default Arc release", () => {
    expect(files.filter((file) => file.startsWith("dist/arc/"))).not.to.deep.equal([]);
  });

  it("says why a call reverts, with what its joined modules load from Hardhat only then", async () => {
    // As if it were installed beside the project's dependencies.
    symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
    const built = (await import(path.join(folder, "dist/src/test-chain/provider.js"))) as {
      readonly TestChainProvider: typeof TestChainProvider;
    };
    await using chain = new built.TestChainProvider();
    const { dao } = await chain.result();
    // transferOwnership(address), which only the owner may call.
    const data = `0xf2fde38b${"1".padStart(64, "0")}`;
    const call = chain.request({ method: "eth_call", params: [{ to: dao!.Avatar, data }] });
    const { code, message } = (await call.catch((error: unknown) => error)) as Error & {
      readonly code: number;
    };
    expect(code).to.equal(3);
    expect(message).to.include("reverted");
  });

  it("starts a test chain without loading ethers and zod", () => {
    const programs = ["interfaces/cli/test-chain-main", "test-chain/command/serve"];
    for (const file of [...programs, "test-chain/open", "test-chain/command/started"]) {
      const text = readFileSync(path.join(folder, `dist/src/${file}.js`), "utf8");
      expect(text, file).not.to.match(/from "(ethers|zod)/);
    }
  });

  it("has commands that can be executed", () => {
    for (const file of Object.values(manifest.bin ?? {})) {
      expect(files).to.include(path.posix.normalize(file));
      expect(statSync(path.join(folder, file)).mode & 0o111, file).to.equal(0o111);
    }
  });
});
