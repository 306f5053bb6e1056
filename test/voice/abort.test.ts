import { getEventListeners } from "node:events";
import { expect } from "chai";
import { VoiceAbortError, VoiceTimeoutError } from "../../src/voice/index.js";
import type { Fault } from "../../src/voice/testing/index.js";
import { clientOf, collect, failure, runScript, until, useServer } from "./helpers.js";

describe("aborting", () => {
  const holder = useServer();
  let controller: AbortController;
  let signal: AbortSignal;
  beforeEach(() => {
    controller = new AbortController();
    signal = controller.signal;
  });
  afterEach("no listener is left on the signal", () => {
    expect(getEventListeners(signal, "abort")).to.have.length(0);
  });

  const speech = { voiceId: 1, text: "Hello" };
  const asked = (operation: string): boolean =>
    holder.server.requests.some((request) => request.operation === operation);

  it("before the call: sends nothing, and reports the reason", async () => {
    const client = clientOf(holder.server);
    const reason = new Error("changed my mind");
    controller.abort(reason);
    const recording = { voiceId: 11, audio: new Uint8Array(9) };
    for (const call of [
      () => client.tts.listVoices({ signal }),
      () => client.tts.convert(speech, { signal }),
      () => client.vc.convert(recording, { signal }),
      () => client.tts.connect({ voiceId: 1 }, { signal }),
      () => collect(client.tts.stream(speech, { signal })),
    ]) {
      const error = await failure(call(), VoiceAbortError);
      expect(error).to.include({ name: "AbortError", code: "ABORT_ERR", cause: reason });
    }
    expect(holder.server.requests).to.have.length(0);
  });

  it("during the list: ends only that caller, and the request with the last one", async () => {
    holder.server.fail({ fault: "hang", on: "tts.listVoices" });
    const client = clientOf(holder.server);
    const other = new AbortController();
    const first = client.tts.convert(speech, { signal });
    const second = client.tts.convert(speech, { signal: other.signal });
    await until("the list is asked for", () => asked("tts.listVoices"));
    controller.abort();
    await failure(first, VoiceAbortError);
    expect(holder.server.openConnections).to.equal(1);
    other.abort();
    await failure(second, VoiceAbortError);
    await until("the request is gone", () => holder.server.openConnections === 0);
    expect(holder.server.requests).to.have.length(1);
    expect((await client.tts.convert(speech)).durationSeconds).to.equal(0.3);
  });

  it("during the list: does not affect another caller's result", async () => {
    holder.server.fail({ fault: "drip", everyMs: 1, on: "tts.listVoices" });
    const client = clientOf(holder.server);
    const aborted = client.tts.convert(speech, { signal });
    const kept = client.tts.convert(speech);
    await until("the list is asked for", () => asked("tts.listVoices"));
    controller.abort();
    await failure(aborted, VoiceAbortError);
    expect((await kept).durationSeconds).to.equal(0.3);
  });

  it("during an upload that the service does not read: leaves no socket", async () => {
    holder.server.fail({ fault: "hang", on: "vc.convert" });
    const { baseUrl, clientKey, apiKey } = holder.server;
    // In a separate process, where every socket is the client's.
    const { stdout, stderr } = await runScript(
      `import { VoiceClient } from "./src/voice/index.ts";
       import { setTimeout as sleep } from "node:timers/promises";
       const resources = (kind) =>
         process.getActiveResourcesInfo().filter((name) => name.startsWith(kind)).length;
       const controller = new AbortController();
       const { signal } = controller;
       const audio = new Uint8Array(50_000_000);
       const call = new VoiceClient().vc.convert({ voiceId: 11, audio }, { signal });
       // Wait until the socket is full and a write is pending.
       for (let waited = 0; resources("SimpleWrite") === 0 && waited < 5_000; waited += 20)
         await sleep(20);
       const before = resources("TCP");
       controller.abort();
       const error = await call.catch(({ name }) => name);
       await sleep(100);
       console.log(JSON.stringify({ error, before, after: resources("TCP") }));`,
      { env: { VOICE_BASE_URL: baseUrl, VOICE_CLIENT_KEY: clientKey, VOICE_API_KEY: apiKey } },
    );
    expect(stderr).to.equal("");
    expect(JSON.parse(stdout)).to.deep.equal({ error: "AbortError", before: 1, after: 0 });
    expect(holder.server.requests[1]).to.include({ operation: "vc.convert", status: undefined });
  });

  it("during the wait before a retry: does not retry", async () => {
    holder.server.fail({ fault: "status", status: 503, on: "tts.convert" });
    const client = clientOf(holder.server, { retryDelayMs: 8_000 });
    const call = client.tts.convert(speech, { signal });
    await until("the 503 is sent", () => holder.server.requests[1]?.status === 503);
    setTimeout(() => controller.abort(), 20);
    await failure(call, VoiceAbortError, 1_000);
    expect(holder.server.requests).to.have.length(2);
  });

  const bodies: Fault[] = [
    { fault: "hang", on: "tts.convert" },
    { fault: "hang-in-body", on: "tts.convert" },
    { fault: "drip", everyMs: 1, on: "tts.convert" },
    { fault: "endless", on: "tts.convert" },
  ];
  for (const fault of bodies) {
    it(`during the answer, with the fault ${fault.fault}`, async () => {
      holder.server.fail(fault);
      const call = clientOf(holder.server).tts.convert(speech, { signal });
      await until("it is asked for", () => asked("tts.convert"));
      setTimeout(() => controller.abort(), 20);
      await failure(call, VoiceAbortError, 1_000);
    });
  }

  it("does not affect a later call with another signal", async () => {
    const client = clientOf(holder.server);
    controller.abort();
    await failure(client.tts.convert(speech, { signal }), VoiceAbortError);
    const fresh = new AbortController();
    await client.tts.convert(speech, { signal: fresh.signal });
    await collect(client.tts.stream(speech, { signal: fresh.signal }));
    const session = await client.tts.connect({ voiceId: 1 }, { signal: fresh.signal });
    await session.end();
    expect(getEventListeners(fresh.signal, "abort")).to.have.length(0);
  });

  it("treats AbortSignal.timeout as an abort, with its reason", async () => {
    holder.server.fail({ fault: "hang" });
    const call = clientOf(holder.server).tts.listVoices({ signal: AbortSignal.timeout(30) });
    const error = await failure(call, VoiceAbortError, 1_000);
    expect(error).not.to.be.instanceOf(VoiceTimeoutError);
    expect(error.cause).to.have.property("name", "TimeoutError");
  });
});
