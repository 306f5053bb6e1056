import { expect } from "chai";
import { captionsOf } from "../../../src/output/narration/captions.js";

describe("captions", () => {
  it("have a cue for each sentence, with its share of the segment's time by length", () => {
    const vtt = captionsOf([
      { start: 0, end: 2, text: "One two. Six sev." },
      { start: 3661.5, end: 3662, text: "Later" },
    ]);
    expect(vtt).to.equal(
      [
        "WEBVTT",
        "",
        "1",
        "00:00:00.000 --> 00:00:01.000",
        "One two.",
        "",
        "2",
        "00:00:01.000 --> 00:00:02.000",
        "Six sev.",
        "",
        "3",
        "01:01:01.500 --> 01:01:02.000",
        "Later",
        "",
      ].join("\n"),
    );
  });

  it("have at most two lines of 42 characters, timed by their share of the audio", () => {
    const text = `${"A sentence of some length, in which a lot is said and little is meant. ".repeat(4)}It ends at 0x${"ab".repeat(32)} and ${"😀".repeat(60)} ${"x".repeat(100)}.`;
    const cues = captionsOf([{ start: 0, end: 60, text }])
      .trim()
      .split("\n\n")
      .slice(1);
    let last = "00:00:00.000";
    const said = cues.map((cue) => {
      const [, time = "", ...lines] = cue.split("\n");
      const [from, to] = time.split(" --> ");
      expect(from).to.equal(last);
      last = to!;
      expect(lines).to.have.length.within(1, 2);
      for (const line of lines) {
        expect([...line].length).to.be.at.most(42);
        expect(line).not.to.match(/\p{Surrogate}/u);
      }
      return lines.join(" ");
    });
    expect(last).to.equal("00:01:00.000");
    const shown = text.replace(/0xabab\w+abab/, "0xabab…abab");
    expect(said.join("").replaceAll(" ", "")).to.equal(shown.replaceAll(" ", ""));
  });

  it("cannot be broken by the contents of a text", () => {
    const vtt = captionsOf([{ start: 0, end: 1, text: "a --> b & <c>" }]);
    expect(vtt.split("\n")[4]).to.equal("a --&gt; b &amp; &lt;c&gt;");
  });

  it("round times up into the next second and minute, never to 60", () => {
    const vtt = captionsOf([{ start: 59.9996, end: 3599.9999, text: "a" }]);
    expect(vtt).to.include("00:01:00.000 --> 01:00:00.000");
  });
});
