import { join } from "node:path";
import { expect } from "chai";
import { startVoiceServer } from "../../../src/voice/testing/index.js";
import { runScript, useFolder } from "../helpers.js";
import { installVoice } from "../compiled.js";

const MIB = 1024 * 1024;
const FLOOD_BYTES = 600 * MIB;
const MOST_RESIDENT = 150;

/** The reader runs in a separate process, so that the memory measured is only the reader's. */
describe("a slow reader on a 600 MiB stream", () => {
  let javaScript: Awaited<ReturnType<typeof installVoice>>;
  const folder = useFolder();
  before(async () => {
    javaScript = await installVoice();
  });
  after(() => javaScript.remove());

  for (const kind of ["stream", "session", "saving"] as const) {
    it(`stays below ${MOST_RESIDENT} MiB resident: ${kind}`, async function () {
      this.timeout(180_000);
      const server = await startVoiceServer();
      server.fail({ fault: "flood", bytes: FLOOD_BYTES });
      const open = {
        stream: `client.tts.stream({ voiceId: 1, text: "Hello" })`,
        session: `await client.tts.connect({ voiceId: 1 })`,
        saving: `client.tts.stream({ voiceId: 1, text: "Hello" })`,
      }[kind];
      // The flood has no WAV header, so one is put in front of it; saveWav reads from a slow source.
      const read =
        kind === "saving"
          ? `const { saveWav } = await import("./node_modules/hardhat-dao-migration/dist/src/voice/audio/save.js");
             const { Speech } = await import("./node_modules/hardhat-dao-migration/dist/src/voice/testing/speech.js");
             await saveWav("${join(folder.path, "a.wav")}", (async function* () {
               yield new Speech(1, 1).header("placeholder");
               for await (const piece of audio) { await slow(piece); yield piece; }
             })());`
          : `for await (const piece of audio) await slow(piece);`;
      try {
        const { clientKey, apiKey, baseUrl } = server;
        const { code, stdout, stderr } = await runScript(
          `import { VoiceClient } from "hardhat-dao-migration/voice";
           import { setTimeout as sleep } from "node:timers/promises";
           const client = new VoiceClient({ timeoutMs: 60_000 });
           let bytes = 0, next = 0, peak = 0;
           const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 10);
           async function slow(piece) {
             bytes += piece.length;
             peak = Math.max(peak, process.memoryUsage.rss());
             // Waits 20 ms every 2 MiB, about 6 s in total; the server could send ten times as fast.
             if (bytes >= next) { next += 2 * ${MIB}; await sleep(20); }
           }
           const audio = ${open};
           if (${kind === "session"}) { audio.send("Hello"); void audio.end(); }
           ${read}
           clearInterval(watch);
           console.log(JSON.stringify({ bytes, peakMiB: Math.round(peak / ${MIB}) }));`,
          {
            env: { VOICE_BASE_URL: baseUrl, VOICE_CLIENT_KEY: clientKey, VOICE_API_KEY: apiKey },
            timeoutMs: 170_000,
            compiled: javaScript.folder,
          },
        );
        expect(stderr).to.equal("");
        expect(code).to.equal(0);
        const { bytes, peakMiB } = JSON.parse(stdout) as { bytes: number; peakMiB: number };
        console.log(`      peak ${peakMiB} MiB resident`);
        expect(bytes).to.equal(FLOOD_BYTES);
        expect(peakMiB).to.be.at.most(MOST_RESIDENT);
      } finally {
        await server.close();
      }
    });
  }
});
