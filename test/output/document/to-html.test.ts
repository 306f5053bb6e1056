import { expect } from "chai";

import {
  block,
  line,
  untrusted,
  value,
  type Table,
} from "../../../src/output/document/document.js";
import { HtmlDrawing } from "../../../src/output/document/to-html.js";
import { expectGolden, linesOfHtml } from "../../golden.js";
import { ADDRESS, HOSTILE, SAMPLE, UNPRINTABLE } from "./sample.js";

const names = new Map([[ADDRESS, "the <avatar>"]]);
const drawing = new HtmlDrawing({ explorer: "https://explorer.example", names });

describe("HtmlDrawing", () => {
  it("draws every kind of part and piece", () => {
    expectGolden(import.meta.dirname, "sample.html", linesOfHtml(String(drawing.parts(SAMPLE))));
  });

  it("shows strangers' text as text, isolated and short", () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      const shown = String(
        drawing.parts(block(untrusted(text), line(value(text)), line({ notRead: text }))),
      );
      const tags = new Set([...shown.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag));
      expect([...tags].sort(), name).to.deep.equal(["bdi", "h3", "li", "span", "ul"]);
      expect(shown, name).not.to.match(UNPRINTABLE);
      expect(shown, name).not.to.match(/\p{M}{5}/u);
      expect(shown.length, name).to.be.below(5000);
    }
  });

  it("links only addresses, and only to a web page", () => {
    const hostile = '0x12" onclick="x';
    expect(String(drawing.text({ address: hostile }))).to.equal(
      '<code class="hex">0x12&quot; onclick=&quot;x</code>',
    );
    const script = new HtmlDrawing({ explorer: "javascript:alert(1)//", names: new Map() });
    expect(String(script.text({ address: ADDRESS }, { url: "javascript:x" }))).to.equal(
      `<code class="hex">${ADDRESS}</code>javascript:x`,
    );
    expect(String(drawing.text({ sentence: `call ${ADDRESS}` }))).to.match(
      /^<bdi\s*>call <a href=/,
    );
  });

  it("makes a long list searchable, and shows its first rows at once", () => {
    const table: Table = {
      caption: "Many",
      rows: [...Array(150).keys()].map((index) => [index]),
      search: "numbers",
    };
    const shown = String(drawing.parts(table));
    expect(shown.match(/data-row/g)).to.have.length(150);
    expect(shown.match(/class="later"/g)).to.have.length(50);
    expect(shown).to.include('data-searchable="100"').and.to.include("150 numbers");
  });
});
