import { expect } from "chai";

import { runScript, useService } from "./helpers.js";

const HOOKS = `
  import { registerHooks } from "node:module";
  const loaded = [];
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });`;

describe("a process that uses the voice client", () => {
  const holder = useService();
  const run = (script: string) =>
    runScript(`import { VoiceClient } from "voice";\n${script}`, { env: holder.service.env });

  it("exits after using every call of a client", async () => {
    const said = await run(`
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
    // fetch keeps idle connections for almost a minute, as the service allows.
    expect(Number(said)).to.be.below(30_000);
  });

  it("has no socket left after aborting an upload that the service does not read", async () => {
    holder.service.fail({ fault: "hang", on: "vc.convert" });
    const said = await run(`
      import { setTimeout as sleep } from "node:timers/promises";
      const count = (kind) =>
        process.getActiveResourcesInfo().filter((name) => name.startsWith(kind)).length;
      const stop = new AbortController();
      const recording = { voiceId: 11, audio: new Uint8Array(16_000_000) };
      const call = new VoiceClient().vc.convert(recording, { signal: stop.signal });
      // Until the socket is full and a write is pending.
      for (let waited = 0; count("SimpleWrite") === 0 && waited < 30_000; waited += 20) await sleep(20);
      const before = count("TCP");
      stop.abort();
      const error = await call.catch(({ kind }) => kind);
      for (let waited = 0; count("TCP") > 0 && waited < 30_000; waited += 20) await sleep(20);
      console.log(error, before, count("TCP"));`);
    expect(said).to.equal("abort 1 0\n");
  });

  it("loads ws when a stream is opened, and nothing else", async () => {
    const said = await runScript(
      `${HOOKS}
       const { VoiceClient } = await import("voice");
       const packages = () => loaded.filter((url) => /node_modules\\/(?!\\.)/.test(url));
       const { tts } = new VoiceClient();
       const speech = { voiceId: 1, text: "Hello" };
       await tts.convert(speech);
       const stream = tts.stream(speech);
       const before = packages().length;
       for await (const piece of stream) void piece;
       console.log(before, [...new Set(packages().map((url) => url.split(/node_modules./).pop().split("/")[0]))].join());`,
      { env: holder.service.env },
    );
    expect(said).to.match(/^0 ws\b/);
  });
});
