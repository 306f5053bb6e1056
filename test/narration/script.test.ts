import { expect } from "chai";

import { parseScript } from "../../src/narration/script.js";
import { MigrationError } from "../../src/support/errors.js";

describe("narration script", () => {
  it("has a segment for each paragraph, under its heading", () => {
    const script = [
      "\ufeff// by hand",
      "Before any",
      "heading.",
      "",
      "#  One  title",
      "First   paragraph,",
      "// with a remark inside",
      "\tgoing on.",
      "",
      "",
      "Second. It costs #1 and lies // there.",
      "## Two",
      "Third.",
      "#",
      "Fourth.",
    ];
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      expect(parseScript(script.join(lineEnd))).to.deep.equal([
        { heading: undefined, text: "Before any heading." },
        { heading: "One title", text: "First paragraph, going on." },
        { heading: "One title", text: "Second. It costs #1 and lies // there." },
        { heading: "Two", text: "Third." },
        { heading: undefined, text: "Fourth." },
      ]);
    }
  });

  for (const script of ["", "\n \n", "# Only\n\n## headings", "// only\n// comments"]) {
    it(`is refused if there is nothing to speak: ${JSON.stringify(script)}`, () => {
      expect(() => parseScript(script)).to.throw(MigrationError, "nothing to speak");
    });
  }
});
