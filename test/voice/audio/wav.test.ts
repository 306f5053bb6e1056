import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { VoiceResponseError } from "../../../src/voice/index.js";
import { assembleWav, WavAssembler } from "../../../src/voice/audio/wav.js";
import { readWithPython, thrown, useFolder } from "../helpers.js";

const PLACEHOLDERS = [0, 0xffffffff, 0xffc79a9e, 0x7fffffff, 0x7ffff000];

interface Layout {
  riff?: number;
  data?: number;
  before?: Buffer[];
  behind?: Buffer[];
  channels?: number;
  bits?: number;
}

function chunk(id: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(id), size, content, Buffer.alloc(content.length % 2)]);
}

/** A WAV file written by hand; sizes are right where they are not given. */
function wav(audio: Buffer, layout: Layout = {}): Buffer {
  const { channels = 1, bits = 16, before = [], behind = [] } = layout;
  const block = (channels * bits) / 8;
  const fmt = Buffer.alloc(16);
  fmt.writeUInt16LE(1, 0);
  fmt.writeUInt16LE(channels, 2);
  fmt.writeUInt32LE(32_000, 4);
  fmt.writeUInt32LE(32_000 * block, 8);
  fmt.writeUInt16LE(block, 12);
  fmt.writeUInt16LE(bits, 14);
  const data = chunk("data", audio);
  if (layout.data !== undefined) data.writeUInt32LE(layout.data, 4);
  const file = Buffer.concat([
    Buffer.from("RIFF....WAVE"),
    ...before,
    chunk("fmt ", fmt),
    data,
    ...behind,
  ]);
  file.writeUInt32LE(layout.riff ?? file.length - 8, 4);
  return file;
}

function samples(count: number, seed = 1): Buffer {
  const audio = Buffer.alloc(count * 2);
  for (let index = 0; index < count; index++) {
    audio.writeInt16LE(((index * 7919 * seed) % 60_000) - 30_000, index * 2);
  }
  return audio;
}

/** What the assembler makes of bytes that come in pieces. */
function assemble(pieces: readonly Uint8Array[]): Buffer {
  const assembler = new WavAssembler();
  const parts = pieces.flatMap((piece) => [...assembler.push(piece)]);
  const { tail, patches } = assembler.finish();
  const file = Buffer.concat([...parts, ...tail]);
  for (const { offset, bytes } of patches) file.set(bytes, offset);
  return file;
}

