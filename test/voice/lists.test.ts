import { expect } from "chai";
import {
  VoiceAbortError,
  VoiceApiError,
  VoiceAuthenticationError,
  VoiceClient,
  VoiceConnectionError,
  VoiceInputError,
  VoiceNotFoundError,
  VoiceResponseError,
  VoiceTimeoutError,
  type Voice,
} from "../../src/voice/index.js";
import { startVoiceServer } from "../../src/voice/testing/index.js";
import { clientOf, failure, useServer } from "./helpers.js";

describe("voice lists", () => {
  const richVoice = { id: 7, name: "Rich", description: "x", labels: ["a"], rating: 4.5 };
  const plainVoice = { id: 8, name: "Plain" } as unknown as Voice;
  const holder = useServer({ vcVoices: [richVoice, plainVoice] });

  const asked = (): string[] => holder.server.requests.map(({ operation }) => operation!);

  it("lists the voices of both operations, with the keys in the headers", async () => {
    const client = clientOf(holder.server);
    expect((await client.tts.listVoices()).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    expect(await client.vc.listVoices()).to.deep.equal([
      richVoice,
      { id: 8, name: "Plain", description: "" },
    ]);
    const [first] = holder.server.requests;
    expect(first).to.include({ method: "GET", path: "/v1/tts/voices", status: 200 });
    expect(first?.headers).to.include({ "x-client-key": "[redacted]", "x-api-key": "[redacted]" });
  });

  it("lists once before the first convert, for 20 concurrent ones", async () => {
    const client = clientOf(holder.server);
    const texts = Array.from({ length: 20 }, (_, index) => `Text number ${index}`);
    await Promise.all(texts.map((text) => client.tts.convert({ voiceId: 1, text })));
    expect(asked()[0]).to.equal("tts.listVoices");
    expect(asked().filter((operation) => operation === "tts.listVoices")).to.have.length(1);
    expect(asked().filter((operation) => operation === "tts.convert")).to.have.length(20);
    const sent = holder.server.requests.slice(1).map(({ body }) => (body as { text: string }).text);
    expect(sent.sort()).to.deep.equal(texts.sort());
  });

  it("does not list again after an explicit list", async () => {
    const client = clientOf(holder.server);
    const [voice] = await client.tts.listVoices();
    await client.tts.convert({ voiceId: voice!.id, text: "Hello" });
    expect(asked()).to.deep.equal(["tts.listVoices", "tts.convert"]);
  });

  it("lists once more for an unknown voice, then fails before anything is billed", async () => {
    const client = clientOf(holder.server);
    await client.tts.listVoices();
    const error = await failure(
      client.tts.convert({ voiceId: 99, text: "Hello" }),
      VoiceNotFoundError,
    );
    expect(error.voiceId).to.equal(99);
    expect(error.message).to.include("99").and.include("1, 2, 3");
    expect(asked()).to.deep.equal(["tts.listVoices", "tts.listVoices"]);
  });

  it("keeps the two operations' voices apart", async () => {
    const client = clientOf(holder.server);
    await client.tts.listVoices();
    const audio = new Uint8Array(100);
    await failure(client.vc.convert({ voiceId: 1, audio }), VoiceNotFoundError);
    expect(asked()).to.deep.equal(["tts.listVoices", "vc.listVoices"]);
  });

  it("finds a voice that was added after the first list", async () => {
    const voices: Voice[] = [{ id: 1, name: "One", description: "" }];
    const server = await startVoiceServer({ ttsVoices: voices });
    try {
      const client = clientOf(server);
      await client.tts.listVoices();
      voices.push({ id: 2, name: "Two", description: "" });
      const { durationSeconds } = await client.tts.convert({ voiceId: 2, text: "Hello" });
      expect(durationSeconds).to.equal(0.3);
    } finally {
      await server.close();
    }
  });

  for (const voiceId of [NaN, 0, -1, 1.5, 2 ** 53, Infinity, "1" as unknown as number]) {
    it(`refuses the voice id ${JSON.stringify(voiceId)}${Number.isNaN(voiceId) ? " (NaN)" : ""} without sending a request`, async () => {
      const client = clientOf(holder.server);
      await failure(client.tts.convert({ voiceId, text: "Hello" }), VoiceInputError);
      await failure(client.vc.convert({ voiceId, audio: new Uint8Array(9) }), VoiceInputError);
      await failure(client.tts.connect({ voiceId }), VoiceInputError);
      expect(() => client.tts.stream({ voiceId, text: "Hello" })).to.throw(VoiceInputError);
      expect(asked()).to.deep.equal([]);
    });
  }

  const unreadable: [string, string, RegExp][] = [
    ["is not JSON", "<!doctype html>", /not JSON/],
    ["is empty", "", /empty/],
    ["is not an array", '{"voices":[]}', /not an array/],
    ["holds something without an id", '[{"name":"x"}]', /Entry 0/],
    ["holds a fraction for an id", '[{"id":1.5,"name":"x"}]', /Entry 0/],
    ["holds nothing in an entry", "[null]", /Entry 0/],
  ];
  for (const [what, body, message] of unreadable) {
    it(`reports a list that ${what}`, async () => {
      holder.server.fail({ fault: "body", body });
      const error = await failure(clientOf(holder.server).tts.listVoices(), VoiceResponseError);
      expect(error.message).to.match(message);
      expect(asked()).to.have.length(1);
    });
  }

  it("accepts an empty list, and says so when a voice is needed", async () => {
    holder.server.fail({ fault: "body", body: "[]", times: 2 });
    const client = clientOf(holder.server);
    expect(await client.tts.listVoices()).to.deep.equal([]);
    const error = await failure(
      client.tts.convert({ voiceId: 1, text: "Hello" }),
      VoiceNotFoundError,
    );
    expect(error.message).to.include("no tts voices");
  });

  it("retries twice after a proxy's HTML 502, and then reports it", async () => {
    const page = { "content-type": "text/html" };
    const fault = { fault: "status", status: 502, headers: page, body: "<h1>Bad gateway</h1>" };
    holder.server.fail({ ...fault, times: 2 } as const as never);
    expect(await clientOf(holder.server).tts.listVoices()).to.have.length(3);
    expect(asked()).to.have.length(3);
    holder.server.reset();
    holder.server.fail({ ...fault, times: 9 } as const as never);
    const error = await failure(clientOf(holder.server).tts.listVoices(), VoiceApiError);
    expect(error.status).to.equal(502);
    expect(error.message).to.include("Bad gateway");
    expect(asked()).to.have.length(3);
  });

  for (const status of [408, 429, 500, 503]) {
    it(`retries a list after ${status}`, async () => {
      holder.server.fail({ fault: "status", status });
      expect(await clientOf(holder.server).tts.listVoices()).to.have.length(3);
      expect(asked()).to.have.length(2);
    });
  }

  for (const status of [401, 403]) {
    it(`does not retry after ${status}`, async () => {
      holder.server.fail({ fault: "status", status });
      const error = await failure(
        clientOf(holder.server).tts.listVoices(),
        VoiceAuthenticationError,
      );
      expect(error).to.include({ status, serviceCode: status });
      expect(asked()).to.have.length(1);
    });
  }

  it("reports wrong keys by the service's 401", async () => {
    const client = clientOf(holder.server, { apiKey: "some-wrong-key" });
    const error = await failure(client.tts.listVoices(), VoiceAuthenticationError);
    expect(error.message).to.include("the client key or the API key is wrong");
  });

  it("retries after a cut connection and a truncated list", async () => {
    holder.server.fail({ fault: "reset" });
    holder.server.fail({ fault: "truncated" });
    expect(await clientOf(holder.server).tts.listVoices()).to.have.length(3);
    expect(asked()).to.have.length(3);
  });

  it("reports a port on which nothing listens", async () => {
    const server = await startVoiceServer();
    const client = clientOf(server);
    await server.close();
    const error = await failure(client.tts.listVoices(), VoiceConnectionError);
    expect(error.beforeSending).to.equal(true);
    expect(error.message).to.include("ECONNREFUSED");
  });

  it("ends a list request that hangs, for all its callers", async () => {
    holder.server.fail({ fault: "hang" });
    const client = clientOf(holder.server, { timeoutMs: 100 });
    const calls = [1, 2].map(() => client.tts.convert({ voiceId: 1, text: "Hello" }));
    for (const call of calls) await failure(call, VoiceTimeoutError, 1_000);
    expect(asked()).to.deep.equal(["tts.listVoices"]);
    expect((await client.tts.convert({ voiceId: 1, text: "Hello" })).durationSeconds).to.equal(0.3);
  });

  it("applies each caller's own limits to a list that several wait for", async () => {
    // 200 bytes, one at a time, take longer than the client's own 100 ms.
    holder.server.fail({ fault: "drip", everyMs: 2, on: "tts.listVoices" });
    const client = clientOf(holder.server, { timeoutMs: 100 });
    const patient = client.tts.listVoices({ timeoutMs: 5_000 });
    const hasty = failure(client.tts.listVoices({ timeoutMs: 40 }), VoiceTimeoutError);
    expect((await hasty).message).to.include("longer than 40 ms");
    const usual = await failure(client.tts.listVoices(), VoiceTimeoutError);
    expect(usual.message).to.include("longer than 100 ms");
    expect(asked()).to.deep.equal(["tts.listVoices"]);
    const stop = new AbortController();
    const aborted = client.tts.listVoices({ signal: stop.signal, timeoutMs: 5_000 });
    stop.abort();
    await failure(aborted, VoiceAbortError);
    expect(await patient).to.have.length(3);
    expect(asked()).to.deep.equal(["tts.listVoices"]);
  });

  it("requests it again for waiting callers if the one that sent the request gives up", async () => {
    holder.server.fail({ fault: "hang", on: "tts.listVoices" });
    const client = clientOf(holder.server);
    const asking = client.tts.listVoices({ timeoutMs: 50 });
    const waiting = client.tts.convert({ voiceId: 1, text: "Hello" });
    await failure(asking, VoiceTimeoutError);
    expect((await waiting).durationSeconds).to.equal(0.3);
    expect(asked()).to.deep.equal(["tts.listVoices", "tts.listVoices", "tts.convert"]);
  });

  it("retries a list as often as the call says", async () => {
    holder.server.fail({ fault: "status", status: 503, on: "tts.listVoices", times: 99 });
    const client = clientOf(holder.server);
    for (const maxRetries of [0, 4]) {
      await failure(client.tts.listVoices({ maxRetries }), VoiceApiError);
      expect(asked()).to.have.length(maxRetries + 1);
      await failure(
        client.tts.convert({ voiceId: 1, text: "Hello" }, { maxRetries }),
        VoiceApiError,
      );
      expect(asked()).to.have.length(2 * (maxRetries + 1));
      holder.server.reset();
      holder.server.fail({ fault: "status", status: 503, on: "tts.listVoices", times: 99 });
    }
  });

  it("is requested for each client: no list is shared between keys", async () => {
    await clientOf(holder.server).tts.convert({ voiceId: 1, text: "Hello" });
    const stranger = new VoiceClient({ ...holder.server.clientOptions, apiKey: "some-wrong-key" });
    await failure(stranger.tts.convert({ voiceId: 1, text: "Hello" }), VoiceAuthenticationError);
  });
});
