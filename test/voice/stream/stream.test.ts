import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";

import {
  VoiceAbortError,
  VoiceInputError,
  VoiceNotFoundError,
  VoiceStreamError,
} from "../../../src/voice/index.js";
import { startVoiceServer } from "../../../src/voice/testing/index.js";
import { clientOf, collect, failure, thrown, until } from "../helpers.js";
import { ALL_BYTES, readAll, TEXT, useStreams } from "./simplex.js";

describe("simplex streams", () => {
  const { holder, stream, last } = useStreams();

  it("sends the keys and the text first, and leaves closing to the server", async () => {
    expect(await collect(stream())).to.have.length(ALL_BYTES);
    expect(last()).to.include({ path: "/v1/tts/stream/simplex/ws?voiceId=1", status: 101 });
    expect(last().messages).to.deep.equal([
      { type: "authApiKey", clientKey: "[redacted]", apiKey: "[redacted]" },
      { type: "convert", text: TEXT },
    ]);
    expect(last().close).to.deep.equal({ code: 1000, by: "server" });
    expect(last().headers).not.to.have.any.keys("x-client-key", "x-api-key");
  });

  it("delivers the bytes of the WAV file that convert returns, except for the sizes", async () => {
    const streamed = await collect(stream());
    const { bytes } = await clientOf(holder.server).tts.convert({ voiceId: 1, text: TEXT });
    expect(streamed.subarray(44).equals(Buffer.from(bytes).subarray(44))).to.equal(true);
    expect(streamed.readUInt32LE(40)).to.equal(0xffc79a9e);
  });

  it("yields plain Uint8Arrays, not Buffers", async () => {
    for await (const piece of stream()) {
      expect(Object.getPrototypeOf(piece)).to.equal(Uint8Array.prototype);
    }
  });

  it("opens nothing until it is read", async () => {
    stream();
    const readable = Readable.from(stream());
    stream()[Symbol.asyncIterator]();
    await sleep(30);
    expect(holder.server.requests).to.have.length(0);
    readable.destroy();
  });

  it("refuses an unusable text at once", () => {
    const client = clientOf(holder.server);
    for (const text of ["", "\ud800"]) {
      thrown(() => client.tts.stream({ voiceId: 1, text }), VoiceInputError);
    }
  });

  it("fails for an unlisted voice before it connects", async () => {
    const audio = clientOf(holder.server).tts.stream({ voiceId: 99, text: TEXT });
    await failure(collect(audio), VoiceNotFoundError);
    expect(holder.server.requests.map(({ operation }) => operation)).to.deep.equal([
      "tts.listVoices",
    ]);
  });

  it("streams a text of 5 MB", async () => {
    const server = await startVoiceServer({ msPerCharacter: 0.001 });
    try {
      const text = "long ".repeat(1024 * 1024);
      const audio = await collect(clientOf(server).tts.stream({ voiceId: 1, text }));
      expect(audio.length).to.be.closeTo(5.24288 * 64_000, 100);
    } finally {
      await server.close();
    }
  });

  it("keeps a text frame out of the audio, and reports it", async () => {
    const text = '{"code":17,"message":"The voice is hoarse"}';
    holder.server.fail({ fault: "text-frame", text, afterBytes: 16_384 });
    const { bytes, error } = await readAll(stream(), VoiceStreamError);
    expect(bytes).to.equal(16_428);
    expect(error.message).to.include("hoarse");
  });

  it("reports a frame over the limit", async () => {
    holder.server.fail({ fault: "large-frame", bytes: 200_001 });
    const { error } = await readAll(stream({ maxFrameBytes: 200_000 }), VoiceStreamError);
    expect(error.message).to.include("Max payload size exceeded");
  });

  it("is paused while its reader is slow: the server cannot send more", async () => {
    const bytes = 256 * 1024 * 1024;
    holder.server.fail({ fault: "flood", bytes });
    const before = process.memoryUsage().arrayBuffers;
    const pieces = stream()[Symbol.asyncIterator]();
    let read = (await pieces.next()).value?.length ?? 0;
    await sleep(500);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(32 * 1024 * 1024);
    expect(last().close, "the server is still sending").to.equal(undefined);
    for (;;) {
      const { value, done } = await pieces.next();
      if (done === true) break;
      read += value.length;
    }
    expect(read).to.equal(bytes);
  });

  it("can be read once", async () => {
    const audio = stream();
    await collect(audio);
    thrown(() => audio[Symbol.asyncIterator](), VoiceInputError);
    await failure(collect(audio), VoiceInputError);
    await failure(audio.save("/tmp/never-written.wav"), VoiceInputError);
    expect(holder.server.requests).to.have.length(2);
  });

  it("is closed when its reader breaks out", async () => {
    holder.server.fail({ fault: "flood", bytes: 64 * 1024 * 1024 });
    for await (const piece of stream()) {
      void piece;
      break;
    }
    await until("the server notices", () => last().close?.by === "client");
  });

  it("closes with 1000 when its reader breaks out of a quiet stream", async () => {
    holder.server.fail({ fault: "stall", afterBytes: 16_384 });
    let bytes = 0;
    for await (const piece of stream()) {
      bytes += piece.length;
      if (bytes > 16_384) break;
    }
    await until("the server notices", () => last().close !== undefined);
    expect(last().close).to.deep.equal({ code: 1000, by: "client" });
  });

  it("is closed when its reader throws", async () => {
    holder.server.fail({ fault: "stall", afterBytes: 16_384 });
    const reading = (async () => {
      for await (const piece of stream()) throw new RangeError(`cannot play ${piece.length}`);
    })();
    await failure(reading, RangeError);
    await until("the server notices", () => last().close?.by === "client");
  });

  it("is closed when its reader leaves while waiting for a piece", async () => {
    holder.server.fail({ fault: "stall" });
    const pieces = stream()[Symbol.asyncIterator]();
    const next = pieces.next();
    await until("it is open", () => last()?.status === 101);
    await pieces.return(undefined);
    expect(await next).to.deep.equal({ done: true, value: undefined });
    await until("the server notices", () => last().close?.by === "client");
  });

  it("is closed when its reader leaves while it opens", async () => {
    holder.server.fail({ fault: "hang", on: "tts.stream" });
    const pieces = stream()[Symbol.asyncIterator]();
    const next = pieces.next();
    await until("it is being opened", () => last()?.operation === "tts.stream");
    await pieces.return(undefined);
    expect(await next).to.deep.equal({ done: true, value: undefined });
  });

  it("works as a Node stream, which closes it when destroyed", async () => {
    holder.server.fail({ fault: "stall", afterBytes: 16_384 });
    const readable = Readable.from(stream());
    await once(readable, "data");
    readable.destroy();
    await once(readable, "close");
    await until("the server notices", () => last().close?.by === "client");
  });

  it("ends midway when aborted, and drops unread audio", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    holder.server.fail({ fault: "flood", bytes: 64 * 1024 * 1024 });
    const audio = clientOf(holder.server).tts.stream({ voiceId: 1, text: TEXT }, { signal });
    let pieces = 0;
    const reading = (async () => {
      for await (const piece of audio) {
        void piece;
        if (++pieces === 3) controller.abort();
      }
    })();
    await failure(reading, VoiceAbortError);
    expect(pieces).to.equal(3);
    await until("the server notices", () => last().close?.by === "client");
  });

  it("runs 50 at a time over one shared signal", async () => {
    const { signal } = new AbortController();
    const client = clientOf(holder.server);
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        collect(client.tts.stream({ voiceId: 1, text: TEXT }, { signal })),
      ),
    );
    expect(all.every((audio) => audio.length === ALL_BYTES)).to.equal(true);
    const lists = holder.server.requests.filter(({ operation }) => operation === "tts.listVoices");
    expect(lists).to.have.length(1);
  });
});
