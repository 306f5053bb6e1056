import { expect } from "chai";

import {
  definitionsOf,
  readSources,
  withImports,
} from "../../../../src/foundation/arc/compilation/package-sources.js";
import { rejection } from "../../../rejection.js";
import { makeTarball } from "../support/tarballs.js";
import { expectRecorded } from "../../../recorded.js";

const SPEC = "@daostack/arc@0.0.1-rc.16";

async function sourcesOf(
  files: Record<string, string>,
  dependencies?: ReadonlyMap<string, string>,
) {
  const tarball = await makeTarball("@daostack/arc", "0.0.1-rc.16", files);
  return Object.fromEntries(await readSources(SPEC, tarball, dependencies));
}

describe("readSources", () => {
  it("reads texts and names from truffle's build files, and the rest from the package", async () => {
    const sources = await sourcesOf({
      "build/contracts/Avatar.json": JSON.stringify({
        sourcePath: "/Users/oren/arc/contracts/controller/Avatar.sol",
        source: "as compiled",
      }),
      "build/contracts/RealMath.json": JSON.stringify({
        sourcePath: "@daostack/infra/contracts/libs/RealMath.sol",
        source: "infra's",
      }),
      "contracts/controller/Avatar.sol": "as published",
      "contracts/libs/RealMath.sol": "Arc's",
    });
    expectRecorded(sources);
  });

  it("names files from Windows as truffle passed them to the compiler", async () => {
    const build = { sourcePath: "C:\\dev\\arc\\contracts\\Avatar.sol", source: "text" };
    const sources = await sourcesOf({ "build/contracts/Avatar.json": JSON.stringify(build) });
    expect(sources).to.deep.equal({ "/C/dev/arc/contracts/Avatar.sol": "text" });
  });

  it("reads them from Hardhat's build info", async () => {
    const sources = await sourcesOf({
      "build/contracts/Avatar.json": JSON.stringify({ contractName: "Avatar" }),
      "build/contracts/build-info/1.json": JSON.stringify({
        input: { sources: { "contracts/Avatar.sol": { content: "as compiled" } } },
      }),
      "contracts/Avatar.sol": "as published",
    });
    expect(sources).to.deep.equal({ "contracts/Avatar.sol": "as compiled" });
  });

  it("reads the files themselves if there is neither, with those of a dependency", async () => {
    const sources = await sourcesOf(
      { "contracts/Reputation.sol": "own" },
      new Map([["oz/contracts/Ownable.sol", "other"]]),
    );
    expectRecorded(sources);
  });

  it("refuses a package without sources", async () => {
    const error = await rejection(sourcesOf({ "README.md": "" }));
    expect(error.message).to.equal(`${SPEC} has no sources.`);
  });
});

describe("withImports", () => {
  const sources = new Map([
    ["/home/arc/contracts/a/Avatar.sol", 'import "./Token.sol";\nimport {X} from "../Lib.sol";'],
    ["/home/arc/contracts/a/Token.sol", "import * as O from 'oz/contracts/Ownable.sol';"],
    ["/home/arc/contracts/Lib.sol", '// import "./Comment.sol";\n/* import "./Other.sol"; */'],
    ["/home/arc/contracts/Comment.sol", ""],
    ["/home/arc/contracts/Other.sol", ""],
    ["oz/contracts/Ownable.sol", 'import "./Context.sol";'],
    ["oz/contracts/Context.sol", 'import "./Ownable.sol";'],
  ]);

  it("follows relative imports and imports from packages, even circular ones, but not comments", () => {
    const found = withImports("/home/arc/contracts/a/Avatar.sol", sources);
    expectRecorded([...found.keys()]);
  });

  it("leaves a missing file to the compiler", () => {
    const found = withImports("A.sol", new Map([["A.sol", 'import "./None.sol";']]));
    expect([...found.keys()]).to.deep.equal(["A.sol"]);
  });
});

describe("definitionsOf", () => {
  it("finds each file that defines a name, and no file that only mentions it", () => {
    const sources = new Map([
      ["b/RealMath.sol", "library RealMath { }"],
      ["a/RealMath.sol", "pragma solidity ^0.4.24;\nlibrary\n  RealMath\n{ }"],
      ["User.sol", "// contract RealMath\ncontract RealMathTester { RealMath m; }"],
    ]);
    expect(definitionsOf("RealMath", sources)).to.deep.equal(["a/RealMath.sol", "b/RealMath.sol"]);
  });
});
