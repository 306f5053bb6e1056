import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import {
  VoiceAbortError,
  VoiceAuthenticationError,
  VoiceConnectionError,
  VoiceInputError,
  VoiceNotFoundError,
  VoiceResponseError,
  VoiceStreamError,
  VoiceTimeoutError,
  type DuplexSession,
  type StreamOptions,
} from "../../src/voice/index.js";
import { startVoiceServer } from "../../src/voice/testing/index.js";
import { clientOf, collect, failure, thrown, until, useFolder, useServer } from "./helpers.js";

const HEADER = 44;
/** Returns the bytes of audio for a text. */
const spoken = (text: string): number => text.length * 0.06 * 64_000;

describe("duplex sessions", () => {
  const holder = useServer();
  const folder = useFolder();
  const last = () => holder.server.requests.at(-1)!;
  const connect = (options: StreamOptions = {}): Promise<DuplexSession> =>
    clientOf(holder.server).tts.connect({ voiceId: 1 }, options);

  afterEach("no session is left open", async () => {
    await until("all sessions are closed", () =>
      holder.server.requests.every(({ status, close }) => status !== 101 || close !== undefined),
    );
  });

  it("accepts texts before, during and after audio, and lets the server close", async () => {
    const session = await connect();
    session.send("One");
    let bytes = 0;
    let sentMore = false;
    for await (const piece of session) {
      bytes += piece.length;
      if (!sentMore && bytes > HEADER) {
        sentMore = true;
        session.send("Three");
        await sleep(20);
        session.send("Seventeen");
        void session.end();
      }
    }
    expect(bytes).to.equal(HEADER + spoken("OneThreeSeventeen"));
    expect(last().path).to.equal("/v1/tts/stream/duplex/ws?voiceId=1");
    expect(last().messages).to.deep.equal([
      { type: "authApiKey", clientKey: "[redacted]", apiKey: "[redacted]" },
      { type: "convert", text: "One" },
      { type: "convert", text: "Three" },
      { type: "convert", text: "Seventeen" },
      { type: "close" },
    ]);
    expect(last().close).to.deep.equal({ code: 1000, by: "server" });
  });

  it("waits in end() until the server has closed", async () => {
    const server = await startVoiceServer({ frameDelayMs: 30 });
    try {
      const session = await clientOf(server).tts.connect({ voiceId: 1 });
      session.send("x".repeat(40));
      const reading = collect(session);
      await session.end();
      expect(server.requests.at(-1)?.close).to.deep.equal({ code: 1000, by: "server" });
      expect(await reading).to.have.length(HEADER + spoken("x".repeat(40)));
    } finally {
      await server.close();
    }
  });

  it("can be ended first and read afterwards", async () => {
    const session = await connect();
    session.send("Hello");
    await session.end();
    expect(await collect(session)).to.have.length(HEADER + spoken("Hello"));
  });

  it("sends 10,000 texts in one go", async () => {
    const server = await startVoiceServer({ msPerCharacter: 0.1 });
    try {
      const session = await clientOf(server).tts.connect({ voiceId: 1 });
      for (let index = 0; index < 10_000; index++) session.send(`Text ${index}`);
      const [audio] = await Promise.all([collect(session), session.end()]);
      const { messages } = server.requests.at(-1)!;
      expect(messages).to.have.length(10_002);
      expect(messages[10_000]).to.deep.equal({ type: "convert", text: "Text 9999" });
      const frames = (messages as { text?: string }[]).reduce(
        (sum, { text = "" }) => sum + Math.round(text.length * 3.2),
        0,
      );
      expect(audio).to.have.length(HEADER + 2 * frames);
    } finally {
      await server.close();
    }
  });

  it("refuses to send after end() or an unusable text, and continues", async () => {
    const session = await connect();
    thrown(() => session.send(""), VoiceInputError);
    thrown(() => session.send("\udc00"), VoiceInputError);
    session.send("Hello");
    const ended = session.end();
    thrown(() => session.send("more"), VoiceInputError);
    expect(await collect(session)).to.have.length(HEADER + spoken("Hello"));
    await ended;
    thrown(() => session.send("more"), VoiceInputError);
  });

  it("ends once, however often end() is called", async () => {
    const session = await connect();
    session.send("Hello");
    const reading = collect(session);
    await Promise.all([session.end(), session.end()]);
    await session.end();
    await reading;
    expect(
      last().messages.filter((message) => (message as { type: string }).type === "close"),
    ).to.have.length(1);
  });

  it("ends without text as a success without audio", async () => {
    const session = await connect();
    await session.end();
    expect(await collect(session)).to.have.length(0);
    const empty = await connect();
    void empty.end();
    await failure(empty.save(`${folder.path}/a.wav`), VoiceResponseError);
    expect(await folder.names()).to.deep.equal([]);
  });

  it("says that nobody is reading if more audio is left at the end than the buffer holds", async () => {
    const session = await connect({ timeoutMs: 200 });
    session.send("x".repeat(20_000));
    await failure(session.end(), VoiceTimeoutError, 3_000);
    await until("the server notices", () => last().close?.by === "client");
  });

  it("waits for a slow reader at the end", async () => {
    const text = "x".repeat(2_000);
    const session = await connect({ timeoutMs: 400 });
    session.send(text);
    const ended = session.end();
    let bytes = 0;
    let pieces = 0;
    for await (const piece of session) {
      bytes += piece.length;
      if (++pieces % 400 === 0) await sleep(500);
    }
    expect(bytes).to.equal(HEADER + spoken(text));
    await ended;
  });

  it("accepts a reader that starts late and slowly, but in time", async () => {
    const session = await connect({ timeoutMs: 600 });
    session.send("x".repeat(5_000));
    const ended = session.end();
    await sleep(400);
    let bytes = 0;
    for await (const piece of session) {
      // Reads one piece of the buffered megabyte within the 600 ms, then pauses.
      if (bytes === 0) await sleep(400);
      bytes += piece.length;
    }
    expect(bytes).to.equal(HEADER + spoken("x".repeat(5_000)));
    await ended;
  });

  it("waits between texts for as long as the caller likes", async () => {
    // A busy machine needs more than 200 ms to open a stream.
    const session = await connect({ timeoutMs: 800 });
    const reading = collect(session);
    session.send("One");
    await sleep(900);
    session.send("Two");
    await sleep(900);
    await session.end();
    expect(await reading).to.have.length(HEADER + spoken("OneTwo"));
  });

  it("ends a session that nobody uses any more", async () => {
    const forgotten = await clientOf(holder.server, { idleMs: 100 }).tts.connect({ voiceId: 1 });
    await until("the client has closed it", () => last().close?.by === "client");
    const error = await failure(collect(forgotten), VoiceTimeoutError);
    expect(error.message).to.include("100 ms").and.include("idleMs");
    // Texts and audio keep it alive.
    const busy = await clientOf(holder.server, { idleMs: 500 }).tts.connect({ voiceId: 1 });
    const reading = collect(busy);
    for (const text of ["One", "Two", "Three", "Four"]) {
      busy.send(text);
      await sleep(150);
    }
    await busy.end();
    expect(await reading).to.have.length(Math.round(HEADER + spoken("OneTwoThreeFour")));
  });

  it("ends in time if no audio follows a text, or the server never closes", async () => {
    holder.server.fail({ fault: "stall", on: "tts.connect" });
    const silent = await connect({ timeoutMs: 250 });
    silent.send("Hello");
    await failure(collect(silent), VoiceTimeoutError, 1_000);
    holder.server.fail({ fault: "never-close", on: "tts.connect" });
    const endless = await connect({ timeoutMs: 250 });
    endless.send("Hello");
    const reading = collect(endless);
    await failure(endless.end(), VoiceTimeoutError, 1_000);
    await failure(reading, VoiceTimeoutError);
  });

  it("treats a close that it did not request as a failure, even with 1000", async () => {
    holder.server.fail({ fault: "close", code: 1000, afterBytes: 16_384 });
    const session = await connect();
    session.send("x".repeat(100));
    const error = await failure(collect(session), VoiceStreamError);
    expect(error).to.include({ closeCode: 1000, bytesReceived: HEADER + 16_384 });
    expect(error.message).to.include("before end()");
  });

  it("fails once: reading, sending and ending throw the same error, and none is unhandled", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    try {
      holder.server.fail({ fault: "close", code: 1011, afterBytes: 0 });
      const session = await connect();
      session.send("Hello");
      await until("it is closed", () => last().close !== undefined);
      await sleep(20);
      const sent = thrown(() => session.send("more"), VoiceStreamError);
      const ended = await failure(session.end(), VoiceStreamError);
      const read = await failure(collect(session), VoiceStreamError);
      expect(sent).to.equal(ended).and.to.equal(read);
      expect(sent.closeCode).to.equal(1011);

      holder.server.fail({ fault: "terminate" });
      const forgotten = await connect();
      forgotten.send("Hello");
      void forgotten.end();
      await until("it is closed", () => last().close !== undefined);
      await sleep(20);
      expect(unhandled).to.deep.equal([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });

  it("can be closed from this side: by leaving the loop, or by abort()", async () => {
    const session = await connect();
    session.send("x".repeat(100));
    for await (const piece of session) {
      void piece;
      break;
    }
    await until("the server notices", () => last().close?.by === "client");
    thrown(() => session.send("more"), VoiceInputError);

    const aborted = await connect();
    aborted.send("Hello");
    const ended = aborted.end();
    aborted.abort("enough");
    aborted.abort("again");
    expect((await failure(ended, VoiceAbortError)).cause).to.equal("enough");
    await failure(collect(aborted), VoiceAbortError);
    thrown(() => aborted.send("more"), VoiceAbortError);
    await until("the server notices", () => last().close !== undefined);
  });

  it("can be ended by its signal at any time", async () => {
    const controller = new AbortController();
    const session = await connect({ signal: controller.signal });
    const reading = collect(session);
    await sleep(20);
    controller.abort();
    await failure(reading, VoiceAbortError);
    await until("the server notices", () => last().close?.by === "client");
  });

  it("is closed if its audio cannot be saved", async () => {
    const session = await connect();
    session.send("Hello");
    await failure(session.save(`${folder.path}/missing/a.wav`), Error);
    await until("the server notices", () => last().close?.by === "client");
  });

  it("fails to connect for the same reasons as a stream", async () => {
    const { server } = holder;
    await failure(clientOf(server).tts.connect({ voiceId: 99 }), VoiceNotFoundError);
    server.fail({ fault: "status", status: 401, on: "tts.connect" });
    await failure(connect(), VoiceAuthenticationError);
    server.fail({ fault: "hang", on: "tts.connect" });
    await failure(connect({ timeoutMs: 100 }), VoiceTimeoutError, 1_000);
    server.fail({ fault: "reset", on: "tts.connect" });
    await failure(connect(), VoiceConnectionError);
  });

  it("reports the service's 1008 for a voice that disappears after the list", async () => {
    const voices = [{ id: 1, name: "One", description: "" }];
    const server = await startVoiceServer({ ttsVoices: voices });
    try {
      const client = clientOf(server);
      await client.tts.listVoices();
      voices.pop();
      const session = await client.tts.connect({ voiceId: 1 });
      const error = await failure(collect(session), VoiceStreamError);
      expect(error.closeCode).to.equal(1008);
      expect(error.message).to.include("the keys or the voice");
    } finally {
      await server.close();
    }
  });
});
