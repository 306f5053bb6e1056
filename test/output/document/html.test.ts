import { expect } from "chai";

import { Html, html, inline, verbatim } from "../../../src/output/document/html.js";

describe("html", () => {
  it("escapes every value, between tags and in attributes", () => {
    const value = `<b onclick='x'>"&`;
    expect(String(html`<p title="${value}">${value}</p>`)).to.equal(
      '<p title="&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;">&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</p>',
    );
  });

  it("keeps HTML, joins lists, and leaves out undefined parts", () => {
    expect(String(html`<i>${[html`<b>1</b>`, "<", 2, undefined, false]}</i>`)).to.equal(
      "<i><b>1</b>&lt;2</i>",
    );
  });

  it("escapes characters that reverse or hide text, and limits stacked accents", () => {
    expect(String(html`${"a\u202eb\u0007\u200b\u{e0041}"}`)).to.equal(
      "a\\u202eb\\x07\\u200b\\u{e0041}",
    );
    expect(String(html`${`Z${"\u0336".repeat(50)}o`}`)).to.equal(`Z${"\u0336".repeat(4)}o`);
  });

  it("can only be created by the html tag", () => {
    const made = (): unknown => Reflect.construct(Html, [Symbol("html"), "<script>"]);
    expect(made).to.throw("by html`...` alone");
    // Objects that only look like Html are rejected.
    const forged = { toString: () => "<script>" } as never;
    expect(() => String(html`${forged}`)).to.throw();
  });

  it("accepts no values in a script or a style", () => {
    const filled = (): unknown => Reflect.apply(verbatim, undefined, [["a", "b"], "</script>"]);
    expect(filled).to.throw("no values");
    expect(String(inline("style", verbatim`a{}`))).to.equal("<style>a{}</style>");
  });
});
