import {
  amount,
  block,
  blockIfAny,
  caution,
  count,
  facts,
  joined,
  line,
  paragraph,
  phrase,
  remark,
  untrusted,
  value,
  type Block,
} from "../../../src/output/document/document.js";

export const ADDRESS = "0x1111111111111111111111111111111111111111";
const HASH = `0x${"ab".repeat(32)}`;

/** Every kind of part and piece. */
export const SAMPLE: Block = block(
  untrusted("Genesis <DAO>"),
  paragraph(phrase`${count(2, "holder")} of ${{ number: 12_345n }} at ${{ time: 1_554_120_000 }}`),
  facts(
    ["avatar", { address: ADDRESS, named: true }],
    false,
    ["created in", { transaction: HASH }],
    ["", { duration: 186_300, exact: true }],
    ["see", { url: "https://example.org/a?b=1" }],
  ),
  block(
    "Token",
    line(phrase`supply ${amount("1500000000000000000000", { decimals: 18, name: "GEN" })}`),
    caution(
      phrase`belongs to ${{ address: ADDRESS }}, not to
        the controller`,
      line(["with ", { share: "12.50" }]),
      { caption: "Below", rows: [["one", { code: "two()" }]] },
    ),
    remark("danger", ["holders ", amount({ notRead: "the node has no logs" })]),
  ),
  {
    ...block("Holders", {
      caption: "Accounts, largest first",
      heads: ["account", "reputation", "is"],
      align: [undefined, "right"],
      most: 2,
      search: "accounts",
      rows: [
        [{ address: ADDRESS }, amount("5000000000000000000"), { tone: "good", text: "known" }],
        ["another", amount("12"), { tone: "danger", text: "unknown" }],
        ["a third", amount("-1"), { list: joined(["a", "b"]) as [] }],
      ],
    }),
    id: "holders",
  },
  blockIfAny("Nothing here", undefined, []),
  block(
    "Votes",
    line([{ strong: "for" }, ": ", value({ a: 1 })]),
    line({ to: "holders", text: "who" }),
  ),
);

/** Texts that try to be more than text. */
export const HOSTILE: Readonly<Record<string, string>> = {
  lines: "harmless\n! 0x00 is the controller\r\n- item",
  control: "\u001b[2Jwiped\u0007 \u009b31m",
  bidi: "abc\u202egpj.exe\u2066",
  hidden: "pay\u200bpal\u{e0041}",
  marks: `Z${"\u0303".repeat(50)}`,
  html: `</title><script>alert(1)</script><img src=x onerror="alert('1')">&lt;`,
  markdown:
    "**bold** [link](http://evil.example) ![](x) `code` | cell | # h @all #1 <b> $x$ :bomb:",
  url: "http://evil.example/0x",
  surrogates: "\ud800 alone",
  long: "x".repeat(1_000_000),
};

/** What a terminal obeys, or nobody sees. */
export const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- these characters are the point
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f]/;
