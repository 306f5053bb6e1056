import { writeFile } from "node:fs/promises";

import { expect } from "chai";

import { VoiceClient, type CallOptions, type Recording } from "../../src/voice/index.js";
import type { Fault } from "./fake-service.js";
import { speech } from "./fake-stream.js";
import { until } from "../until.js";
import { clientOf, failure, useFolder, useService, withService } from "./helpers.js";

const TEXT = "Hello, this is the DAO speaking.";

describe("converting a text", () => {
  const holder = useService();
  const convert = (text = TEXT, options?: CallOptions) =>
    clientOf(holder.service).tts.convert({ voiceId: 1, text }, options);
  const fail = (fault: Fault) => holder.service.fail({ ...fault, on: "tts.convert" });

  it("sends exactly the specification's fields, and returns WAV with the right sizes", async () => {
    const { bytes, durationSeconds } = await convert();
    const request = holder.service.requests.at(-1)!;
    expect(request.body).to.deep.equal({ voiceId: 1, text: TEXT });
    expect(request.headers["content-type"]).to.equal("application/json");
    expect(durationSeconds).to.equal(TEXT.length * 0.06);
    const { header, sound } = speech(TEXT.length * 60, true);
    expect(Buffer.from(bytes).equals(Buffer.concat([header, sound]))).to.equal(true);
  });

  for (const text of ["", " \n\t", "half a \ud83d smile", 5, null, undefined] as never[]) {
    it(`refuses the text ${JSON.stringify(text)} without a request`, async () => {
      const { tts } = clientOf(holder.service);
      await failure(tts.convert({ voiceId: 1, text }), "input");
      await failure(() => tts.stream({ voiceId: 1, text }), "input");
      expect(holder.service.requests).to.have.length(0);
    });
  }

  for (const voiceId of [NaN, 1.5, Infinity, "1", undefined] as never[]) {
    it(`refuses the voice ${String(voiceId)} without a request`, async () => {
      const { tts, vc } = clientOf(holder.service);
      await failure(tts.convert({ voiceId, text: "Hello" }), "input");
      await failure(() => tts.stream({ voiceId, text: "Hello" }), "input");
      await failure(tts.connect({ voiceId }), "input");
      await failure(vc.convert({ voiceId, audio: new Uint8Array(9) }), "input");
      expect(holder.service.requests).to.have.length(0);
    });
  }

  it("refuses what is no object in place of options, without a request", async () => {
    const { tts } = clientOf(holder.service);
    for (const options of [null, "fast", 5] as never[]) {
      await failure(() => new VoiceClient(options), "input");
      await failure(convert(TEXT, options), "input");
      await failure(() => tts.stream({ voiceId: 1, text: TEXT }, options), "input");
      await failure(tts.connect({ voiceId: 1 }, options), "input");
      await failure(tts.listVoices(options), "input");
      await failure(tts.convert(options), "input");
    }
    expect(holder.service.requests).to.have.length(0);
  });

  it("speaks with any voice that the service lists, whatever its id", () =>
    withService(
      { ttsVoices: [0, -5].map((id) => ({ id, name: `Voice ${id}`, description: "" })) },
      async (_service, { tts }) => {
        for (const { id: voiceId } of await tts.listVoices()) {
          expect((await tts.convert({ voiceId, text: "Hello" })).durationSeconds).to.equal(0.3);
        }
      },
    ));

  it("says which options there are, and what they have to be", async () => {
    for (const [options, message] of [
      [{ timeout: 5 }, "timeout"],
      [{ timeoutMs: 0 }, "timeoutMs is 0. Give milliseconds"],
      [{ timeoutMs: 2 ** 31 }, "timeoutMs"],
      [{ signal: "x" }, "signal"],
    ] as const) {
      const calls = clientOf(holder.service);
      const given = options as CallOptions;
      for (const work of [
        () => calls.tts.convert({ voiceId: 1, text: "a" }, given),
        () => calls.tts.listVoices(given),
        () => calls.tts.connect({ voiceId: 1 }, given),
        () => calls.tts.stream({ voiceId: 1, text: "a" }, given),
      ]) {
        expect((await failure(work, "input")).message).to.include(message);
      }
    }
    expect(holder.service.requests).to.have.length(0);
  });

  it("sends emoji and other scripts unchanged, and 5 MB", async () => {
    const text = 'Grüße 👩‍👩‍👧 "quoted" \\ 日本語 \u2028';
    await convert(text);
    expect(holder.service.requests.at(-1)?.body).to.deep.equal({ voiceId: 1, text });
    await withService({ msPerCharacter: 0.001 }, async (service, { tts }) => {
      const long = "long ".repeat(1024 * 1024);
      await tts.convert({ voiceId: 1, text: long });
      expect((service.requests.at(-1)!.body as { text: string }).text === long).to.equal(true);
    });
  });

  for (const fault of ["hang", "hang-in-body", "drip"] as const) {
    it(`ends in time on ${fault}`, async () => {
      fail({ fault, everyMs: 5 });
      const started = performance.now();
      await failure(convert(TEXT, { timeoutMs: 150 }), "timeout");
      expect(performance.now() - started).to.be.within(140, 30_000);
    });
  }
});

describe("converting a recording", () => {
  const holder = useService();
  const folder = useFolder();
  const { header, sound } = speech(1_234, true);
  const recording = Buffer.concat([header, sound]);
  const convert = (audio: Recording["audio"], options?: CallOptions) =>
    clientOf(holder.service).vc.convert({ voiceId: 11, audio }, options);

  const sources: [string, () => Recording["audio"]][] = [
    ["a path", () => folder.at("input.wav")],
    ["bytes", () => new Uint8Array(recording)],
    ["a Blob", () => new Blob([new Uint8Array(recording)], { type: "audio/wav" })],
  ];
  for (const [what, source] of sources) {
    it(`uploads ${what} as the part \`file\`, with the voice in the query`, async () => {
      await writeFile(folder.at("input.wav"), recording);
      expect((await convert(source())).durationSeconds).to.equal(1.234);
      expect(holder.service.requests.map(({ path }) => path)).to.deep.equal([
        "/v1/vc/voices",
        "/v1/vc/convert?voiceId=11",
      ]);
      const bytes = recording.length;
      const sent = { name: "input.wav", contentType: "audio/wav", bytes };
      expect(holder.service.requests[1]?.body).to.deep.equal(sent);
    });
  }

  const unusable: [string, () => Recording["audio"], RegExp][] = [
    ["no bytes", () => new Uint8Array(), /no audio/],
    ["an empty file", () => folder.at("empty.wav"), /no audio/],
    ["a missing file", () => folder.at("missing.wav"), /ENOENT: .* '\S+missing\.wav'/],
    ["a folder", () => folder.at("."), /no audio/],
    ["a number", () => 42 as never, /no audio/],
    ["nothing", () => undefined as never, /no audio/],
  ];
  for (const [what, source, message] of unusable) {
    it(`refuses ${what} without a request`, async () => {
      await writeFile(folder.at("empty.wav"), "");
      const error = await convert(source()).catch((reason: Error) => reason);
      expect((error as Error).message).to.match(message);
      expect(holder.service.requests).to.have.length(0);
    });
  }

  it("ends when aborted during the upload of a large file", async () => {
    holder.service.fail({ fault: "hang", on: "vc.convert" });
    const stop = new AbortController();
    const large = convert(new Uint8Array(8_000_000), { signal: stop.signal });
    await until("it is being sent", () => holder.service.operations().includes("vc.convert"));
    stop.abort();
    await failure(large, "abort");
  });
});
