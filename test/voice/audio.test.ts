import { expect } from "chai";
import fc from "fast-check";

import { readAudio } from "../../src/voice/audio.js";
import { VoiceError } from "../../src/voice/index.js";
import { failure } from "./helpers.js";

const PLACEHOLDERS = [0, 0xffffffff, 0xffc79a9e, 0x7fffffff, 0x7ffff000];

const chunk = (id: string, content: Buffer, size = content.length): Buffer => {
  const header = Buffer.from(`${id}....`);
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};

/** The fmt chunk of mono PCM at 32,000 Hz, in 16, 18 or (extensible) 40 bytes. */
function formatOf(bytes = 16, rate = 32_000): Buffer {
  const content = Buffer.alloc(bytes);
  content.writeUInt16LE(bytes === 40 ? 0xfffe : 1, 0);
  content.writeUInt16LE(1, 2);
  content.writeUInt32LE(rate, 4);
  content.writeUInt32LE(rate * 2, 8);
  content.writeUInt16LE(2, 12);
  content.writeUInt16LE(16, 14);
  if (bytes === 40) {
    content.writeUInt16LE(22, 16);
    content.writeUInt16LE(16, 18);
    content.write("0100000000001000800000aa00389b71", 24, "hex");
  }
  return chunk("fmt ", content);
}

interface Parts {
  readonly format?: Buffer;
  /** Chunks before and after the samples. */
  readonly before?: Buffer;
  readonly after?: Buffer;
  /** What the header says, if it is wrong. */
  readonly size?: number;
  readonly riff?: number;
}

function wav(
  sound: Buffer,
  { format = formatOf(), before, after, size, riff }: Parts = {},
): Buffer {
  const none = Buffer.alloc(0);
  const data = chunk("data", sound, size);
  const content = Buffer.concat([Buffer.from("WAVE"), format, before ?? none, data, after ?? none]);
  return chunk("RIFF", content, riff);
}

const samples = (count: number, seed = 1): Buffer =>
  Buffer.from(
    Int16Array.from({ length: count }, (_, n) => ((n * 7919 * seed) % 60_000) - 30_000).buffer,
  );

/** Reads pieces: the file that would be saved, and what is known of it. */
async function read(...pieces: readonly Uint8Array[]) {
  const parts: Buffer[] = [];
  const facts = await readAudio(pieces, (part) => parts.push(part));
  const file = Buffer.concat(parts);
  facts.sound?.bytes.copy(file);
  expect(facts.bytes).to.equal(file.length);
  return { ...facts, file };
}

const cut = (file: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(file.length / length) }, (_, n) =>
    file.subarray(n * length, (n + 1) * length),
  );

