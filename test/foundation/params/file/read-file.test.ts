import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import fc from "fast-check";

import {
  formatIssue,
  IssueList,
  ParametersError,
} from "../../../../src/foundation/params/file/issues.js";
import {
  examineJson,
  parseParameters,
  readParametersFile,
} from "../../../../src/foundation/params/file/read-file.js";
import { expectGoldenCases } from "../../../golden.js";
import { rejected, rejection } from "../../../rejection.js";
import { resolve } from "../support.js";
import { itInFolder as it } from "../../../temporary-folder.js";

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

  it("refuses another encoding, in which a name would be on the chain for ever", async (folder) => {
    const path = join(folder, "dao.json");
    for (const encoding of ["latin1", "utf16le"] as const) {
      await writeFile(path, '{"orgName": "Caf\u00e9"}', encoding);
      await rejected(readParametersFile(path, new IssueList()), "it is not UTF-8");
    }
  });

  for (const depth of [40, 5_000, 50_000]) {
    it(`refuses lists and objects that are ${depth} deep, at once`, async () => {
      const start = process.cpuUsage();
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
      // Not by the clock: other processes may be at work.
      expect(process.cpuUsage(start).user).to.be.below(1_000_000);
    });
  }

  it("refuses an object with more keys than any file has, at once", async () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`tokenNam${i}`, i]));
    const start = process.cpuUsage();
    for (const raw of [keys, { CustomSchemes: keys }]) {
      await rejected(resolve(raw), ParametersError, "an object with 100000 keys", "at most 1000");
    }
    // Not by the clock: other processes may be at work.
    expect(process.cpuUsage(start).user).to.be.below(1_000_000);
  });

  it("refuses a version of 200 kB, at once", async () => {
    const start = process.cpuUsage();
    for (const arcVersion of ["rc.".repeat(70_000), `rc${"-".repeat(200_000)}`]) {
      const error = await rejected(resolve({ arcVersion }), ParametersError);
      expect(error.message.length).to.be.below(1000);
    }
    // Not by the clock: other processes may be at work.
    expect(process.cpuUsage(start).user).to.be.below(1_000_000);
  });

  it("reads a string of 10 MB, also of escapes alone", () => {
    for (const text of ["x".repeat(10_000_000), "\n".repeat(5_000_000)]) {
      expect(examineJson(JSON.stringify(text))).to.deep.equal({ twice: undefined });
    }
  });

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
          const { line, column } = examineJson(broken).problem!;
          const before = broken.split("\n").slice(0, line - 1);
          const offset = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
          // The engine points into a token that it cannot finish, we point at the start of the token.
          expect(broken.slice(offset, place)).to.match(/^"|^[\w.+-]*$/);
        },
      ),
    );
  });
});

describe("what is said about a file that is not JSON", () => {
  const BROKEN = [
    ...["[] x", "1 2", "[1, 2] ]", '{"a": {}} x', '{"a": 1, x}', "{x}", "[x]", "[1, ]", "[1 2]"],
    ...["[1}", '{"a": 1]', '{"a" 1}', "\n\n ", "{/* x */}", "{ // x", '["a\\x"]', "[x\ny]"],
    ...[`[${"x".repeat(30)}]`, '{\n  "a": 1,\n}', "{'a': 1}", '{"a": [1, 2', "", '{"a": "b\n"}'],
  ];
  const TWICE = [
    ...['{"a": 1, "a": 2\n\n}', '\n{"a": 1,\n"a": 2}'],
    '{"founders": [],\n "orgName": "a",\n "founders": []}',
    '{"schemes": {"UpgradeScheme": true, "UpgradeScheme": false}}',
    '{"a": [{"b": 1}, {"c": "x\\"y", "\\u0063": 2}]}',
    `{"${"k".repeat(70)}": 1, "${"k".repeat(70)}": 2}`,
  ];
  it("is where it breaks off, or which key is there twice", () => {
    const cases = [...BROKEN, ...TWICE].map((text) => [
      JSON.stringify(text),
      said(text).join("\n"),
    ]);
    const texts = Object.fromEntries(cases) as Record<string, string>;
    expectGoldenCases(import.meta.dirname, "read-file.txt", texts);
  });

  it("is nothing about equal texts elsewhere", () => {
    expect(said('{"a": {"a": ["a", "a"]}, "b": [{"a": 1}, {"a": "b"}]}')).to.deep.equal([]);
    expect(said('["a", "a", {"b": "b"}]').concat(said('"a"'))).to.deep.equal([]);
  });

  it("is that it is nested too deeply for any reader", () => {
    const [text, ...others] = said("[".repeat(200_000) + "]".repeat(200_000));
    expect(others).to.deep.equal([]);
    expect(text).to.equal(
      "it is nested too deeply\n    found:  lists or objects nested thousands deep\n    wanted: at most 32 levels",
    );
  });

  it("is that there is no such file, or that it cannot be read", async (folder) => {
    const issueOf = async (path: string) => {
      const issues = new IssueList();
      expect(await rejection(readParametersFile(path, issues))).to.be.instanceOf(ParametersError);
      return issues.errors;
    };
    const found = "nothing that can be read";
    const wanted = "a file with migration parameters (JSON)";
    await mkdir(join(folder, "dao.json"));
    for (const [name, message] of [
      ["none.json", "there is no such file"],
      ["dao.json", "it is a folder"],
    ] as const) {
      const read = await issueOf(join(folder, name));
      expect(read).to.deep.equal([{ path: "", found, wanted, message }]);
    }
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
