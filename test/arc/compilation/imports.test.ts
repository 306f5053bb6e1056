import { expect } from "chai";

import { definitionsOf, withImports } from "../../../src/arc/compilation/imports.js";

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
    expect([...found.keys()]).to.deep.equal([
      "/home/arc/contracts/Lib.sol",
      "/home/arc/contracts/a/Avatar.sol",
      "/home/arc/contracts/a/Token.sol",
      "oz/contracts/Context.sol",
      "oz/contracts/Ownable.sol",
    ]);
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
