import { createReadStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import {
  VoiceAbortError,
  VoiceApiError,
  VoiceConnectionError,
  VoiceFileError,
  VoiceInputError,
  type AudioSource,
  type VoiceAudio,
} from "../../src/voice/index.js";
import { Speech } from "../../src/voice/testing/speech.js";
import { clientOf, failure, useFolder, useServer } from "./helpers.js";

describe("vc convert", () => {
  const holder = useServer();
  const folder = useFolder();
  const speech = new Speech(1, 1_234);
  const recording = Buffer.concat([speech.header("right"), ...speech.pieces(5_000)]);

  const convert = (audio: AudioSource): Promise<VoiceAudio> =>
    clientOf(holder.server).vc.convert({ voiceId: 11, audio });

  it("uploads a file as the part `file`, with the voice in the query", async () => {
    const path = join(folder.path, "my recording.wav");
    await writeFile(path, recording);
    const audio = await convert(path);
    expect(holder.server.requests.map(({ path: at }) => at)).to.deep.equal([
      "/v1/vc/voices",
      "/v1/vc/convert?voiceId=11",
    ]);
    expect(holder.server.requests[1]?.headers["content-type"]).to.match(/^multipart\/form-data;/);
    expect(holder.server.requests[1]?.body).to.deep.equal({
      fileName: "my recording.wav",
      contentType: "audio/wav",
      bytes: recording.length,
    });
    expect(audio.durationSeconds).to.equal(1.234);
  });

  const sources: [string, () => AudioSource][] = [
    ["bytes", () => new Uint8Array(recording)],
    ["a Buffer", () => recording],
    ["a Blob", () => new Blob([new Uint8Array(recording)], { type: "audio/wav" })],
    ["a stream", () => createReadStream(join(folder.path, "a.wav")) as AsyncIterable<Buffer>],
  ];
  for (const [what, source] of sources) {
    it(`uploads ${what}`, async () => {
      await writeFile(join(folder.path, "a.wav"), recording);
      expect((await convert(source())).durationSeconds).to.equal(1.234);
      expect(holder.server.requests[1]?.body).to.deep.equal({
        fileName: "input.wav",
        contentType: "audio/wav",
        bytes: recording.length,
      });
    });
  }

  it("sends the audio again when it retries", async () => {
    const path = join(folder.path, "a.wav");
    await writeFile(path, recording);
    holder.server.fail({ fault: "status", status: 503, on: "vc.convert" });
    await convert(path);
    expect(holder.server.requests.at(-1)?.body).to.include({ bytes: recording.length });
  });

  it("refuses 0 bytes before anything is sent", async () => {
    const path = join(folder.path, "empty.wav");
    await writeFile(path, "");
    async function* nothing(): AsyncGenerator<Uint8Array> {}
    for (const audio of [path, new Uint8Array(), new Blob([]), nothing()]) {
      await failure(convert(audio), VoiceInputError);
    }
    expect(holder.server.requests).to.have.length(0);
  });

  it("refuses a missing path and a directory before anything is sent", async () => {
    const missing = await failure(convert(join(folder.path, "missing.wav")), VoiceFileError);
    expect(missing).to.include({ code: "ENOENT", path: join(folder.path, "missing.wav") });
    const directory = join(folder.path, "sub");
    await mkdir(directory);
    expect((await failure(convert(directory), VoiceFileError)).message).to.include("not a file");
    expect(holder.server.requests).to.have.length(0);
  });

  it("reports a stream that fails, with its error as the cause, before anything is sent", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error("the microphone was unplugged");
    }
    const error = await failure(convert(broken()), VoiceInputError);
    expect((error.cause as Error).message).to.equal("the microphone was unplugged");
    expect(holder.server.requests).to.have.length(0);
  });

  it("does not take an endless stream into memory", async () => {
    let released = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(10_000);
      } finally {
        released = true;
      }
    }
    const client = clientOf(holder.server, { maxAudioBytes: 100_000 });
    await failure(client.vc.convert({ voiceId: 11, audio: endless() }), VoiceInputError);
    expect(released).to.equal(true);
  });

  it("reads no further from a stream once it is aborted", async () => {
    const controller = new AbortController();
    let released = false;
    async function* slow(): AsyncGenerator<Uint8Array> {
      try {
        for (let part = 0; part < 200; part++) {
          yield new Uint8Array(10);
          await sleep(5);
        }
      } finally {
        released = true;
      }
    }
    const { signal } = controller;
    const call = clientOf(holder.server).vc.convert({ voiceId: 11, audio: slow() }, { signal });
    setTimeout(() => controller.abort(), 30);
    await failure(call, VoiceAbortError, 500);
    await sleep(50);
    expect(released).to.equal(true);
    expect(holder.server.requests).to.have.length(0);
  });

  it("refuses what is not audio, as untyped callers may pass", async () => {
    for (const audio of [42, null, undefined, {}]) {
      await failure(convert(audio as AudioSource), VoiceInputError);
    }
  });

  it("ends when aborted during the upload of a large file", async () => {
    const controller = new AbortController();
    holder.server.fail({ fault: "hang", on: "vc.convert" });
    const client = clientOf(holder.server);
    const call = client.vc.convert(
      { voiceId: 11, audio: new Uint8Array(20_000_000) },
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 100);
    await failure(call, VoiceAbortError, 2_000);
  });

  it("reports an upload that the service refuses or cuts off", async () => {
    holder.server.fail({ fault: "status", status: 413, on: "vc.convert" });
    expect((await failure(convert(recording), VoiceApiError)).status).to.equal(413);
    holder.server.fail({ fault: "reset", on: "vc.convert" });
    await failure(convert(recording), VoiceConnectionError);
  });
});
