import { expect } from "chai";
import { startVoiceServer } from "../../../src/voice/testing/index.js";
import { runScript, until } from "../helpers.js";

describe("after 1,000 converts and 200 streams", () => {
  it("leaves no handle and no listener, and memory does not grow", async function () {
    this.timeout(180_000);
    const server = await startVoiceServer({ msPerCharacter: 20 });
    try {
      const { clientKey, apiKey, baseUrl } = server;
      const { code, stdout, stderr } = await runScript(
        `import { getEventListeners } from "node:events";
         import { setTimeout as sleep } from "node:timers/promises";
         import { VoiceClient } from "./src/voice/index.ts";
         const client = new VoiceClient();
         const { signal } = new AbortController();
         const speech = { voiceId: 1, text: "A sentence of some length." };
         const convert = () => client.tts.convert(speech, { signal });
         async function stream(index) {
           if (index % 2 === 0) {
             for await (const piece of client.tts.stream(speech, { signal })) void piece;
           } else {
             const session = await client.tts.connect({ voiceId: 1 }, { signal });
             session.send(speech.text);
             void session.end();
             for await (const piece of session) void piece;
           }
         }
         async function many(count, work) {
           for (let index = 0; index < count; index += 10)
             await Promise.all(Array.from({ length: 10 }, (_, more) => work(index + more)));
         }
         const heap = () => { gc(); gc(); return process.memoryUsage().heapUsed; };
         const before = process.getActiveResourcesInfo().sort();
         await many(200, convert);
         await many(40, stream);
         const heapBefore = heap();
         await many(800, convert);
         await many(160, stream);
         const heapAfter = heap();
         await sleep(100);
         // Connections that fetch keeps for reuse do not keep the process alive and are not listed here.
         const after = process.getActiveResourcesInfo().sort();
         console.log(JSON.stringify({
           before, after,
           listeners: getEventListeners(signal, "abort").length,
           grownKiB: Math.round((heapAfter - heapBefore) / 1024),
         }));`,
        {
          env: {
            VOICE_BASE_URL: baseUrl,
            VOICE_CLIENT_KEY: clientKey,
            VOICE_API_KEY: apiKey,
            NODE_OPTIONS: "--expose-gc",
          },
          timeoutMs: 170_000,
        },
      );
      expect(stderr).to.equal("");
      expect(code).to.equal(0);
      const found = JSON.parse(stdout) as {
        before: string[];
        after: string[];
        listeners: number;
        grownKiB: number;
      };
      console.log(`      heap grew by ${found.grownKiB} KiB over 800 converts and 160 streams`);
      const handles = (names: string[]): string[] =>
        names.filter((name) => /Timeout|TCP|TLS|Immediate|HTTP/.test(name));
      expect(handles(found.after)).to.deep.equal(handles(found.before));
      expect(found.listeners).to.equal(0);
      expect(found.grownKiB).to.be.below(1024);
      const operations = server.requests.map(({ operation }) => operation);
      expect(operations.filter((name) => name === "tts.convert")).to.have.length(1000);
      expect(operations.filter((name) => /stream|connect/.test(name!))).to.have.length(200);
      expect(operations.filter((name) => name === "tts.listVoices")).to.have.length(1);
      await until("the server has no connection either", () => server.openConnections === 0);
    } finally {
      await server.close();
    }
  });
});
