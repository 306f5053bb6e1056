import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parseScript, VoiceInputError } from "../../../src/voice/index.js";
import { root, thrown } from "../helpers.js";

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
        { number: 1, heading: undefined, text: "Before any heading." },
        { number: 2, heading: "One title", text: "First paragraph, going on." },
        { number: 3, heading: "One title", text: "Second. It costs #1 and lies // there." },
        { number: 4, heading: "Two", text: "Third." },
        { number: 5, heading: undefined, text: "Fourth." },
      ]);
    }
  });

  for (const script of ["", "\n \n", "# Only\n\n## headings", "// only\n// comments"]) {
    it(`is refused if there is nothing to speak: ${JSON.stringify(script)}`, () => {
      thrown(() => parseScript(script), VoiceInputError);
    });
  }

  it("in the examples can be read", async () => {
    const example = await readFile(join(root, "examples/narration/genesis-demo.txt"), "utf8");
    const segments = parseScript(example);
    expect(segments.map(({ heading }) => heading)).to.deep.equal([
      "Welcome",
      "Founders",
      "A proposal",
      "A proposal",
    ]);
  });
});
