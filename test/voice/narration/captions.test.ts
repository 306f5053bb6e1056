import { expect } from "chai";
import { webVtt } from "../../../src/voice/narration/captions.js";

describe("captions", () => {
  it("have a cue for each sentence, sharing the segment's time by length", () => {
    const vtt = webVtt([
      { start: 0, end: 2, text: "One two. Six sev." },
      { start: 3661.5, end: 3662, text: "Later" },
    ]);
    expect(vtt).to.equal(
      [
        "WEBVTT",
        "",
        "1",
        "00:00:00.000 --> 00:00:01.059",
        "One two.",
        "",
        "2",
        "00:00:01.059 --> 00:00:02.000",
        "Six sev.",
        "",
        "3",
        "01:01:01.500 --> 01:01:02.000",
        "Later",
        "",
      ].join("\n"),
    );
  });

  it("cannot be broken by the contents of a text", () => {
    const vtt = webVtt([{ start: 0, end: 1, text: "a --> b & <c>" }]);
    expect(vtt.split("\n")[4]).to.equal("a --&gt; b &amp; &lt;c&gt;");
  });

  it("round times up into the next second and minute, never to 60", () => {
    const vtt = webVtt([{ start: 59.9996, end: 3599.9999, text: "a" }]);
    expect(vtt).to.include("00:01:00.000 --> 01:00:00.000");
  });
});
