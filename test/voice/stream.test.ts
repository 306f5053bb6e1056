import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { WebSocketServer, type WebSocket } from "ws";

import type { AudioStream, CallOptions } from "../../src/voice/index.js";
import type { Fault } from "./fake-service.js";
import { until } from "../until.js";
import { clientOf, collect, failure, useService, withService } from "./helpers.js";

/** 6 seconds of sound in 24 frames of 16 KiB. */
const TEXT = "x".repeat(100);
const ALL_BYTES = 44 + 100 * 0.06 * 64_000;
const FLOOD: Fault = { fault: "flood", bytes: 64 * 1024 * 1024 };

describe("simplex streams", () => {
  const holder = useService();
  const stream = (options?: CallOptions, wsBaseUrl?: string): AudioStream =>
    clientOf(holder.service, { wsBaseUrl }).tts.stream({ voiceId: 1, text: TEXT }, options);
  const fail = (fault: Fault) => holder.service.fail({ ...fault, on: "tts.stream" });
  const last = () => holder.service.requests.at(-1)!;
  const isClosed = () => until("the service notices", () => last().close?.by === "client");

  it("send keys and text first, and leave closing to the service", async () => {
    const { clientKey, apiKey } = holder.service.clientOptions;
    const audio = await collect(stream());
    expect(audio).to.have.length(ALL_BYTES);
    expect(audio.readUInt32LE(40), "as it came").to.equal(0xffc79a9e);
    expect(last().path).to.equal("/v1/tts/stream/simplex/ws?voiceId=1");
    expect(last().messages).to.deep.equal([
      { type: "authApiKey", clientKey, apiKey },
      { type: "convert", text: TEXT },
    ]);
    expect(last().close).to.deep.equal({ code: 1000, by: "service" });
    expect(last().headers).not.to.have.any.keys("x-client-key", "x-api-key");
  });

  it("open nothing until they are read", async () => {
    stream();
    const readable = Readable.from(stream());
    stream()[Symbol.asyncIterator]();
    await sleep(30);
    expect(holder.service.requests).to.have.length(0);
    readable.destroy();
  });

  it("fail for an unlisted voice before they connect", async () => {
    const audio = clientOf(holder.service).tts.stream({ voiceId: 99, text: TEXT });
    await failure(collect(audio), "unknown voice");
    expect(holder.service.operations()).to.deep.equal(["tts.listVoices"]);
  });

  it("take a text of 5 MB, and 50 run at a time with one signal", async () => {
    const client = clientOf(holder.service);
    const { signal } = new AbortController();
    const all = Array.from(
      { length: 50 },
      async () => (await collect(client.tts.stream({ voiceId: 1, text: TEXT }, { signal }))).length,
    );
    expect(await Promise.all(all)).to.deep.equal(Array(50).fill(ALL_BYTES));
    await withService({ msPerCharacter: 0.001 }, async (_service, { tts }) => {
      const audio = await collect(tts.stream({ voiceId: 1, text: "long ".repeat(1024 * 1024) }));
      expect(audio.length).to.be.closeTo(5.24288 * 64_000, 100);
    });
  });

  it("can be read once", async () => {
    const audio = stream();
    await collect(audio);
    await failure(collect(audio), "input");
    await failure(audio.save("/tmp/never-written.wav"), "input");
    expect(holder.service.requests).to.have.length(2);
  });

  it("report a dead port and a server without WebSocket", async () => {
    const { wsBaseUrl } = await withService({}, async (service) => service);
    await failure(collect(stream({}, wsBaseUrl)), "connection");
    const plain = createServer((_request, response) => response.end("hello")).listen(0);
    await once(plain, "listening");
    const address = `ws://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    await failure(collect(stream({}, address)), "connection");
    plain.closeAllConnections();
    plain.close();
  });

  it("end when the upgrade hangs: when aborted, and in time", async () => {
    fail({ fault: "hang", times: 2 });
    const stop = new AbortController();
    const reading = collect(stream({ signal: stop.signal }));
    await until("it is being opened", () => holder.service.requests.length === 2);
    stop.abort();
    await failure(reading, "abort");
    const { message } = await failure(collect(stream({ timeoutMs: 300 })), "timeout");
    expect(message).to.include("Opening the stream took longer than 300 ms");
  });

  it("report wrong keys by the service's 1008", async () => {
    holder.service.fail({ fault: "body", body: '[{"id":1,"name":"a"}]', on: "tts.listVoices" });
    const { tts } = clientOf(holder.service, { apiKey: "wrong-key" });
    const error = await failure(collect(tts.stream({ voiceId: 1, text: TEXT })), "stream");
    expect(error.closeCode).to.equal(1008);
  });

  it("do not take a slow service, a slow reader or a busy process for silence", async () => {
    await withService({ frameDelayMs: 20 }, async (_service, { tts }) => {
      const audio = tts.stream({ voiceId: 1, text: TEXT }, { timeoutMs: 1_000 });
      let isFirst = true;
      let bytes = 0;
      for await (const piece of audio) {
        // It blocks the service, too; what counts is that it delays the timer.
        if (isFirst) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
        isFirst = false;
        bytes += piece.length;
      }
      expect(bytes).to.equal(ALL_BYTES);
    });
    fail({ fault: "flood", bytes: 8 * 1024 * 1024 });
    let pieces = 0;
    for await (const piece of stream({ timeoutMs: 1_500 })) {
      if (pieces++ === 1) await sleep(2_000);
      void piece;
    }
    expect(pieces).to.equal(128);
  });

  it("pause while their reader is slow: the service cannot send more", async () => {
    const bytes = 64 * 1024 * 1024;
    fail({ fault: "flood", bytes });
    const before = process.memoryUsage().arrayBuffers;
    const pieces = stream()[Symbol.asyncIterator]();
    let read = (await pieces.next()).value?.length ?? 0;
    await sleep(500);
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(32 * 1024 * 1024);
    expect(last().close, "the service is still sending").to.equal(undefined);
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      read += next.value.length;
    }
    expect(read).to.equal(bytes);
  });

  it("answer pings while at most 16 frames are unread, and again once they are read", async () => {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    await once(server, "listening");
    const connected = once(server, "connection") as Promise<[WebSocket]>;
    const address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pieces = stream({}, address)[Symbol.asyncIterator]();
    const first = pieces.next();
    const [socket] = await connected;
    const isAnswered = async (withinMs: number): Promise<boolean> => {
      const pong = once(socket, "pong").then(() => true);
      socket.ping();
      return await Promise.race([pong, sleep(withinMs, false, { ref: false })]);
    };
    const send = (frames: number) => {
      for (let sent = 0; sent < frames; sent++) socket.send(Buffer.alloc(1_000));
    };
    send(1);
    await first;
    send(16);
    expect(await isAnswered(50_000), "16 frames unread").to.equal(true);
    send(1);
    // This ping may come with the frame, before the pause.
    await isAnswered(200);
    expect(await isAnswered(200), "17 frames unread").to.equal(false);
    const pong = once(socket, "pong");
    for (let read = 0; read < 17; read++) await pieces.next();
    await pong;
    await pieces.return?.();
    socket.terminate();
    server.close();
  });

  it("are closed when their reader breaks out or throws", async () => {
    fail(FLOOD);
    for await (const piece of stream()) {
      void piece;
      break;
    }
    await isClosed();
    fail({ fault: "stall", afterBytes: 16_384 });
    const throwing = async () => {
      for await (const piece of stream()) throw new RangeError(`cannot play ${piece.length}`);
    };
    await throwing().catch((error: Error) => expect(error).to.be.instanceOf(RangeError));
    await isClosed();
  });

  it("end midway when aborted, and drop unread audio", async () => {
    const stop = new AbortController();
    fail(FLOOD);
    let pieces = 0;
    const reading = async () => {
      for await (const piece of stream({ signal: stop.signal })) {
        if (++pieces === 3) stop.abort();
        void piece;
      }
    };
    await failure(reading, "abort");
    expect(pieces).to.equal(3);
    await isClosed();
  });
});