describe("audio", () => {
  const sound = samples(3_000);
  const list = chunk("LIST", Buffer.from("INFOISFT\x0e\0\0\0Lavf58.29.100\0"));
  const odd = chunk("note", Buffer.from("abc"));
  const unpadded = odd.subarray(0, -1);

  const layouts: [string, Parts][] = [
    ["44 bytes of header", {}],
    ["an fmt chunk of 18 bytes", { format: formatOf(18) }],
    ["an extensible fmt chunk", { format: formatOf(40) }],
    ["a LIST chunk before the samples", { before: list }],
    [
      "chunks of odd and of no length",
      { before: Buffer.concat([odd, chunk("JUNK", Buffer.alloc(0))]) },
    ],
    ["odd chunks without the byte that pads them", { before: Buffer.concat([unpadded, unpadded]) }],
    ["chunks after the samples", { after: Buffer.concat([list, odd]) }],
    ["a LIST chunk after the samples", { after: list }],
    ["LIST chunks around the samples", { before: list, after: list }],
  ];
  for (const [what, layout] of layouts) {
    it(`with ${what} and right sizes stays byte for byte`, async () => {
      const file = wav(sound, layout);
      for (const pieces of [[file], cut(file, 1), cut(file, 13), cut(file, 1000)]) {
        const found = await read(...pieces);
        expect(found.file.equals(file)).to.equal(true);
        expect(found.durationSeconds).to.equal(3_000 / 32_000);
        expect(found.sound?.length).to.equal(sound.length);
      }
    });

    // A placeholder does not say where other chunks begin; only a LIST chunk is told from samples.
    if (what.startsWith("chunks after")) continue;
    it(`with ${what} and placeholders gets the right sizes, and nothing else changes`, async () => {
      for (const size of PLACEHOLDERS) {
        const file = wav(sound, { ...layout, size, riff: size });
        for (const pieces of [[file], cut(file, 13)]) {
          const found = await read(...pieces);
          expect(found.file.equals(wav(sound, layout)), size.toString(16)).to.equal(true);
          expect(found.durationSeconds).to.equal(3_000 / 32_000);
        }
      }
    });
  }

  it("gets a right RIFF size if only that is a placeholder", async () => {
    const { file } = await read(wav(sound, { riff: 0xffffffff, after: list }));
    expect(file.equals(wav(sound, { after: list }))).to.equal(true);
  });

  for (const [what, file] of [
    ["MP3", Buffer.concat([Buffer.from("ID3\x04\0\0"), samples(500)])],
    ["Ogg", Buffer.concat([Buffer.from("OggS\0\x02"), samples(500)])],
    ["raw samples", samples(500)],
    ["another RIFF file", Buffer.concat([Buffer.from("RIFF\x10\0\0\0AVI LIST"), samples(50)])],
    ["RF64", Buffer.concat([Buffer.from("RF64\xff\xff\xff\xffWAVE", "latin1"), samples(50)])],
    [
      "a WAV file without a format",
      chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), chunk("data", sound)])),
    ],
    ["one byte", Buffer.of(7)],
    [
      "raw samples with RIFF among them",
      Buffer.concat([samples(9), wav(sound, { size: 0xffffffff })]),
    ],
  ] as const) {
    it(`that is ${what} stays byte for byte`, async () => {
      const found = await read(...cut(file, 7));
      expect(found.file.equals(file)).to.equal(true);
      expect(found.durationSeconds).to.equal(undefined);
    });
  }

  it("may have the words RIFF and LIST among its samples", async () => {
    const words = Buffer.from("..RIFF....WAVE..LIST\x02\0\0\0..RIFF..LIST");
    const { file, durationSeconds } = await read(wav(words, { size: 0xffffffff, riff: 0 }));
    expect(file.equals(wav(words))).to.equal(true);
    expect(durationSeconds).to.equal(words.length / 64_000);
  });

  it("loses the headers that a duplex stream repeats, wherever its pieces are cut", async () => {
    const texts = [samples(400, 1), samples(300, 2), samples(1, 3), samples(500, 4)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0xffffffff, 0xffc79a9e, undefined),
        fc.constantFrom({}, { format: formatOf(18) }, { before: list }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
        async (size, layout, lengths) => {
          const stream = Buffer.concat(
            texts.map((text) => wav(text, { ...layout, size, riff: size })),
          );
          const pieces: Buffer[] = [];
          for (let at = 0, n = 0; at < stream.length; at += pieces[n++]!.length) {
            pieces.push(stream.subarray(at, at + lengths[n % lengths.length]!));
          }
          const { file } = await read(...pieces);
          expect(file.equals(wav(Buffer.concat(texts), layout))).to.equal(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("keeps a header of another format: nothing is thrown away", async () => {
    const stream = Buffer.concat([sound, wav(sound, { format: formatOf(16, 16_000) })]);
    const { file } = await read(wav(stream, { size: 0xffffffff, riff: 0xffffffff }));
    expect(file.equals(wav(stream))).to.equal(true);
  });

  it("is refused if samples are missing, in any of several headers", async () => {
    const short = wav(samples(100)).subarray(0, 144);
    for (const pieces of [[short], [wav(samples(100)), short]]) {
      const { message } = await failure(read(...pieces), "response");
      expect(message).to.include("cut short: 100 bytes are missing");
    }
    await read(wav(samples(100)), wav(samples(3)));
  });

  it("is refused once it is too long", async () => {
    function* endless(): Generator<Buffer> {
      for (;;) yield Buffer.alloc(1_000, 7);
    }
    const { message } = await failure(
      readAudio(endless(), () => {}, 100_000),
      "response",
    );
    expect(message).to.include("more than 100000 bytes");
  });

  for (const [what, bytes] of [
    ["nothing", Buffer.alloc(0)],
    ["half a header", wav(samples(1)).subarray(0, 30)],
    ["a header without samples", wav(Buffer.alloc(0))],
    ["a header and a LIST chunk", wav(Buffer.alloc(0), { after: list })],
  ] as const) {
    it(`of ${what} is refused`, async () => {
      const { message } = await failure(read(bytes), "response");
      expect(message).to.equal("The audio ends before its first sample.");
    });
  }

  it("never fails otherwise, whatever it is", async () => {
    const seed = Buffer.concat([wav(samples(40), { before: list }), wav(samples(3)), list]);
    const change = fc.tuple(fc.nat(seed.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 8 }),
        fc.nat(seed.length),
        async (changes, length) => {
          const bytes = Buffer.from(seed.subarray(0, length));
          for (const [at, value] of changes) if (at < length) bytes[at] = value;
          await read(bytes).catch((error: unknown) => expect(error).to.be.instanceOf(VoiceError));
        },
      ),
      { numRuns: 500 },
    );
  });
});
