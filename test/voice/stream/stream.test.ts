import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import {
  VoiceAbortError,
  VoiceApiError,
  VoiceAuthenticationError,
  VoiceConnectionError,
  VoiceInputError,
  VoiceNotFoundError,
  VoiceRateLimitError,
  VoiceResponseError,
  VoiceStreamError,
  VoiceTimeoutError,
  type AudioStream,
  type VoiceClientOptions,
} from "../../../src/voice/index.js";
import { startVoiceServer, type StreamFault } from "../../../src/voice/testing/index.js";
import { clientOf, collect, failure, thrown, until, useServer } from "../helpers.js";

/** 6 seconds of audio in 24 frames of 16 KiB. */
const TEXT = "x".repeat(100);
const ALL_BYTES = 44 + 100 * 0.06 * 64_000;

describe("simplex streams", () => {
  const holder = useServer();

  const stream = (options: VoiceClientOptions = {}): AudioStream =>
    clientOf(holder.server, options).tts.stream({ voiceId: 1, text: TEXT });
  const last = () => holder.server.requests.at(-1)!;

  afterEach("no stream is left open", async () => {
    await until("all streams are closed", () =>
      holder.server.requests.every(({ status, close }) => status !== 101 || close !== undefined),
    );
  });

  /** Reads until it fails; the audio that came, and the failure. */
  async function readAll<T extends Error>(
    audio: AudioStream,
    type: abstract new (...args: never[]) => T,
  ): Promise<{ bytes: number; error: T }> {
    let bytes = 0;
    const reading = (async () => {
      for await (const piece of audio) bytes += piece.length;
    })();
    const error = await failure(reading, type);
    return { bytes, error };
  }

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

  it("delivers the bytes of the WAV file that convert gives, but for the sizes", async () => {
    const streamed = await collect(stream());
    const { bytes } = await clientOf(holder.server).tts.convert({ voiceId: 1, text: TEXT });
    expect(streamed.subarray(44).equals(Buffer.from(bytes).subarray(44))).to.equal(true);
    expect(streamed.readUInt32LE(40)).to.equal(0xffc79a9e);
  });

  it("gives plain Uint8Arrays, not Buffers", async () => {
    for await (const piece of stream()) {
      expect(Object.getPrototypeOf(piece)).to.equal(Uint8Array.prototype);
    }
  });

  it("opens nothing until it is read", async () => {
    stream();
    await sleep(30);
    expect(holder.server.requests).to.have.length(0);
  });

  it("refuses an unusable text at once", () => {
    const client = clientOf(holder.server);
    for (const text of ["", "\ud800"]) {
      thrown(() => client.tts.stream({ voiceId: 1, text }), VoiceInputError);
    }
  });

  it("fails for an unlisted voice before a connection is made", async () => {
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

  describe("that cannot be opened", () => {
    for (const status of [401, 403]) {
      it(`reports an upgrade refused with ${status}`, async () => {
        holder.server.fail({ fault: "status", status, on: "tts.stream" });
        const error = await failure(collect(stream()), VoiceAuthenticationError);
        expect(error).to.include({ status, serviceCode: status });
      });
    }

    it("reports an upgrade refused with 502, once: streams are not tried again", async () => {
      const body = "<html>Bad gateway</html>";
      holder.server.fail({ fault: "status", status: 502, body, on: "tts.stream" });
      const error = await failure(collect(stream()), VoiceApiError);
      expect(error.status).to.equal(502);
      expect(error.message).to.include("Bad gateway");
      expect(holder.server.requests).to.have.length(2);
    });

    it("reports 429 with the time to wait", async () => {
      const headers = { "retry-after": "7" };
      holder.server.fail({ fault: "status", status: 429, headers, on: "tts.stream" });
      const error = await failure(collect(stream()), VoiceRateLimitError);
      expect(error.retryAfterMs).to.equal(7_000);
    });

    it("refuses a redirect: a second origin sees no request", async () => {
      const other = await startVoiceServer();
      try {
        const location = `${other.baseUrl}/v1/tts/stream/simplex/ws`;
        holder.server.fail({ fault: "redirect", location, on: "tts.stream" });
        await failure(collect(stream()), VoiceResponseError);
        expect(other.requests).to.have.length(0);
      } finally {
        await other.close();
      }
    });

    it("ends in time on an upgrade that hangs", async () => {
      holder.server.fail({ fault: "hang", on: "tts.stream" });
      const started = performance.now();
      const error = await failure(collect(stream({ timeoutMs: 150 })), VoiceTimeoutError);
      expect(performance.now() - started).to.be.within(140, 1_000);
      expect(error.message).to.include("not open after 150 ms");
    });

    it("ends when aborted while the upgrade hangs", async () => {
      holder.server.fail({ fault: "hang", on: "tts.stream" });
      const controller = new AbortController();
      const { signal } = controller;
      const audio = clientOf(holder.server).tts.stream({ voiceId: 1, text: TEXT }, { signal });
      const reading = collect(audio);
      await until("the upgrade is asked for", () => last()?.operation === "tts.stream");
      controller.abort();
      await failure(reading, VoiceAbortError, 500);
    });

    it("reports a connection that is cut, and a port that nobody listens on", async () => {
      holder.server.fail({ fault: "reset", on: "tts.stream" });
      await failure(collect(stream()), VoiceConnectionError);
      const dead = await startVoiceServer();
      const { wsBaseUrl } = dead;
      await dead.close();
      const error = await failure(collect(stream({ wsBaseUrl })), VoiceConnectionError);
      expect(error.message).to.include("ECONNREFUSED");
    });

    it("reports a server that speaks no WebSocket", async () => {
      const plain: Server = createServer((_request, response) => response.end("hello"));
      plain.listen(0, "127.0.0.1");
      await once(plain, "listening");
      try {
        const wsBaseUrl = `ws://127.0.0.1:${(plain.address() as AddressInfo).port}`;
        const error = await failure(collect(stream({ wsBaseUrl })), VoiceApiError);
        expect(error.status).to.equal(200);
      } finally {
        plain.closeAllConnections();
        plain.close();
      }
    });
  });

  describe("that end too early", () => {
    const early: [string, StreamFault, { closeCode: number; bytes: number }][] = [
      ["1000 before any audio", { fault: "close", code: 1000 }, { closeCode: 1000, bytes: 0 }],
      ["1011 before any audio", { fault: "close", code: 1011 }, { closeCode: 1011, bytes: 0 }],
      ["no status before any audio", { fault: "close" }, { closeCode: 1005, bytes: 0 }],
      ["terminated before any audio", { fault: "terminate" }, { closeCode: 1006, bytes: 0 }],
      [
        "1011 mid-stream",
        { fault: "close", code: 1011, reason: "out of memory", afterBytes: 32_768 },
        { closeCode: 1011, bytes: 32_812 },
      ],
      [
        "1001 mid-stream",
        { fault: "close", code: 1001, afterBytes: 32_768 },
        { closeCode: 1001, bytes: 32_812 },
      ],
      [
        "no status mid-stream",
        { fault: "close", afterBytes: 32_768 },
        { closeCode: 1005, bytes: 32_812 },
      ],
      [
        "terminated mid-stream",
        { fault: "terminate", afterBytes: 32_768 },
        { closeCode: 1006, bytes: 32_812 },
      ],
    ];
    for (const [what, fault, expected] of early) {
      it(`deliver what came, then report the code: ${what}`, async () => {
        holder.server.fail(fault);
        const { bytes, error } = await readAll(stream(), VoiceStreamError);
        expect(error.closeCode).to.equal(expected.closeCode);
        expect(error.bytesReceived).to.equal(bytes);
        expect(bytes).to.equal(expected.bytes);
        if ("reason" in fault) expect(error.message).to.include(fault.reason);
      });
    }

    it("report wrong keys by the service's 1008", async () => {
      const body = JSON.stringify([{ id: 1, name: "Ada", description: "" }]);
      holder.server.fail({ fault: "body", body, on: "tts.listVoices" });
      const error = await failure(collect(stream({ apiKey: "wrong-key" })), VoiceStreamError);
      expect(error).to.include({ closeCode: 1008, bytesReceived: 0 });
      expect(error.message).to.include("the keys or the voice");
    });
  });

  describe("that stall", () => {
    it("end in time where nothing comes", async () => {
      holder.server.fail({ fault: "stall" });
      const started = performance.now();
      const { bytes, error } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(performance.now() - started).to.be.within(140, 1_000);
      expect(bytes).to.equal(0);
      expect(error.message).to.include("silent for 150 ms");
    });

    it("end in time midway, with what came", async () => {
      holder.server.fail({ fault: "stall", afterBytes: 49_152 });
      const { bytes } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(bytes).to.equal(49_196);
    });

    it("end in time where the server has sent all but never closes", async () => {
      holder.server.fail({ fault: "never-close" });
      const { bytes } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(bytes).to.equal(ALL_BYTES);
    });

    it("do not end a stream that is slow but never silent for long", async () => {
      const server = await startVoiceServer({ frameDelayMs: 20 });
      try {
        const client = clientOf(server, { timeoutMs: 150 });
        const started = performance.now();
        const audio = await collect(client.tts.stream({ voiceId: 1, text: TEXT }));
        expect(performance.now() - started).to.be.greaterThan(400);
        expect(audio).to.have.length(ALL_BYTES);
      } finally {
        await server.close();
      }
    });

    it("do not take a slow reader for a silent server", async () => {
      holder.server.fail({ fault: "flood", bytes: 8 * 1024 * 1024 });
      let pieces = 0;
      for await (const piece of stream({ timeoutMs: 60 })) {
        if (pieces++ === 1) await sleep(300);
        void piece;
      }
      expect(pieces).to.be.greaterThan(100);
    });

    it("do not take a busy process for a silent server", async () => {
      const server = await startVoiceServer({ frameDelayMs: 1 });
      try {
        let isFirst = true;
        for await (const piece of clientOf(server, { timeoutMs: 100 }).tts.stream({
          voiceId: 1,
          text: TEXT,
        })) {
          // The server is in this process too: what matters is that the timer is late as well.
          if (isFirst) for (const end = performance.now() + 250; performance.now() < end;);
          isFirst = false;
          void piece;
        }
      } finally {
        await server.close();
      }
    });
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

  it("is paused while its reader is slow: the server cannot send on", async () => {
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

  it("says goodbye with 1000 when its reader breaks out of a quiet stream", async () => {
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

  it("is closed when it is left while a piece is awaited", async () => {
    holder.server.fail({ fault: "stall" });
    const pieces = stream()[Symbol.asyncIterator]();
    const next = pieces.next();
    await until("it is open", () => last()?.status === 101);
    await pieces.return(undefined);
    expect(await next).to.deep.equal({ done: true, value: undefined });
    await until("the server notices", () => last().close?.by === "client");
  });

  it("is closed when it is left while it is being opened", async () => {
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

  it("ends midway when aborted, and drops what was not read", async () => {
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
