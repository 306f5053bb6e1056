import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "chai";

import type { CallOptions, DuplexSession } from "../../src/voice/index.js";
import type { Fault } from "./fake-service.js";
import { until } from "../until.js";
import { clientOf, collect, failure, useFolder, useService, withService } from "./helpers.js";

const HEADER = 44;
/** Milliseconds. A machine with ten times the work it can do needs more than a second to connect, or for a few frames. */
const SILENCE = 2_000;
/** The bytes of sound for a text. */
const spoken = (text: string): number => Math.round(text.length * 0.06 * 64_000);

describe("duplex sessions", () => {
  const holder = useService();
  const folder = useFolder();
  const last = () => holder.service.requests.at(-1)!;
  const fail = (fault: Fault) => holder.service.fail({ ...fault, on: "tts.connect" });
  const connect = (options?: CallOptions): Promise<DuplexSession> =>
    clientOf(holder.service).tts.connect({ voiceId: 1 }, options);
  const isClosed = () => until("the service notices", () => last().close?.by === "client");

  it("take texts before, during and after audio, and let the service close", async () => {
    const { clientKey, apiKey } = holder.service.clientOptions;
    const session = await connect();
    session.send("One");
    let bytes = 0;
    for await (const piece of session) {
      if (bytes <= HEADER && bytes + piece.length > HEADER) {
        session.send("Three");
        await sleep(20);
        session.send("Seventeen");
        void session.end();
      }
      bytes += piece.length;
    }
    expect(bytes).to.equal(HEADER + spoken("OneThreeSeventeen"));
    expect(last().path).to.equal("/v1/tts/stream/duplex/ws?voiceId=1");
    expect(last().messages).to.deep.equal([
      { type: "authApiKey", clientKey, apiKey },
      ...["One", "Three", "Seventeen"].map((text) => ({ type: "convert", text })),
      { type: "close" },
    ]);
    expect(last().close).to.deep.equal({ code: 1000, by: "service" });
  });

  it("wait in end() until the service has closed, whoever reads, however often", () =>
    withService({ frameDelayMs: 30 }, async (service, { tts }) => {
      const session = await tts.connect({ voiceId: 1 });
      session.send("x".repeat(40));
      await Promise.all([session.end(), session.end()]);
      await session.end();
      const { close, messages } = service.requests.at(-1)!;
      expect(close).to.deep.equal({ code: 1000, by: "service" });
      expect(messages.filter((one) => (one as { type: string }).type === "close")).to.have.length(
        1,
      );
      expect(await collect(session)).to.have.length(HEADER + spoken("x".repeat(40)));
    }));

  it("take 10,000 texts in one go", () =>
    withService({ msPerCharacter: 0.1 }, async (service, { tts }) => {
      const session = await tts.connect({ voiceId: 1 });
      for (let index = 0; index < 10_000; index++) session.send(`Text ${index}`);
      const [audio] = await Promise.all([collect(session), session.end()]);
      expect(service.requests.at(-1)!.messages).to.have.length(10_002);
      const frames = Array.from({ length: 10_000 }, (_, n) => Math.round(`Text ${n}`.length * 3.2));
      expect(audio).to.have.length(HEADER + 2 * frames.reduce((sum, each) => sum + each));
    }));

  it("refuse unusable texts, and texts after end()", async () => {
    const session = await connect();
    for (const text of ["", "\udc00"]) await failure(() => session.send(text), "input");
    session.send("Hello");
    const ended = session.end();
    await failure(() => session.send("more"), "input");
    expect(await collect(session)).to.have.length(HEADER + spoken("Hello"));
    await ended;
    await failure(() => session.send("more"), "input");
  });

  it("end without a text as a success without audio, which cannot be saved", async () => {
    const session = await connect();
    await session.end();
    expect(await collect(session)).to.have.length(0);
    const empty = await connect();
    void empty.end();
    await failure(empty.save(folder.at("a.wav")), "response");
    expect(await folder.names()).to.deep.equal([]);
  });

  it("fail if no audio came for the last text, although it did for an earlier one", async () => {
    const one = spoken("One");
    fail({ fault: "close", code: 1000, afterBytes: one });
    const session = await connect();
    session.send("One");
    const read = async () => {
      let bytes = 0;
      for await (const piece of session) {
        if ((bytes += piece.length) !== HEADER + one) continue;
        session.send("Two");
        void session.end();
      }
    };
    const { message } = await failure(read(), "stream");
    expect(message).to.include("no audio came for the last text");
  });

  it("do not wait forever for a reader, but for a slow and a late one", async () => {
    const unread = await connect({ timeoutMs: SILENCE });
    unread.send("x".repeat(20_000));
    await failure(unread.end(), "timeout");
    await isClosed();
    const session = await connect({ timeoutMs: SILENCE });
    session.send("x".repeat(5_000));
    const ended = session.end();
    let bytes = 0;
    for await (const piece of session) {
      if (bytes === 0) await sleep(SILENCE + 200);
      bytes += piece.length;
    }
    expect(bytes).to.equal(HEADER + spoken("x".repeat(5_000)));
    await ended;
  });

  it("may be silent between texts for longer than timeoutMs", async () => {
    const session = await connect({ timeoutMs: SILENCE });
    let bytes = 0;
    const reading = (async () => {
      for await (const piece of session) bytes += piece.length;
    })();
    session.send("One");
    await until("its audio", () => bytes === HEADER + spoken("One"));
    await sleep(SILENCE + 200);
    session.send("Two");
    await session.end();
    await reading;
    expect(bytes).to.equal(HEADER + spoken("OneTwo"));
  });

  it("end in time if no audio follows a text, or the service never closes", async () => {
    fail({ fault: "stall" });
    const silent = await connect({ timeoutMs: SILENCE });
    silent.send("Hello");
    await failure(collect(silent), "timeout");
    fail({ fault: "never-close" });
    const endless = await connect({ timeoutMs: SILENCE });
    endless.send("Hello");
    const reading = failure(collect(endless), "timeout");
    await failure(endless.end(), "timeout");
    await reading;
  });

  it("fail once: reading, sending and ending throw the same error, and none is unhandled", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    process.on("uncaughtExceptionMonitor", note);
    try {
      fail({ fault: "close", code: 1011 });
      const session = await connect();
      session.send("Hello");
      const errors = [
        await failure(collect(session), "stream"),
        await failure(() => session.send("more"), "stream"),
        await failure(session.end(), "stream"),
      ];
      expect(new Set(errors).size).to.equal(1);
      fail({ fault: "terminate" });
      const forgotten = await connect();
      forgotten.send("Hello");
      void forgotten.end();
      await until("it is closed", () => last().close !== undefined);
      await sleep(20);
      expect(unhandled).to.deep.equal([]);
    } finally {
      process.off("unhandledRejection", note);
      process.off("uncaughtExceptionMonitor", note);
    }
  });

  it("can be closed from this side: by leaving the loop, abort(), or a signal", async () => {
    const session = await connect();
    session.send("x".repeat(100));
    for await (const piece of session) {
      void piece;
      break;
    }
    await isClosed();
    await failure(() => session.send("more"), "input");

    const aborted = await connect();
    aborted.send("Hello");
    const ended = aborted.end();
    aborted.abort("enough");
    aborted.abort("again");
    expect((await failure(ended, "abort")).cause).to.equal("enough");
    await failure(collect(aborted), "abort");
    await failure(() => aborted.send("more"), "abort");
    await isClosed();

    const stop = new AbortController();
    const reading = failure(collect(await connect({ signal: stop.signal })), "abort");
    await sleep(20);
    stop.abort();
    await reading;
    expect(getEventListeners(stop.signal, "abort")).to.have.length(0);
    await isClosed();
  });

  it("fail to connect for an unknown voice", async () => {
    await failure(clientOf(holder.service).tts.connect({ voiceId: 99 }), "unknown voice");
  });
});
