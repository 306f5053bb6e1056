import { expect } from "chai";
import { runScript, useServer } from "./helpers.js";

describe("a process that uses the voice client", () => {
  const holder = useServer();
  const run = (body: string, timeoutMs = 15_000) => {
    const { baseUrl, clientKey, apiKey } = holder.server;
    const env = { VOICE_BASE_URL: baseUrl, VOICE_CLIENT_KEY: clientKey, VOICE_API_KEY: apiKey };
    return runScript(`import { VoiceClient } from "./src/voice/index.ts";\n${body}`, {
      env,
      timeoutMs,
    });
  };

  it("exits after using every call of a client", async () => {
    const { code, stdout, stderr } = await run(`
      const client = new VoiceClient({ timeoutMs: 600_000 });
      const speech = { voiceId: 1, text: "Hello" };
      await client.tts.convert(speech);
      for await (const piece of client.tts.stream(speech)) void piece;
      for await (const piece of client.tts.stream(speech)) break;
      const session = await client.tts.connect({ voiceId: 1 });
      session.send("Hello");
      await session.end();
      client.tts.stream(speech);
      globalThis.client = client;
      const done = performance.now();
      process.on("exit", () => console.log(Math.round(performance.now() - done)));`);
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
    expect(Number(stdout)).to.be.below(1_000);
  });

  it("is not killed by an unhandled failure", async () => {
    holder.server.fail({ fault: "terminate", on: "tts.connect" });
    holder.server.fail({ fault: "stall", on: "tts.stream" });
    const { code, stderr, stdout } = await run(`
      const session = await new VoiceClient().tts.connect({ voiceId: 1 });
      session.send("Hello");
      void session.end();
      const stream = new VoiceClient({ timeoutMs: 100 }).tts.stream({ voiceId: 1, text: "Hello" });
      try { for await (const piece of stream) void piece; } catch (error) { console.log(error.name); }`);
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
    expect(stdout.trim()).to.equal("VoiceTimeoutError");
  });

  it("loads ws only when a stream is opened", async () => {
    const { stdout, stderr } = await run(`
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      const packages = () => loaded.filter((url) => url.includes("/node_modules/"));
      await import("./src/voice/index.ts?again");
      const client = new VoiceClient();
      const speech = { voiceId: 1, text: "Hello" };
      await client.tts.convert(speech);
      const stream = client.tts.stream(speech);
      const before = packages();
      for await (const piece of stream) void piece;
      const after = packages().some((url) => url.includes("/node_modules/ws/"));
      console.log(JSON.stringify({ before, after }));`);
    expect(stderr).to.equal("");
    expect(JSON.parse(stdout)).to.deep.equal({ before: [], after: true });
  });

  it("does not load ws, nor the voice module, with the plugin", async () => {
    const { code, stdout, stderr } = await runScript(`
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      await import("./src/index.ts");
      console.log(JSON.stringify({
        plugin: loaded.some((url) => url.includes("/src/index.ts")),
        voice: loaded.filter((url) => /node_modules\\/ws\\/|src\\/voice\\//.test(url)),
      }));`);
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({ plugin: true, voice: [] });
  });
});
