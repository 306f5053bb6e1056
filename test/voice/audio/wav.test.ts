import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { VoiceResponseError } from "../../../src/voice/index.js";
import { readWav } from "../../../src/voice/audio/wav.js";
import { failure, readWithPython, useFolder } from "../helpers.js";

const PLACEHOLDERS = [0, 0xffffffff, 0xffc79a9e, 0x7fffffff, 0x7ffff000];

interface Sizes {
  readonly riff?: number;
  readonly data?: number;
}

/** Builds a WAV file in the service's layout; sizes default to the correct ones. */
function wav(audio: Buffer, sizes: Sizes = {}, channels = 1): Buffer {
  const header = Buffer.from(`RIFF....WAVEfmt ${".".repeat(20)}data....`);
  header.writeUInt32LE(sizes.riff ?? 36 + audio.length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(32_000, 24);
  header.writeUInt32LE(64_000 * channels, 28);
  header.writeUInt16LE(2 * channels, 32);
  header.writeUInt16LE(16, 34);
  header.writeUInt32LE(sizes.data ?? audio.length, 40);
  return Buffer.concat([header, audio]);
}

function samples(count: number, seed = 1): Buffer {
  const audio = Buffer.alloc(count * 2);
  for (let index = 0; index < count; index++) {
    audio.writeInt16LE(((index * 7919 * seed) % 60_000) - 30_000, index * 2);
  }
  return audio;
}

/** Reads WAV pieces; returns the resulting file and what readWav reports about it. */
async function read(...pieces: readonly Uint8Array[]) {
  const audio: Buffer[] = [];
  const ending = await readWav(pieces, (part) => audio.push(part));
  return { ...ending, file: Buffer.concat([ending.header, ...audio]) };
}

describe("reading WAV", () => {
  const folder = useFolder();

  for (const [what, audio] of [
    ["any audio", samples(1000)],
    ["the word RIFF among its audio", Buffer.from("..RIFF....WAVE..RIFF..RIFF")],
  ] as const) {
    it(`keeps every byte of a file whose sizes are right: ${what}`, async () => {
      const file = wav(audio);
      expect((await read(file)).file.equals(file)).to.equal(true);
    });
  }

  for (const size of PLACEHOLDERS) {
    it(`corrects the placeholder 0x${size.toString(16)}`, async () => {
      const audio = samples(3000);
      const file = wav(audio, {
        data: size,
        riff: size === 0 ? 0 : size + 44 > 0xffffffff ? size : size + 44,
      });
      const repaired = (await read(file)).file;
      expect(repaired.equals(wav(audio))).to.equal(true);
      const path = join(folder.path, "a.wav");
      await writeFile(path, repaired);
      expect((await readWithPython(path))[0]).to.include({ frames: 3000, bytesRead: 6000 });
    });
  }

  it("agrees with Python about headers that are repeated, wrong or too small", async () => {
    const audio = samples(3000);
    const files = [
      wav(audio, { data: 0xffffffff }, 2),
      wav(audio, { riff: 0xffffffff }),
      Buffer.concat([wav(audio, { data: 0xffc79a9e }), wav(audio, { data: 0xffc79a9e })]),
      Buffer.concat([wav(audio), wav(audio)]),
      Buffer.concat([wav(audio), samples(500)]),
      wav(audio, { data: 6000 + 500 }),
    ];
    const frames = [1500, 3000, 6000, 6000, 3500, 3000];
    const paths = files.map((_, index) => join(folder.path, `${index}.wav`));
    for (const [index, file] of files.entries()) {
      await writeFile(paths[index]!, (await read(file)).file);
    }
    const found = await readWithPython(...paths);
    expect(found.map((facts) => facts.frames)).to.deep.equal(frames);
    for (const facts of found) {
      expect(facts.bytesRead).to.equal(facts.frames * facts.sampleWidth * facts.channels);
    }
  });

  it("removes repeated headers, wherever the pieces are cut", async () => {
    const parts = [samples(400, 1), samples(300, 2), samples(1, 3), samples(500, 4)];
    const whole = wav(Buffer.concat(parts));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0xffffffff, 0xffc79a9e, undefined),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
        async (data, lengths) => {
          const stream = Buffer.concat(
            parts.map((part) => wav(part, data === undefined ? {} : { data, riff: data })),
          );
          const pieces: Buffer[] = [];
          for (let at = 0, index = 0; at < stream.length; index++) {
            const length = lengths[index % lengths.length]!;
            pieces.push(stream.subarray(at, at + length));
            at += length;
          }
          expect((await read(...pieces)).file.equals(whole)).to.equal(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("keeps the audio of a stream that ends within a repeated header", async () => {
    const audio = samples(100);
    for (const cut of [1, 11, 15, 16, 30, 43, 44]) {
      const next = wav(samples(5), { data: 0xffffffff }).subarray(0, cut);
      const { file } = await read(wav(audio, { data: 0xffffffff }), next);
      // The first 15 bytes of a header cannot be told from audio.
      const length = cut < 16 ? audio.length + cut : audio.length;
      expect(file.length - 44, `cut after ${cut}`).to.equal(length);
    }
  });

  it("reports how much promised audio is missing", async () => {
    const missing = async (...files: Buffer[]) => (await read(...files)).missingBytes;
    expect(await missing(wav(samples(100)).subarray(0, 144))).to.equal(100);
    expect(await missing(wav(samples(100)))).to.equal(0);
    expect(await missing(wav(samples(100), { data: 0xffffffff }))).to.equal(0);
    const cut = wav(samples(100)).subarray(0, 144);
    expect(await missing(wav(samples(100)), cut), "in the second of two").to.equal(100);
  });

  it("reports format and duration, in a header with the actual sizes", async () => {
    const { format, durationSeconds, header } = await read(
      wav(samples(16_000), { data: 0xffffffff }, 2),
    );
    expect(format).to.deep.equal({
      encoding: 1,
      channels: 2,
      sampleRate: 32_000,
      blockAlign: 4,
      bitsPerSample: 16,
    });
    expect(durationSeconds).to.equal(0.25);
    expect(header.equals(wav(samples(16_000), {}, 2).subarray(0, 44))).to.equal(true);
  });

  const list = Buffer.from("LIST\x04\0\0\0INFO");
  const broken: [string, Buffer, RegExp][] = [
    ["nothing", Buffer.alloc(0), /No audio/],
    ["text", Buffer.from("Sorry, no audio today"), /not WAV/],
    ["bare samples without a header", samples(1000), /not WAV/],
    ["another RIFF file", Buffer.from("RIFF\x10\0\0\0AVI LIST"), /not WAV/],
    ["half a header", wav(samples(1)).subarray(0, 30), /before its first sample/],
    ["a header without audio", wav(Buffer.alloc(0)), /before its first sample/],
    [
      "a header with more in it than the service writes",
      Buffer.concat([wav(samples(9)).subarray(0, 36), list, wav(samples(9)).subarray(36)]),
      /not WAV/,
    ],
    ["a format of zeros", wav(samples(9)).fill(0, 20, 36), /not WAV/],
    [
      "a change of format",
      Buffer.concat([wav(samples(9)), wav(samples(9), {}, 2)]),
      /changes its format/,
    ],
  ];
  for (const [what, bytes, message] of broken) {
    it(`reports ${what}`, async () => {
      expect((await failure(read(bytes), VoiceResponseError)).message).to.match(message);
    });
  }

  it("never throws anything else", async () => {
    const seed = Buffer.concat([wav(samples(40)), wav(samples(3))]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(seed.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(seed.length),
        async (changes, length) => {
          const bytes = Buffer.from(seed.subarray(0, length));
          for (const [at, value] of changes) if (at < length) bytes[at] = value;
          await read(bytes).catch((error: unknown) =>
            expect(error).to.be.instanceOf(VoiceResponseError),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
