import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { WebSocket } from "ws";
import { VoiceClient, type Voice } from "../../../src/voice/index.js";
import { startVoiceServer, type VoiceServer } from "../../../src/voice/testing/index.js";
import { until, useServer } from "../helpers.js";

/** Talks to the server without our client, like any other client of the service. */
async function talk(
  server: VoiceServer,
  path: string,
  messages: readonly (object | string | Buffer)[],
): Promise<{ code: number; reason: string; frames: Buffer[] }> {
  const socket = new WebSocket(server.wsBaseUrl + path);
  const frames: Buffer[] = [];
  socket.on("message", (data) => frames.push(data as Buffer));
  await once(socket, "open");
  for (const message of messages) {
    const isRaw = typeof message === "string" || Buffer.isBuffer(message);
    socket.send(isRaw ? message : JSON.stringify(message));
  }
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  return { code, reason: reason.toString(), frames };
}

describe("voice server", () => {
  const holder = useServer();
  const headers = (): Record<string, string> => ({
    "X-Client-Key": holder.server.clientKey,
    "X-Api-Key": holder.server.apiKey,
  });
  const auth = () => {
    const { clientKey, apiKey } = holder.server;
    return { type: "authApiKey", clientKey, apiKey };
  };
  const get = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(holder.server.baseUrl + path, { headers: headers(), ...init });

  it("lists voices with the specification's fields", async () => {
    for (const path of ["/v1/tts/voices", "/v1/vc/voices"]) {
      const voices = (await (await get(path)).json()) as Voice[];
      expect(voices).not.to.have.length(0);
      for (const voice of voices) {
        expect(voice.id).to.satisfy(Number.isInteger);
        expect(voice.name).to.be.a("string");
        expect(voice.description).to.be.a("string");
      }
    }
  });

  it("requires the keys for every path, and answers in the service's error format", async () => {
    for (const path of ["/v1/tts/voices", "/v1/vc/voices", "/v1/nothing"]) {
      const response = await get(path, { headers: { ...headers(), "X-Api-Key": "wrong" } });
      expect(response.status).to.equal(401);
      expect(await response.json()).to.have.all.keys("text", "code", "message");
    }
    expect((await get("/v1/nothing")).status).to.equal(404);
    expect((await get("/")).status).to.equal(404);
    expect((await get("/v1/tts/stream/simplex/ws")).status).to.equal(426);
    expect((await get("/v1/auth/check", { method: "POST" })).status).to.equal(200);
  });

  it("speaks in proportion to the text, and says so in the headers", async () => {
    for (const text of ["a", "abcdefghij"]) {
      const body = JSON.stringify({ voiceId: 1, text });
      const response = await get("/v1/tts/convert", { method: "POST", body });
      const audio = Buffer.from(await response.arrayBuffer());
      expect(audio.length).to.equal(44 + text.length * 0.06 * 64_000);
      expect(response.headers.get("audio-duration-ms")).to.equal(String(text.length * 60));
      expect(response.headers.get("audio-size-bytes")).to.equal(String(audio.length));
      expect(audio.toString("latin1", 0, 4)).to.equal("RIFF");
      expect([audio.readUInt32LE(4), audio.readUInt32LE(40)]).to.deep.equal([
        0xffc79aca, 0xffc79a9e,
      ]);
      expect(new Set(audio.subarray(44)).size, "not silence").to.be.greaterThan(50);
    }
  });

  it("refuses conversions that the specification does not allow", async () => {
    for (const [body, status] of [
      ["{", 400],
      ["{}", 400],
      ['{"voiceId":"1","text":"a"}', 400],
      ['{"voiceId":1.5,"text":"a"}', 400],
      ['{"voiceId":1,"text":""}', 400],
      ['{"voiceId":1}', 400],
      ['{"voiceId":99,"text":"a"}', 404],
    ] as const) {
      const response = await get("/v1/tts/convert", { method: "POST", body });
      expect(response.status, body).to.equal(status);
    }
    const form = new FormData();
    form.set("audio", new Blob(["x"]), "a.wav");
    for (const [path, body, status] of [
      ["/v1/vc/convert?voiceId=11", "no form", 400],
      ["/v1/vc/convert?voiceId=11", form, 400],
    ] as const) {
      expect((await get(path, { method: "POST", body })).status).to.equal(status);
    }
    form.set("file", new Blob(["x"]), "a.wav");
    const unknown = await get("/v1/vc/convert?voiceId=1", { method: "POST", body: form });
    expect(unknown.status).to.equal(404);
  });

  it("accepts streams as the official client opens them: with more query fields, in one tick", async () => {
    const path = "/v1/tts/stream/simplex/ws?voiceId=1&voiceType=system&ua=sdk";
    const { code, frames } = await talk(holder.server, path, [
      auth(),
      { type: "convert", text: "Hello" },
    ]);
    expect(code).to.equal(1000);
    expect(frames[0]).to.have.length(44);
    expect(Buffer.concat(frames)).to.have.length(44 + 5 * 0.06 * 64_000);
  });

  it("speaks duplex texts in order, and repeats the header only if told to", async () => {
    for (const repeatHeaders of [false, true]) {
      const { clientKey, apiKey } = holder.server;
      const server = await startVoiceServer({ clientKey, apiKey, repeatHeaders });
      try {
        const { code, frames } = await talk(server, "/v1/tts/stream/duplex/ws?voiceId=2", [
          auth(),
          { type: "convert", text: "Hello" },
          { type: "convert", text: "Hi" },
          { type: "close" },
        ]);
        expect(code).to.equal(1000);
        const headers = frames.filter((frame) => frame.toString("latin1", 0, 4) === "RIFF");
        expect(headers).to.have.length(repeatHeaders ? 2 : 1);
        expect(Buffer.concat(frames)).to.have.length(headers.length * 44 + 7 * 0.06 * 64_000);
      } finally {
        await server.close();
      }
    }
  });

  it("closes with 1008 on messages out of turn", async () => {
    const simplex = "/v1/tts/stream/simplex/ws?voiceId=1";
    const duplex = "/v1/tts/stream/duplex/ws?voiceId=1";
    const hello = { type: "convert", text: "Hello" };
    for (const [path, messages] of [
      [simplex, [hello]],
      [simplex, [{ ...auth(), apiKey: "wrong" }]],
      [simplex, ["no JSON"]],
      [simplex, [Buffer.from([1, 2, 3])]],
      [simplex, [auth(), { type: "close" }]],
      [simplex, [auth(), { type: "convert" }]],
      [simplex, [auth(), auth()]],
      [simplex, [auth(), hello, hello]],
      [duplex, [auth(), { type: "convert", text: "" }]],
      ["/v1/tts/stream/simplex/ws?voiceId=99", [auth()]],
      ["/v1/tts/stream/simplex/ws", [auth()]],
    ] as const) {
      const { code } = await talk(holder.server, path, messages);
      expect(code, `${path} ${JSON.stringify(messages)}`).to.equal(1008);
    }
  });

  it("logs a binary message by its length, and a text that is not JSON as it is", async () => {
    const path = "/v1/tts/stream/simplex/ws?voiceId=1";
    await talk(holder.server, path, [Buffer.alloc(5)]);
    await talk(holder.server, path, [`no ${holder.server.apiKey}`]);
    const messages = holder.server.requests.map((request) => request.messages);
    expect(messages).to.deep.equal([[{ unreadable: 5 }], ["no [redacted]"]]);
  });

  it("refuses an upgrade anywhere else", async () => {
    const socket = new WebSocket(`${holder.server.wsBaseUrl}/v1/elsewhere`);
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).to.include("404");
  });

  it("survives any request: an upgrade to //, deeply nested JSON, an impossible fault", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    const crashes: unknown[] = [];
    const note = (error: unknown): void => void crashes.push(error);
    process.on("uncaughtExceptionMonitor", note);
    process.on("unhandledRejection", note);
    try {
      for (const path of ["//", "//[", "/%", "/\\"]) {
        const { port } = new URL(holder.server.baseUrl);
        for (const upgrade of ["", "Connection: Upgrade\r\nUpgrade: websocket\r\n"]) {
          const socket = connect(Number(port), "127.0.0.1");
          socket.end(`GET ${path} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`);
          const [answer] = (await once(socket, "data")) as [Buffer];
          expect(answer.toString(), path).to.match(/^HTTP\/1.1 40[04]/);
          socket.destroy();
        }
      }
      const body = `{"voiceId":1,"text":${deep}}`;
      expect((await get("/v1/tts/convert", { method: "POST", body })).status).to.equal(400);
      const path = "/v1/tts/stream/simplex/ws?voiceId=1";
      expect((await talk(holder.server, path, [deep])).code).to.equal(1008);
      expect((await talk(holder.server, path, [auth(), body])).code).to.equal(1008);
      expect(JSON.stringify(holder.server.requests)).to.include("nested too deeply");
      holder.server.fail({ fault: "close", code: 5 });
      const hello = { type: "convert", text: "Hello" };
      expect((await talk(holder.server, path, [auth(), hello])).code).to.equal(1006);
      expect((await get("/v1/tts/voices")).status).to.equal(200);
      expect(crashes).to.deep.equal([]);
    } finally {
      process.off("uncaughtExceptionMonitor", note);
      process.off("unhandledRejection", note);
    }
  });

  it("does not redact texts that merely contain a short key", async () => {
    const server = await startVoiceServer({ clientKey: "a", apiKey: "e1" });
    try {
      const client = new VoiceClient(server.clientOptions);
      await client.tts.convert({ voiceId: 1, text: "a cat, e1" });
      const [list, convert] = server.requests;
      expect(list).to.include({ path: "/v1/tts/voices" });
      expect(list?.headers).to.include({ "x-client-key": "[redacted]", "x-api-key": "[redacted]" });
      expect(convert?.body).to.deep.equal({ voiceId: 1, text: "a cat, e1" });
    } finally {
      await server.close();
    }
  });

  it("repeats a fault as often as asked, for the given operation", async () => {
    holder.server.fail({ fault: "status", status: 500, on: "vc.listVoices", times: 2 });
    const statuses: number[] = [];
    for (const path of ["/v1/tts/voices", ...Array<string>(3).fill("/v1/vc/voices")]) {
      statuses.push((await get(path)).status);
    }
    expect(statuses).to.deep.equal([200, 500, 500, 200]);
    holder.server.fail({ fault: "status", status: 500 });
    holder.server.reset();
    expect((await get("/v1/tts/voices")).status).to.equal(200);
    expect(holder.server.requests).to.have.length(1);
  });

  it("keeps the given port, and frees it when closed, even with open connections", async () => {
    const server = await startVoiceServer();
    const port = Number(new URL(server.baseUrl).port);
    const socket = new WebSocket(`${server.wsBaseUrl}/v1/tts/stream/duplex/ws?voiceId=1`);
    await once(socket, "open");
    const closed = once(socket, "close");
    await server.close();
    await closed;
    const again = await startVoiceServer({ port });
    expect(again.baseUrl).to.equal(server.baseUrl);
    await until("nothing is connected", () => again.openConnections === 0);
    await again.close();
  });
});
