import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import fc from "fast-check";

import { IssueList, ParametersError } from "../../../src/params/file/issues.js";
import { syntaxError } from "../../../src/params/file/json-syntax.js";
import { parseParameters, readParametersFile } from "../../../src/params/file/read-file.js";
import { rejection } from "../../rejection.js";
import { resolve } from "../support.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

describe("reading a parameters file", () => {
  const parse = (text: string) => parseParameters(text, new IssueList("dao.json"));

  it("keeps the digits of every number", () => {
    expect(
      parse('{"a": 0.1, "b": 12345678901234567890, "c": [1e21, 1614764214000]}'),
    ).to.deep.equal({ a: 0.1, b: 12345678901234567890n, c: [1e21, 1614764214000] });
  });

  it("takes a byte order mark", () => {
    expect(parse("\uFEFF{}")).to.deep.equal({});
  });

  it("refuses a key that an object contains twice, and names its line", async () => {
    for (const [text, key, line] of [
      ['{"founders": [],\n "orgName": "a",\n "founders": []}', "founders", 3],
      ['{"schemes": {"UpgradeScheme": true, "UpgradeScheme": false}}', "UpgradeScheme", 1],
      ['{"a": [{"b": 1}, {"c": "x\\"y", "\\u0063": 2}]}', "c", 1],
    ] as const) {
      const issues = new IssueList("dao.json");
      parseParameters(text, issues);
      expect(issues.errors).to.have.length(1);
      expect(issues.errors[0]).to.include({
        found: `the key "${key}" twice`,
        message: `an object has the same key twice, at line ${line}`,
      });
    }
    const issues = new IssueList("dao.json");
    parseParameters('{"a": {"a": ["a", "a"]}, "b": [{"a": 1}, {"a": "b"}]}', issues);
    expect(issues.errors).to.deep.equal([]);
  });

  for (const depth of [40, 5_000, 50_000]) {
    it(`refuses lists and objects that are ${depth} deep, at once`, async () => {
      const start = performance.now();
      for (const [open, close] of [
        ["[", "]"],
        ['{"a":', "}"],
      ] as const) {
        const text = `{"founders": ${open.repeat(depth)}1${close.repeat(depth)}}`;
        const error = await rejection(
          (async () => await resolve(parseParameters(text, new IssueList())))(),
        );
        expect(error).to.be.instanceOf(ParametersError);
        expect(error.message).to.include("it is nested too deeply").and.include("at most 32");
      }
      expect(performance.now() - start).to.be.below(1000);
    });
  }

  it("refuses an object with more keys than any file has, at once", async () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`tokenNam${i}`, i]));
    const start = performance.now();
    for (const raw of [keys, { CustomSchemes: keys }]) {
      const error = await rejection(resolve(raw));
      expect(error).to.be.instanceOf(ParametersError);
      expect(error.message).to.include("an object with 100000 keys").and.include("at most 1000");
    }
    expect(performance.now() - start).to.be.below(1000);
  });

  it("refuses a version of 200 kB, at once", async () => {
    const start = performance.now();
    for (const arcVersion of ["rc.".repeat(70_000), `rc${"-".repeat(200_000)}`]) {
      const error = await rejection(resolve({ arcVersion }));
      expect(error).to.be.instanceOf(ParametersError);
      expect(error.message.length).to.be.below(1000);
    }
    expect(performance.now() - start).to.be.below(1000);
  });

  const BROKEN: [name: string, text: string, place: string, found: string, wanted: string][] = [
    ["a trailing comma", '{\n  "a": 1,\n}', "line 3, column 1", "}", "a key in double quotes"],
    ["a comment", '{\n  // note\n  "a": 1}', "line 2, column 3", "a comment", "a key"],
    ["a missing comma", '{"a": 1 "b": 2}', "line 1, column 9", '"b": 2}', "a comma"],
    ["a missing colon", '{"a" 1}', "line 1, column 6", "1}", "a colon"],
    ["single quotes", "{'a': 1}", "line 1, column 2", "'a': 1}", "a key in double quotes"],
    ["no end", '{"a": [1, 2', "line 1, column 12", "the end of the file", "a comma, or the end"],
    ["nothing", "", "line 1, column 1", "the end of the file", "a value"],
    ["a second value", "{} {}", "line 1, column 4", "{}", "the end of the file"],
    ["an open text", '{"a": "b\n"}', "line 1, column 7", "an unterminated", "a value"],
    ["a word", '{"a": yes}', "line 1, column 7", "yes}", "a value"],
  ];
  for (const [name, text, place, found, wanted] of BROKEN) {
    it(`says where and what in a file with ${name}`, () => {
      let error: unknown;
      try {
        parse(text);
      } catch (caught) {
        error = caught;
      }
      expect(error).to.be.instanceOf(ParametersError);
      const [issue] = (error as ParametersError).issues;
      expect(issue).to.include({ file: "dao.json", path: "" });
      expect(issue?.message).to.include(place);
      expect(issue?.found).to.include(found);
      expect(issue?.wanted).to.include(wanted);
    });
  }

  it("finds the position of a character inserted into any JSON", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom("}", "]", ",", ":", "?", "'"),
        (json, at, character) => {
          const position = at % (json.length + 1);
          const broken = json.slice(0, position) + character + json.slice(position);
          const place = enginePosition(broken);
          if (place === undefined) return;
          const { line, column } = syntaxError(broken);
          const before = broken.split("\n").slice(0, line - 1);
          const offset = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
          // The engine points into a token that it cannot finish, we point at the start of the token.
          expect(broken.slice(offset, place)).to.match(/^"|^[\w.+-]*$/);
        },
      ),
    );
  });

  it("names a file that is missing or is a folder", async () => {
    await inTemporaryFolder(async (folder) => {
      const missing = join(folder, "none.json");
      const issues = new IssueList(missing);
      const error = await rejection(readParametersFile(missing, issues));
      expect(error).to.be.instanceOf(ParametersError);
      expect(error.message).to.include(missing).and.to.include("no such file");
      expect(
        (await rejection(readParametersFile(folder, new IssueList(folder)))).message,
      ).to.include("cannot be read");
    });
  });

  it("reads a file", async () => {
    await inTemporaryFolder(async (folder) => {
      const file = join(folder, "dao.json");
      await writeFile(file, '{"orgName": "Ç"}');
      expect(await readParametersFile(file, new IssueList(file))).to.deep.equal({ orgName: "Ç" });
    });
  });
});

/** Returns where the engine stops reading, if it fails and names the position. */
function enginePosition(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const match = /at position (\d+)/.exec((error as Error).message);
    return match === null ? undefined : Number(match[1]);
  }
}
