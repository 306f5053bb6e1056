import { readFile, rm, truncate, writeFile } from "node:fs/promises";

import { expect } from "chai";

import { narrate } from "../../../src/output/narration/narrate.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { VoiceError } from "../../../src/voice/index.js";
import { rejected, rejection } from "../../rejection.js";
import { clientOf, readWithPython, useFolder, useService } from "../../voice/helpers.js";

const SCRIPT = `# Intro\n\nWelcome here.\n\n0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1 founded it.\n\n# End\n\nGood bye, then.\n`;
const SPOKEN = ["Welcome here.", "an address founded it.", "Good bye, then."];
const PAUSE = 0.5;

describe("narrate", () => {
  const holder = useService();
  const folder = useFolder();
  const { at } = folder;
  const run = (script: string, options: { voiceId?: number; isJoined?: boolean } = {}) =>
    narrate(clientOf(holder.service), script, {
      ...{ voiceId: 1, folder: folder.path, isJoined: false },
      ...options,
    });
  /** The texts that were spoken, and billed, since the last call. */
  const billed = (): string[] => {
    const texts = holder.service.requests
      .filter(({ operation }) => operation === "tts.stream")
      .map(({ messages }) => (messages[1] as { text: string }).text);
    holder.service.reset();
    return texts;
  };
  const filesOf = async (): Promise<string[]> =>
    (await folder.names()).filter((name) => /^\d/.test(name));

  it("speaks every segment into a numbered file that plays, and says what is where", async () => {
    const { segments, made, durationSeconds } = await run(SCRIPT);
    expect(billed()).to.deep.equal(SPOKEN);
    expect(made).to.equal(3);
    const seconds = SPOKEN.map((text) => (text.length * 60) / 1000);
    expect(durationSeconds).to.be.closeTo(seconds.reduce((a, b) => a + b) + 2 * PAUSE, 1e-9);
    const files = segments.map(({ file }) => file);
    expect(await filesOf()).to.deep.equal(files);
    const found = await readWithPython(...files.map(at));
    expect(found.map(([rate, frames]) => frames! / rate!)).to.deep.equal(seconds);
    const summary = JSON.parse(await readFile(at("narration.json"), "utf8")) as {
      segments: object[];
    };
    expect(summary.segments[1]).to.deep.equal({
      heading: "Intro",
      text: "0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1 founded it.",
      spoken: SPOKEN[1],
      file: files[1],
      durationSeconds: seconds[1],
    });
    const cues = [
      "1\n00:00:00.000 --> 00:00:00.780\nWelcome here.\n",
      "2\n00:00:01.280 --> 00:00:02.600\n0x90f8…c9c1 founded it.\n",
      "3\n00:00:03.100 --> 00:00:04.000\nGood bye, then.\n",
    ].join("\n");
    expect(await readFile(at("narration.vtt"), "utf8")).to.equal(`WEBVTT\n\n${cues}`);
  });

  it("speaks only what is new, changed, missing or damaged, and keeps what only moved", async () => {
    await run(SCRIPT);
    billed();
    const { made } = await run(SCRIPT);
    expect(made).to.equal(0);
    expect(holder.service.requests).to.have.length(0);
    await run(SCRIPT.replace("Welcome here", "Welcome back"));
    expect(billed()).to.deep.equal(["Welcome back."]);
    const [first, second, third] = await filesOf();
    await rm(at(first!));
    await truncate(at(third!), 20);
    await run(SCRIPT);
    expect(billed()).to.deep.equal([SPOKEN[0], SPOKEN[2]]);
    const before = await readFile(at(second!));
    await run(`New.\n\n${SPOKEN[2]}\n\n${SPOKEN[1]}\n\n${SPOKEN[2]}`);
    expect(billed()).to.deep.equal(["New."]);
    const files = await filesOf();
    // What is said twice is there once.
    expect(files.map((name) => name.slice(0, 4))).to.deep.equal(["001-", "002-", "003-"]);
    expect((await readFile(at(files[2]!))).equals(before)).to.equal(true);
    await run(SCRIPT, { voiceId: 2 });
    expect(billed()).to.deep.equal(SPOKEN);
  });

  it("removes files of segments that are gone, and no others", async () => {
    for (const name of ["004.wav", "notes.txt", "narration.wav"]) await writeFile(at(name), "mine");
    await run(SCRIPT);
    const { segments } = await run("Welcome here.");
    expect(await folder.names()).to.deep.equal([
      segments[0]!.file,
      "004.wav",
      ...["narration.json", "narration.vtt", "narration.wav", "notes.txt"],
    ]);
    expect(await readFile(at("narration.wav"), "utf8")).to.equal("mine");
  });

  it("joins everything into one file, with pauses, until a run does not", async () => {
    const { durationSeconds, segments } = await run(SCRIPT, { isJoined: true });
    const parts = await Promise.all(
      segments.map(async ({ file }) => (await readFile(at(file))).subarray(44)),
    );
    const pause = Buffer.alloc(PAUSE * 64_000);
    const all = Buffer.concat([parts[0]!, pause, parts[1]!, pause, parts[2]!]);
    expect((await readFile(at("narration.wav"))).subarray(44).equals(all)).to.equal(true);
    const [[rate, frames]] = (await readWithPython(at("narration.wav"))) as [number[]];
    expect(frames! / rate!).to.be.closeTo(durationSeconds, 1e-9);
    await run(SCRIPT.replace("Good bye", "So long"));
    expect(await folder.names()).not.to.include("narration.wav");
  });

  it("keeps finished segments when one fails, and continues with it", async () => {
    const told: boolean[] = [];
    const failing = narrate(
      clientOf(holder.service),
      SCRIPT,
      { voiceId: 1, folder: folder.path, isJoined: false },
      (_segment, isNew) => {
        told.push(isNew);
        holder.service.fail({ fault: "status", status: 500, on: "tts.stream" });
      },
    );
    const error = await rejected(failing, MigrationError);
    expect(error.cause).to.be.instanceOf(VoiceError).and.include({ kind: "status", status: 500 });
    expect(error.message).to.include("Segment 2 of 3").and.include("the next run continues");
    expect(told).to.deep.equal([true]);
    holder.service.reset();
    await run(SCRIPT);
    expect(billed()).to.deep.equal(SPOKEN.slice(1));
  });

  it("needs WAV: how long other audio plays is not known", async () => {
    holder.service.fail({ fault: "flood", bytes: 1, on: "tts.stream" });
    expect((await rejection(run("Hello."))).message).to.match(
      /is not WAV.* Use a service that sends WAV, .* speaks this segment again, and is billed/,
    );
  });

  it("removes marks that change the text direction from scripts written by hand", async () => {
    await run("Hello\u202e there\u0007, \u2066you\u2028.");
    expect(billed()).to.deep.equal(["Hello there , you ."]);
  });
});
