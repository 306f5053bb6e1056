import { appendFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  narrate,
  NarrationError,
  VoiceAbortError,
  VoiceApiError,
  VoiceFileError,
  VoiceInputError,
  VoiceNotFoundError,
  type Narration,
  type NarrationManifest,
  type NarrationOptions,
} from "../../../src/voice/index.js";
import { clientOf, failure, readWithPython, useFolder, useServer } from "../helpers.js";

const ADDRESS = "0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1";
const SCRIPT = `# Intro\n\nWelcome here.\n\n${ADDRESS} founded it.\n\n# End\n\nGood bye, then.\n`;
const SPOKEN = ["Welcome here.", "an address founded it.", "Good bye, then."];

describe("narrate", () => {
  const holder = useServer();
  const folder = useFolder();
  const at = (name: string): string => join(folder.path, name);

  const run = (script: string, options: Partial<NarrationOptions> = {}): Promise<Narration> =>
    narrate(clientOf(holder.server), script, { voiceId: 1, folder: folder.path, ...options });
  /** Returns the texts that were spoken, and billed, since the last call. */
  const billed = (): string[] => {
    const texts = holder.server.requests
      .filter(({ operation }) => operation === "tts.convert")
      .map(({ body }) => (body as { text: string }).text);
    holder.server.reset();
    return texts;
  };
  const manifest = async (): Promise<NarrationManifest> =>
    JSON.parse(await readFile(at("narration.json"), "utf8")) as NarrationManifest;
  const seconds = (text: string): number => text.length * 0.06;

  it("speaks every segment into a numbered file that plays", async () => {
    const done = await run(SCRIPT);
    expect(billed()).to.deep.equal(SPOKEN);
    expect((await folder.names()).sort()).to.deep.equal([
      "001.wav",
      "002.wav",
      "003.wav",
      "narration.json",
      "narration.srt",
      "narration.vtt",
    ]);
    const found = await readWithPython(at("001.wav"), at("002.wav"), at("003.wav"));
    for (const [index, { frames, rate, bytesRead }] of found.entries()) {
      expect(frames / rate).to.be.closeTo(seconds(SPOKEN[index]!), 1e-9);
      expect(bytesRead).to.equal(frames * 2);
    }
    expect(done).to.include({ made: 3, joined: undefined, manifest: at("narration.json") });
    expect(done.durationSeconds).to.be.closeTo(
      SPOKEN.map(seconds).reduce((a, b) => a + b) + 1,
      1e-9,
    );
  });

  it("writes a manifest of texts, files and durations, and captions of the written text", async () => {
    await run(SCRIPT, { pauseSeconds: 2 });
    const { version, complete, pauseSeconds, segments } = await manifest();
    expect({ version, complete, pauseSeconds }).to.deep.equal({
      version: 1,
      complete: true,
      pauseSeconds: 2,
    });
    expect(
      segments.map(({ sha256: _hash, durationSeconds: _seconds, ...rest }) => rest),
    ).to.deep.equal([
      {
        number: 1,
        file: "001.wav",
        heading: "Intro",
        text: SPOKEN[0],
        spoken: SPOKEN[0],
        voiceId: 1,
      },
      {
        number: 2,
        file: "002.wav",
        heading: "Intro",
        text: `${ADDRESS} founded it.`,
        spoken: SPOKEN[1],
        voiceId: 1,
      },
      {
        number: 3,
        file: "003.wav",
        heading: "End",
        text: SPOKEN[2],
        spoken: SPOKEN[2],
        voiceId: 1,
      },
    ]);
    expect(await readFile(at("narration.vtt"), "utf8")).to.equal(
      [
        "WEBVTT\n",
        "1\n00:00:00.000 --> 00:00:00.780\nWelcome here.\n",
        "2\n00:00:02.780 --> 00:00:04.100\n0x90f8…c9c1 founded it.\n",
        "3\n00:00:06.100 --> 00:00:07.000\nGood bye, then.\n",
      ].join("\n"),
    );
    expect(await readFile(at("narration.srt"), "utf8")).to.equal(
      [
        "1\n00:00:00,000 --> 00:00:00,780\nWelcome here.\n",
        "2\n00:00:02,780 --> 00:00:04,100\n0x90f8…c9c1 founded it.\n",
        "3\n00:00:06,100 --> 00:00:07,000\nGood bye, then.\n",
      ].join("\n"),
    );
  });

  it("asks for nothing and touches no file when nothing changed", async () => {
    await run(SCRIPT, { join: true });
    const names = (await folder.names()).sort();
    const times = async () =>
      Promise.all(names.map(async (name) => (await stat(at(name))).mtimeMs));
    const before = await times();
    holder.server.reset();
    const again = await run(SCRIPT, { join: true });
    expect(holder.server.requests).to.have.length(0);
    expect(again.made).to.equal(0);
    expect(await times()).to.deep.equal(before);
  });

  it("speaks only what changed", async () => {
    await run(SCRIPT);
    billed();
    const done = await run(SCRIPT.replace("Welcome here", "Welcome back"));
    expect(billed()).to.deep.equal(["Welcome back."]);
    expect(done.made).to.equal(1);
  });

  it("keeps the audio of segments that only moved", async () => {
    await run(SCRIPT);
    billed();
    const [first, second, third] = await Promise.all(
      ["001.wav", "002.wav", "003.wav"].map((name) => readFile(at(name))),
    );
    // Reordered, with a new segment in front and one repeated.
    await run(
      `New.\n\nGood bye, then.\n\n${ADDRESS} founded it.\n\nWelcome here.\n\nWelcome here.`,
    );
    expect(billed()).to.deep.equal(["New."]);
    const now = await Promise.all([2, 3, 4, 5].map((number) => readFile(at(`00${number}.wav`))));
    for (const [index, file] of [third, second, first, first].entries()) {
      expect(now[index]?.equals(file!)).to.equal(true);
    }
    expect((await manifest()).segments.map(({ file }) => file)).to.deep.equal(
      [1, 2, 3, 4, 5].map((number) => `00${number}.wav`),
    );
  });

  it("removes files of segments that are gone, and no others", async () => {
    await writeFile(at("004.wav"), "mine");
    await writeFile(at("notes.txt"), "mine");
    await run(SCRIPT);
    await run("Welcome here.");
    expect((await folder.names()).sort()).to.deep.equal([
      "001.wav",
      "004.wav",
      "narration.json",
      "narration.srt",
      "narration.vtt",
      "notes.txt",
    ]);
  });

  it("speaks deleted or altered files again", async () => {
    await run(SCRIPT);
    await rm(at("001.wav"));
    await appendFile(at("003.wav"), "x");
    billed();
    await run(SCRIPT);
    expect(billed()).to.deep.equal([SPOKEN[0], SPOKEN[2]]);
  });

  it("speaks everything again for another voice", async () => {
    await run(SCRIPT);
    billed();
    await run(SCRIPT, { voiceId: 2 });
    expect(billed()).to.deep.equal(SPOKEN);
  });

  it("keeps finished segments when one fails, says where the next run continues, and continues there", async () => {
    await run("Good bye, then.");
    billed();
    const client = clientOf(holder.server);
    await client.tts.listVoices();
    const told: [number, boolean][] = [];
    const failing = narrate(client, SCRIPT, {
      voiceId: 1,
      folder: folder.path,
      onSegment: ({ number }, made) => {
        told.push([number, made]);
        if (number === 1) holder.server.fail({ fault: "status", status: 500, on: "tts.convert" });
      },
    });
    const error = await failure(failing, NarrationError);
    expect(error.segment).to.equal(2);
    expect(error.cause).to.be.instanceOf(VoiceApiError);
    expect(error.message).to.include("Segment 2 of 3").and.include("continues at segment 2");
    expect(told).to.deep.equal([[1, true]]);
    const { complete, segments } = await manifest();
    expect(complete).to.equal(false);
    // The third is from the previous run and is not lost either.
    expect(segments.map(({ number }) => number)).to.deep.equal([1, 3]);
    expect(billed()).to.deep.equal([SPOKEN[0], SPOKEN[1]]);
    const done = await run(SCRIPT);
    expect(billed()).to.deep.equal([SPOKEN[1]]);
    expect(done.made).to.equal(1);
    expect((await manifest()).complete).to.equal(true);
  });

  it("stops when aborted and keeps finished segments", async () => {
    const controller = new AbortController();
    const running = run(SCRIPT, {
      signal: controller.signal,
      onSegment: () => controller.abort(),
    });
    const error = await failure(running, NarrationError);
    expect(error.cause).to.be.instanceOf(VoiceAbortError);
    expect((await manifest()).segments).to.have.length(1);
  });

  it("joins everything into one file, with pauses", async () => {
    const done = await run(SCRIPT, { join: true, pauseSeconds: 0.25 });
    const parts = await Promise.all(
      ["001.wav", "002.wav", "003.wav"].map(async (name) =>
        (await readFile(at(name))).subarray(44),
      ),
    );
    const pause = Buffer.alloc(0.25 * 64_000);
    const joined = await readFile(done.joined!);
    expect(
      joined.subarray(44).equals(Buffer.concat([parts[0]!, pause, parts[1]!, pause, parts[2]!])),
    ).to.equal(true);
    const [facts] = await readWithPython(done.joined!);
    expect(facts!.frames / facts!.rate).to.be.closeTo(done.durationSeconds, 1e-9);
    expect(facts!.bytesRead).to.equal(facts!.frames * 2);

    const longer = await run(SCRIPT, { join: true, pauseSeconds: 1 });
    const [after] = await readWithPython(longer.joined!);
    expect(after!.frames - facts!.frames).to.equal(2 * 0.75 * 32_000);
    expect(
      holder.server.requests.filter(({ operation }) => operation === "tts.convert"),
    ).to.have.length(3);
  });

  it("leaves no joined file of an earlier script", async () => {
    await run(SCRIPT, { join: true });
    await run(SCRIPT.replace("Good bye", "So long"));
    expect(await folder.names()).not.to.include("narration.wav");
    // Also if a run in between stopped midway.
    await run(SCRIPT, { join: true });
    holder.server.fail({ fault: "status", status: 500, on: "tts.convert" });
    await failure(run("Other.\n\nWords."), NarrationError);
    await run("Other.\n\nWords.");
    expect(await folder.names()).not.to.include("narration.wav");
    await writeFile(at("narration.wav"), "somebody's own");
    await run(SCRIPT);
    expect(await readFile(at("narration.wav"), "utf8")).to.equal("somebody's own");
  });

  it("speaks what the caller's own function returns", async () => {
    await run("Hello.", { speak: (text) => text.toUpperCase() });
    expect(billed()).to.deep.equal(["HELLO."]);
    expect(await readFile(at("narration.vtt"), "utf8")).to.include("Hello.");
  });

  it("creates the folder, and reports one that cannot be created", async () => {
    await run("Hello.", { folder: at("a/b") });
    expect(await readFile(at("a/b/001.wav"))).to.have.length.greaterThan(44);
    await writeFile(at("file"), "");
    await failure(run("Hello.", { folder: at("file/b") }), VoiceFileError);
  });

  it("does not touch a manifest that it cannot read", async () => {
    for (const text of ["{", "[]", '{"version":2,"segments":[]}', outside("../../etc/passwd")]) {
      await writeFile(at("narration.json"), text);
      await failure(run("Hello."), VoiceFileError);
      expect(await readFile(at("narration.json"), "utf8")).to.equal(text);
    }
    expect(billed()).to.deep.equal([]);
  });

  it("refuses what cannot be narrated before it asks the service", async () => {
    await failure(run("# Only a heading"), VoiceInputError);
    await failure(run("Hello.", { voiceId: NaN }), VoiceInputError);
    for (const pauseSeconds of [-1, NaN, 61]) {
      await failure(run("Hello.", { pauseSeconds }), VoiceInputError);
    }
    expect(holder.server.requests).to.have.length(0);
    const error = await failure(run("Hello.", { voiceId: 99 }), NarrationError);
    expect(error.cause).to.be.instanceOf(VoiceNotFoundError);
  });
});

/** Returns a manifest that names a file outside the folder. */
function outside(file: string): string {
  const segment = {
    number: 1,
    file,
    text: "a",
    spoken: "a",
    voiceId: 1,
    sha256: "",
    durationSeconds: 1,
  };
  return JSON.stringify({ version: 1, segments: [segment] });
}
