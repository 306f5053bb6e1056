import { expect } from "chai";
import fc from "fast-check";

import { parseScript, sayNumber, spokenForm } from "../../../src/output/narration/script.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";

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

const ADDRESS = "0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1";

describe("spoken form", () => {
  const forms: [string, string][] = [
    [ADDRESS, "an address"],
    ["0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", "an address"],
    ["0x90f8…c9c1", "an address"],
    ["0x90f8...c9c1", "an address"],
    [`The account ${ADDRESS}, that is`, "The account, that is"],
    [`its address ${ADDRESS}.`, "its address."],
    [`Avatar ${ADDRESS}`, "Avatar"],
    [`0x${"00".repeat(32)}`, "a hash"],
    [`proposal 0x${"ab".repeat(31)}12`, "proposal"],
    [`0x${"ab".repeat(100)}`, "some data"],
    [
      "The ContributionReward of GenesisDAO and DAOstack",
      "The Contribution Reward of Genesis DAO and DAOstack",
    ],
    ["about 123456789.1234 tokens", "about 123.46 million tokens"],
    ["about 1,234,567 wei", "about 1.23 million wei"],
    ["1000000.5 tokens", "about 1 million tokens"],
    ["2000000.0 tokens", "2 million tokens"],
    ["permissions 0x0000001f", "permissions some data"],
    ["1500000000000000000 wei", "1.5 tokens"],
    ["1,500,000,000,000,000,000 wei", "1.5 tokens"],
    ["1000000000000000000 wei", "1 token"],
    ["1000000000000000000000 wei", "1,000 tokens"],
    ["1234567891000000000 wei", "about 1.2346 tokens"],
    ["1234.56789 HBR", "about 1,234.5679 HBR"],
    ["0.00000001 HBR", "less than 0.0001 HBR"],
    ["within 30 d 1 h, or 5 min", "within 30 days 1 hour, or 5 minutes"],
    ["2000000000000000000000000 wei", "2 million tokens"],
    ["1 wei", "1 wei"],
    ["999999999999 wei", "about 1 trillion wei"],
    ["1000000", "1 million"],
    ["1234567", "about 1.23 million"],
    ["1,500,000 people", "1.5 million people"],
    ["999999999", "about 1 billion"],
    [
      "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      "about ten to the power of 77",
    ],
    ["9999999999999999999999999", "about ten to the power of 25"],
  ];
  for (const [written, said] of forms) {
    it(`says ${written.slice(0, 60)} as ${said}`, () => {
      expect(spokenForm(written)).to.equal(said);
    });
  }

  const plain = [
    "In 2019, 999,999 members of 3 DAOs voted 1,000 times; 12.5 percent staked.",
    "Version 0.0.1-rc.57 of 2020-01-31, at 10:30.",
    "Call +1-555-1234567 or see item A1234567.",
    "",
  ];
  for (const text of plain) {
    it(`leaves alone: ${text}`, () => expect(spokenForm(text)).to.equal(text));
  }

  it("leaves no long digit string in any text", () => {
    const part = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String),
      fc.bigInt({ min: 0n, max: 2n ** 256n }).map((wei) => `${wei} wei`),
      fc.stringMatching(/^0x[0-9a-f]{40}$/),
      fc.stringMatching(/^0x[0-9a-f]{64}$/),
      fc.constantFrom("votes", "for", "it."),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        expect(spokenForm(parts.join(" "))).not.to.match(/\d{7}|0x/);
      }),
    );
  });

  it("rounds any number to within half a percent", () => {
    const scales = ["million", "billion", "trillion"];
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 6n, max: 10n ** 16n }), (value) => {
        const said = sayNumber(String(value));
        const [, about, number, scale] = /^(about )?([\d.]+) (\w+)$/.exec(said) ?? [];
        if (said.includes("power")) return;
        const back = Number(number) * 10 ** (6 + 3 * scales.indexOf(scale!));
        expect(Math.abs(back / Number(value) - 1)).to.be.below(0.00501);
        if (about === undefined) expect(BigInt(Math.round(back))).to.equal(value);
      }),
    );
  });
});