describe("WAV assembly", () => {
  const folder = useFolder();
  const list = chunk("LIST", Buffer.from("INFOISFT\x04\0\0\0abc\0"));

  const right: [string, Buffer][] = [
    ["the usual 44 bytes of header", wav(samples(1000))],
    ["a chunk before the format", wav(samples(1000), { before: [list] })],
    [
      "a chunk of odd length before the format",
      wav(samples(9), { before: [chunk("bext", Buffer.alloc(3))] }),
    ],
    [
      "chunks behind the audio",
      wav(samples(1000), { behind: [list, chunk("id3 ", Buffer.alloc(7))] }),
    ],
    ["audio of odd length and its padding", wav(Buffer.alloc(7, 9), { bits: 8 })],
    ["the word RIFF among its audio", wav(Buffer.from("..RIFF....WAVE..RIFF....WAVEfmt ..!!"))],
  ];
  for (const [what, file] of right) {
    it(`keeps every byte of a file whose sizes are right: ${what}`, () => {
      expect(assemble([file]).equals(file)).to.equal(true);
      expect(Buffer.from(assembleWav(file).bytes).equals(file)).to.equal(true);
    });
  }

  for (const size of PLACEHOLDERS) {
    it(`corrects the placeholder 0x${size.toString(16)}`, async () => {
      const audio = samples(3000);
      const file = wav(audio, {
        data: size,
        riff: size === 0 ? 0 : size + 44 > 0xffffffff ? size : size + 44,
      });
      const repaired = assemble([file]);
      expect(repaired.equals(wav(audio))).to.equal(true);
      const path = join(folder.path, "a.wav");
      await writeFile(path, repaired);
      expect((await readWithPython(path))[0]).to.include({ frames: 3000, bytesRead: 6000 });
    });
  }

  it("agrees with Python about every layout", async () => {
    const audio = samples(3000);
    const files = [
      wav(audio, { data: 0xffffffff, before: [list] }),
      wav(audio, { data: 0xffffffff, channels: 2 }),
      wav(audio, { riff: 0xffffffff, behind: [list] }),
      Buffer.concat([wav(audio, { data: 0xffc79a9e }), wav(audio, { data: 0xffc79a9e })]),
      Buffer.concat([wav(audio), wav(audio)]),
      Buffer.concat([wav(audio), samples(500)]),
      wav(audio, { data: 6000 + 500 }),
    ];
    const frames = [3000, 1500, 3000, 6000, 6000, 3500, 3000];
    const paths = files.map((_, index) => join(folder.path, `${index}.wav`));
    for (const [index, file] of files.entries()) await writeFile(paths[index]!, assemble([file]));
    const found = await readWithPython(...paths);
    expect(found.map((facts) => facts.frames)).to.deep.equal(frames);
    for (const facts of found) {
      expect(facts.bytesRead).to.equal(facts.frames * facts.sampleWidth * facts.channels);
    }
  });

  it("pads audio of odd length", () => {
    const repaired = assemble([
      wav(Buffer.alloc(7, 9), { bits: 8, data: 0xffffffff }).subarray(0, 51),
    ]);
    expect(repaired.equals(wav(Buffer.alloc(7, 9), { bits: 8 }))).to.equal(true);
  });

  it("removes repeated headers, wherever the pieces are cut", () => {
    const parts = [samples(400, 1), samples(300, 2), samples(1, 3), samples(500, 4)];
    const whole = wav(Buffer.concat(parts));
    fc.assert(
      fc.property(
        fc.constantFrom(0xffffffff, 0xffc79a9e, undefined),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
        (data, lengths) => {
          const stream = Buffer.concat(
            parts.map((part) => wav(part, data === undefined ? {} : { data, riff: data })),
          );
          const pieces: Buffer[] = [];
          for (let at = 0, index = 0; at < stream.length; index++) {
            const length = lengths[index % lengths.length]!;
            pieces.push(stream.subarray(at, at + length));
            at += length;
          }
          expect(assemble(pieces).equals(whole)).to.equal(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("keeps the audio of a stream that ends within a repeated header", () => {
    const audio = samples(100);
    for (const cut of [1, 11, 12, 30, 43, 44]) {
      const next = wav(samples(5), { data: 0xffffffff }).subarray(0, cut);
      const file = assemble([wav(audio, { data: 0xffffffff }), next]);
      // Up to the first 15 bytes a header cannot be told from audio.
      const length = cut < 16 ? audio.length + cut + (cut % 2) : audio.length;
      expect(file.length - 44, `cut after ${cut}`).to.equal(length);
    }
  });

  it("reports how much promised audio is missing", () => {
    expect(assembleWav(wav(samples(100)).subarray(0, 144)).missingBytes).to.equal(100);
    expect(assembleWav(wav(samples(100))).missingBytes).to.equal(0);
    expect(assembleWav(wav(samples(100), { data: 0xffffffff })).missingBytes).to.equal(0);
  });

  it("reports format and duration", () => {
    const { format, durationSeconds, dataOffset, dataBytes } = assembleWav(
      wav(samples(16_000), { channels: 2, data: 0xffffffff }),
    );
    expect(format).to.deep.equal({
      encoding: 1,
      channels: 2,
      sampleRate: 32_000,
      blockAlign: 4,
      bitsPerSample: 16,
    });
    expect({ durationSeconds, dataOffset, dataBytes }).to.deep.equal({
      durationSeconds: 0.25,
      dataOffset: 44,
      dataBytes: 32_000,
    });
  });

  const broken: [string, Buffer, RegExp][] = [
    ["nothing", Buffer.alloc(0), /No audio/],
    ["text", Buffer.from("Sorry, no audio today"), /not WAV/],
    ["another RIFF file", Buffer.from("RIFF\x10\0\0\0AVI LIST"), /not WAV/],
    ["half a header", wav(samples(1)).subarray(0, 30), /before its first sample/],
    ["a header without audio", wav(Buffer.alloc(0)), /before its first sample/],
    [
      "audio without a format",
      Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), chunk("data", samples(9))]),
      /no format/,
    ],
    [
      "a format of two bytes",
      Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), chunk("fmt ", Buffer.alloc(2))]),
      /damaged/,
    ],
    [
      "a format of zeros",
      Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), chunk("fmt ", Buffer.alloc(16))]),
      /damaged/,
    ],
    [
      "a header chunk of 2 GiB",
      Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEjunk"), Buffer.from([0, 0, 0, 0x80])]),
      /more than any header has/,
    ],
    [
      "2 MiB of chunks before the audio",
      wav(samples(9), { before: Array<Buffer>(40).fill(chunk("JUNK", Buffer.alloc(50_000))) }),
      /more than any header has/,
    ],
    [
      "a change of format",
      Buffer.concat([wav(samples(9)), wav(samples(9), { channels: 2 })]),
      /changes its format/,
    ],
  ];
  for (const [what, bytes, message] of broken) {
    it(`reports ${what}`, () => {
      expect(thrown(() => assembleWav(bytes), VoiceResponseError).message).to.match(message);
    });
  }

  it("never throws anything else", () => {
    const seed = wav(samples(40), { before: [list], behind: [list] });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(seed.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(seed.length),
        (changes, length) => {
          const bytes = Buffer.from(seed.subarray(0, length));
          for (const [at, value] of changes) if (at < length) bytes[at] = value;
          try {
            assembleWav(bytes);
          } catch (error) {
            expect(error).to.be.instanceOf(VoiceResponseError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
