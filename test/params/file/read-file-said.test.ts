import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { formatIssue, IssueList, ParametersError } from "../../../src/params/file/issues.js";
import { duplicateKey, syntaxError } from "../../../src/params/file/json-syntax.js";
import { parseParameters, readParametersFile } from "../../../src/params/file/read-file.js";
import { readParameters } from "../../../src/params/load-parameters.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

/** Returns all messages about a text. */
function said(text: string): string[] {
  const issues = new IssueList();
  try {
    parseParameters(text, issues);
  } catch (error) {
    if (!(error instanceof ParametersError)) throw error;
  }
  return issues.errors.map(formatIssue);
}

describe("what is said about a file that is not JSON", () => {
  const CASES: [text: string, line: number, column: number, found: string, wanted: string][] = [
    ["[] x", 1, 4, "x", "the end of the file"],
    ["1 2", 1, 3, "2", "the end of the file"],
    ["[1, 2] ]", 1, 8, "]", "the end of the file"],
    ['{"a": {}} x', 1, 11, "x", "the end of the file"],
    ['{"a": 1, x}', 1, 10, "x}", "a key in double quotes"],
    ["{x}", 1, 2, "x}", "a key in double quotes, or }"],
    ["[x]", 1, 2, "x]", "a value or ]"],
    ["[1, ]", 1, 5, "]", "a value"],
    ["[1 2]", 1, 4, "2]", "a comma, or the end of the list or object"],
    ["[1}", 1, 3, "}", "a comma, or the end of the list or object"],
    ['{"a": 1]', 1, 8, "]", "a comma, or the end of the list or object"],
    ['{"a" 1}', 1, 6, "1}", "a colon"],
    ["\n\n ", 3, 2, "the end of the file", "a value"],
    ["{/* x */}", 1, 2, "a comment, which JSON does not have", "a key in double quotes, or }"],
    ["{ // x", 1, 3, "a comment, which JSON does not have", "a key in double quotes, or }"],
    ['["a\\x"]', 1, 2, 'an unterminated or invalid string: "a\\x"]', "a value or ]"],
    [`[${"x".repeat(30)}]`, 1, 2, "x".repeat(20), "a value or ]"],
    ["[x\ny]", 1, 2, "x", "a value or ]"],
  ];
  for (const [text, line, column, found, wanted] of CASES) {
    it(`is where ${JSON.stringify(text)} breaks off, and what is missing`, () => {
      expect(syntaxError(text)).to.deep.equal({ line, column, found, wanted });
      expect(said(text)).to.deep.equal([
        `it is not JSON, at line ${line}, column ${column}\n    found:  ${found}\n    wanted: ${wanted}`,
      ]);
    });
  }

  it("is the line of a key that is there twice, counted from 1", () => {
    expect(duplicateKey('{"a": 1, "a": 2\n\n}')).to.deep.equal({ key: "a", line: 1 });
    expect(duplicateKey('\n{"a": 1,\n"a": 2}')).to.deep.equal({ key: "a", line: 3 });
    expect(duplicateKey('["a", "a", {"b": "b"}]')).to.equal(undefined);
    expect(duplicateKey('"a"')).to.equal(undefined);
  });

  it("is that a key is there twice, cut if it is long", () => {
    const key = "k".repeat(70);
    expect(said(`{"${key}": 1, "${key}": 2}`)).to.deep.equal([
      `an object has the same key twice, at line 1\n    found:  the key "${"k".repeat(60)}" twice\n    wanted: each key once`,
    ]);
  });

  it("is that it is nested too deeply for any reader", () => {
    const [text, ...others] = said("[".repeat(200_000) + "]".repeat(200_000));
    expect(others).to.deep.equal([]);
    expect(text).to.equal(
      "it is nested too deeply\n    found:  lists or objects nested thousands deep\n    wanted: at most 32 levels",
    );
  });

  it("is that there is no such file, or that it cannot be read", async () => {
    await inTemporaryFolder(async (folder) => {
      const issueOf = async (path: string) => {
        const issues = new IssueList();
        expect(await rejection(readParametersFile(path, issues))).to.be.instanceOf(ParametersError);
        return issues.errors;
      };
      const wanted = "a file with migration parameters (JSON)";
      expect(await issueOf(join(folder, "none.json"))).to.deep.equal([
        { path: "", found: "nothing", wanted, message: "there is no such file" },
      ]);
      await mkdir(join(folder, "dao.json"));
      expect(await issueOf(join(folder, "dao.json"))).to.deep.equal([
        { path: "", found: "nothing", wanted, message: "it cannot be read (EISDIR)" },
      ]);
    });
  });

  it("is that it is for other networks, with the first eight of its keys", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "dao.json");
      const foundIn = async (keys: string[]) => {
        await writeFile(file, JSON.stringify(Object.fromEntries(keys.map((key) => [key, {}]))));
        const { issues } = await readParameters(file, "private");
        return issues.errors[0];
      };
      const ids = ["1", "3", "4", "42", "77", "100", "137", "42161", "43114"];
      expect(await foundIn(ids)).to.deep.equal({
        file,
        path: "",
        found: "only 1, 3, 4, 42, 77, 100, 137, 42161",
        wanted: "parameters at the top level, in the section default, or in the section private",
        message: "it has no parameters for private",
      });
      const long = ["1".repeat(40), "2".repeat(40)];
      const { found } = (await foundIn(long)) ?? {};
      expect(found).to.equal(`only ${long.join(", ").slice(0, 80)}`);
    });
  });
});
