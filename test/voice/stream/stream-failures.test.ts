import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";
import { WebSocketServer, type WebSocket } from "ws";

import {
  VoiceAbortError,
  VoiceApiError,
  VoiceAuthenticationError,
  VoiceConnectionError,
  VoiceRateLimitError,
  VoiceResponseError,
  VoiceStreamError,
  VoiceTimeoutError,
} from "../../../src/voice/index.js";
import { startVoiceServer, type StreamFault } from "../../../src/voice/testing/index.js";
import { clientOf, collect, failure, until } from "../helpers.js";
import { ALL_BYTES, readAll, TEXT, useStreams } from "./simplex.js";

describe("simplex streams", () => {
  const { holder, stream, last } = useStreams();

  describe("that cannot be opened", () => {
    for (const status of [401, 403]) {
      it(`reports an upgrade refused with ${status}`, async () => {
        holder.server.fail({ fault: "status", status, on: "tts.stream" });
        const error = await failure(collect(stream()), VoiceAuthenticationError);
        expect(error).to.include({ status, serviceCode: status });
      });
    }

    it("reports an upgrade refused with 502, once: streams are not retried", async () => {
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
      expect(error.message).to.include("Opening the stream took longer than 150 ms");
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

    it("reports a connection that is cut, and a port on which nothing listens", async () => {
      holder.server.fail({ fault: "reset", on: "tts.stream" });
      await failure(collect(stream()), VoiceConnectionError);
      const dead = await startVoiceServer();
      const { wsBaseUrl } = dead;
      await dead.close();
      const error = await failure(collect(stream({ wsBaseUrl })), VoiceConnectionError);
      expect(error.message).to.include("ECONNREFUSED");
    });

    it("reports a server that does not speak WebSocket", async () => {
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
    it("end in time if nothing arrives", async () => {
      holder.server.fail({ fault: "stall" });
      const started = performance.now();
      const { bytes, error } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(performance.now() - started).to.be.within(140, 1_000);
      expect(bytes).to.equal(0);
      expect(error.message).to.include("silent for 150 ms");
    });

    it("end in time midway, with the audio so far", async () => {
      holder.server.fail({ fault: "stall", afterBytes: 49_152 });
      const { bytes } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(bytes).to.equal(49_196);
    });

    it("end in time if the server has sent everything but never closes", async () => {
      holder.server.fail({ fault: "never-close" });
      const { bytes } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(bytes).to.equal(ALL_BYTES);
    });

    it("end in time if nothing but empty frames arrives", async () => {
      holder.server.fail({ fault: "empty-frames", everyMs: 10, afterBytes: 16_384 });
      const { bytes } = await readAll(stream({ timeoutMs: 150 }), VoiceTimeoutError);
      expect(bytes).to.equal(16_428);
    });

    it("end if their reader never reads on", async () => {
      holder.server.fail({ fault: "flood", bytes: 64 * 1024 * 1024 });
      const pieces = stream({ idleMs: 150 })[Symbol.asyncIterator]();
      await pieces.next();
      await until("the client has closed it", () => last().close?.by === "client");
    });

    it("answer pings while at most a megabyte is unread, and again once it is read", async () => {
      const service = new WebSocketServer({ port: 0, host: "127.0.0.1" });
      await once(service, "listening");
      const connected = once(service, "connection") as Promise<[WebSocket]>;
      const wsBaseUrl = `ws://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const pieces = stream({ wsBaseUrl })[Symbol.asyncIterator]();
      const first = pieces.next();
      const [server] = await connected;
      const isAnswered = async (): Promise<boolean> => {
        const pong = once(server, "pong").then(() => true);
        server.ping();
        return await Promise.race([pong, sleep(200, false)]);
      };
      try {
        server.send(Buffer.alloc(64 * 1024));
        const length = (await first).value?.length ?? 0;
        server.send(Buffer.alloc(900_000));
        expect(await isAnswered(), "900,000 bytes unread").to.equal(true);
        server.send(Buffer.alloc(900_000));
        await sleep(100);
        expect(await isAnswered(), "1,800,000 bytes unread").to.equal(false);
        const pong = once(server, "pong");
        for (let left = 1_800_000 + 64 * 1024 - length; left > 0;) {
          left -= (await pieces.next()).value?.length ?? left;
        }
        await pong;
      } finally {
        await pieces.return(undefined);
        server.terminate();
        service.close();
      }
    });

    it("do not affect a stream that is slow but never silent for long", async () => {
      const server = await startVoiceServer({ frameDelayMs: 20 });
      try {
        const client = clientOf(server, { timeoutMs: 300 });
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
      for await (const piece of stream({ timeoutMs: 200 })) {
        if (pieces++ === 1) await sleep(600);
        void piece;
      }
      expect(pieces).to.be.greaterThan(100);
    });

    it("do not take a busy process for a silent server", async () => {
      const server = await startVoiceServer({ frameDelayMs: 1 });
      try {
        let isFirst = true;
        for await (const piece of clientOf(server, { timeoutMs: 400 }).tts.stream({
          voiceId: 1,
          text: TEXT,
        })) {
          // This blocks the server too; what matters is that it delays the timer.
          if (isFirst) for (const end = performance.now() + 800; performance.now() < end;);
          isFirst = false;
          void piece;
        }
      } finally {
        await server.close();
      }
    });
  });
});
