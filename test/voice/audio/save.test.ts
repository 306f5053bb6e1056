import { execFile } from "node:child_process";
import { chmod, mkdir, open, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import {
  VoiceAbortError,
  VoiceFileError,
  VoiceInputError,
  VoiceResponseError,
  VoiceStreamError,
  type SaveOptions,
} from "../../../src/voice/index.js";
import { saveWav, writeWav } from "../../../src/voice/audio/save.js";
import { startVoiceServer, type WavSizes } from "../../../src/voice/testing/index.js";
import { Speech } from "../../../src/voice/testing/speech.js";
import {
  clientOf,
  failure,
  readWithPython,
  runScript,
  until,
  useFolder,
  useServer,
} from "../helpers.js";

const TEXT = "Nineteen characters";
const FRAMES = 19 * 0.06 * 32_000;

describe("saving", () => {
  const holder = useServer();
  const folder = useFolder();
  const at = (name: string): string => join(folder.path, name);
  const speech = { voiceId: 1, text: TEXT };

  for (const wavSizes of ["placeholder", "unknown", "right"] satisfies WavSizes[]) {
    it(`writes files that play for the right time, given ${wavSizes} sizes`, async () => {
      const server = await startVoiceServer({ wavSizes, repeatHeaders: true });
      try {
        const client = clientOf(server);
        const audio = await client.tts.convert(speech);
        const saved = await audio.save(at("convert.wav"));
        expect(saved).to.deep.equal({
          path: at("convert.wav"),
          bytes: 44 + FRAMES * 2,
          durationSeconds: FRAMES / 32_000,
        });
        await client.tts.stream(speech).save(at("simplex.wav"));
        const session = await client.tts.connect({ voiceId: 1 });
        for (const word of TEXT.split(" ")) session.send(word);
        const [duplex] = await Promise.all([session.save(at("duplex.wav")), session.end()]);
        expect(duplex.durationSeconds).to.equal(18 * 0.06);
        const converted = await client.vc.convert({ voiceId: 11, audio: at("convert.wav") });
        await converted.save(at("vc.wav"));

        const names = ["convert.wav", "simplex.wav", "duplex.wav", "vc.wav"];
        const found = await readWithPython(...names.map(at));
        const frames = [FRAMES, FRAMES, 18 * 0.06 * 32_000, FRAMES];
        for (const [index, facts] of found.entries()) {
          expect(facts, names[index]).to.deep.equal({
            channels: 1,
            sampleWidth: 2,
            rate: 32_000,
            frames: frames[index],
            bytesRead: frames[index]! * 2,
          });
        }
        expect(await readFile(at("convert.wav"))).to.deep.equal(await readFile(at("simplex.wav")));
        expect((await folder.names()).sort()).to.deep.equal(names.sort());
      } finally {
        await server.close();
      }
    });
  }

  it("replaces a file only when the new one is complete", async () => {
    await writeFile(at("a.wav"), "the old one");
    holder.server.fail({ fault: "close", code: 1011, afterBytes: 16_384 });
    await failure(clientOf(holder.server).tts.stream(speech).save(at("a.wav")), VoiceStreamError);
    expect(await readFile(at("a.wav"), "utf8")).to.equal("the old one");
    expect(await folder.names()).to.deep.equal(["a.wav"]);
    await clientOf(holder.server).tts.stream(speech).save(at("a.wav"));
    expect((await readWithPython(at("a.wav")))[0]?.frames).to.equal(FRAMES);
    expect(await folder.names()).to.deep.equal(["a.wav"]);
  });

  it("treats a stream that is shorter than its header says as cut short, as convert does, whatever its close code", async () => {
    const server = await startVoiceServer({ wavSizes: "right" });
    try {
      server.fail({ fault: "close", code: 1000, afterBytes: 16_384 });
      await writeFile(at("a.wav"), "the old one");
      const text = "x".repeat(80);
      const saving = clientOf(server).tts.stream({ voiceId: 1, text }).save(at("a.wav"));
      const error = await failure(saving, VoiceResponseError);
      expect(error.message)
        .to.include(`cut short: ${80 * 3_840 - 16_384} bytes are missing`)
        .and.include("The 0.256 s that came are in")
        .and.include(at("a.partial.wav"));
      expect(await readFile(at("a.wav"), "utf8")).to.equal("the old one");
      expect((await folder.names()).sort()).to.deep.equal(["a.partial.wav", "a.wav"]);
      const [facts] = await readWithPython(at("a.partial.wav"));
      expect(facts).to.include({ frames: 8_192, bytesRead: 16_384 });
    } finally {
      await server.close();
    }
  });

  it("keeps the mode of a file that it replaces", async () => {
    await writeFile(at("a.wav"), "the old one");
    for (const mode of [0o600, 0o666]) {
      await chmod(at("a.wav"), mode);
      await clientOf(holder.server).tts.stream(speech).save(at("a.wav"));
      expect((await stat(at("a.wav"))).mode & 0o777).to.equal(mode);
    }
  });

  it("refuses a missing path and options that it does not have", async () => {
    const audio = await clientOf(holder.server).tts.convert(speech);
    for (const path of [undefined, "", 5] as unknown as string[]) {
      await failure(audio.save(path), VoiceInputError);
      await failure(clientOf(holder.server).tts.stream(speech).save(path), VoiceInputError);
    }
    const options = { maxSize: 5 } as SaveOptions;
    await failure(audio.save(at("a.wav"), options), VoiceInputError);
    for (const maxBytes of [0, -1, Number.NaN]) {
      await failure(audio.save(at("a.wav"), { maxBytes }), VoiceInputError);
    }
    expect(await folder.names()).to.deep.equal([]);
  });

  it("leaves nothing behind when it is aborted", async () => {
    holder.server.fail({ fault: "stall", afterBytes: 16_384 });
    const controller = new AbortController();
    const { signal } = controller;
    const saving = clientOf(holder.server).tts.stream(speech, { signal }).save(at("a.wav"));
    await until("it is being written", async () => (await folder.names()).length === 1);
    controller.abort();
    await failure(saving, VoiceAbortError);
    expect(await folder.names()).to.deep.equal([]);
  });

  it("stops a stream that is longer than allowed, and leaves nothing behind", async () => {
    const { header, pieces } = audioOf(1_000);
    let read = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield header;
      for (; ; read++) yield* pieces;
    };
    const error = await failure(
      saveWav(at("a.wav"), endless(), { maxBytes: 100_000 }),
      VoiceResponseError,
    );
    expect(error.message).to.include("longer than 100000 bytes");
    expect(read).to.be.within(1, 100);
    expect(await folder.names()).to.deep.equal([]);
    const session = clientOf(holder.server).tts.stream(speech);
    await failure(session.save(at("a.wav"), { maxBytes: 10_000 }), VoiceResponseError);
    const audio = await clientOf(holder.server).tts.convert(speech);
    await failure(audio.save(at("a.wav"), { maxBytes: 10_000 }), VoiceResponseError);
    expect(await folder.names()).to.deep.equal([]);
  });

  it("leaves nothing behind if the stream is not WAV", async () => {
    const text = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("no audio at all");
    };
    await failure(saveWav(at("a.wav"), text()), VoiceResponseError);
    expect(await folder.names()).to.deep.equal([]);
  });

  it("reports a missing directory before it asks the service", async () => {
    const saving = clientOf(holder.server).tts.stream(speech).save(at("missing/a.wav"));
    const error = await failure(saving, VoiceFileError);
    expect(error).to.include({ code: "ENOENT", path: at("missing/a.wav") });
    expect(error.message).to.include("create it first");
    expect(holder.server.requests).to.have.length(0);
  });

  it("reports a directory instead of a file, and a file instead of a directory", async () => {
    await mkdir(at("sub"));
    await writeFile(at("file"), "");
    const audio = await clientOf(holder.server).tts.convert(speech);
    expect((await failure(audio.save(at("sub")), VoiceFileError)).message).to.include("a folder");
    expect((await failure(audio.save(at("file/a.wav")), VoiceFileError)).code).to.equal("ENOTDIR");
  });

  // Not /dev/null: if root runs this, a bug would replace it for the whole machine.
  it("does not replace a pipe or a device", async () => {
    await promisify(execFile)("mkfifo", [at("pipe.wav")]);
    const audio = await clientOf(holder.server).tts.convert(speech);
    const { message } = await failure(audio.save(at("pipe.wav")), VoiceFileError);
    expect(message).to.include("not an ordinary file");
    expect((await stat(at("pipe.wav"))).isFIFO()).to.equal(true);
  });

  it("follows a link and keeps it", async () => {
    await writeFile(at("target.wav"), "");
    await symlink(at("target.wav"), at("link.wav"));
    await (await clientOf(holder.server).tts.convert(speech)).save(at("link.wav"));
    expect(await readlink(at("link.wav"))).to.equal(at("target.wav"));
    expect((await readFile(at("target.wav"))).length).to.equal(44 + FRAMES * 2);
  });

  it("reports a full device", async () => {
    const full = await open("/dev/full", "r+");
    try {
      const { header, pieces } = audioOf(1_000);
      await failure(writeWav(full, [header, ...pieces]), Error).then((error) =>
        expect(error).to.have.property("code", "ENOSPC"),
      );
    } finally {
      await full.close();
    }
  });

  it("reports a file above the system's size limit, and leaves nothing behind", async () => {
    // The shell limits files to 64 KiB for the process; the write that crosses the limit fails.
    const { code, stdout, stderr } = await runScript(
      `import { VoiceClient } from "./src/voice/index.ts";
       const client = new VoiceClient();
       const speech = { voiceId: 1, text: "x".repeat(100) };
       for (const save of [
         () => client.tts.stream(speech).save("${at("a.wav")}"),
         async () => (await client.tts.convert(speech)).save("${at("b.wav")}"),
       ]) await save().catch((error) => console.log(error.name, error.code, error.message));`,
      { env: environment(holder.server), shell: 'ulimit -f 128 && exec "$@"' },
    );
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
    expect(stdout.match(/VoiceFileError EFBIG/g)).to.have.length(2);
    expect(await folder.names()).to.deep.equal([]);
    await until("the stream is closed", () =>
      holder.server.requests.every(({ status, close }) => status !== 101 || close !== undefined),
    );
  });
});

function audioOf(durationMs: number): { header: Buffer; pieces: Buffer[] } {
  const speech = new Speech(1, durationMs);
  return { header: speech.header("placeholder"), pieces: [...speech.pieces(8_192)] };
}

function environment(server: {
  readonly baseUrl: string;
  readonly clientKey: string;
  readonly apiKey: string;
}): Record<string, string> {
  return {
    VOICE_BASE_URL: server.baseUrl,
    VOICE_CLIENT_KEY: server.clientKey,
    VOICE_API_KEY: server.apiKey,
    TSX_DISABLE_CACHE: "1",
  };
}
