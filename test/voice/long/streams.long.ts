import { expect } from "chai";

import { rejection } from "../../rejection.js";
import { runScript, useFolder, useService, withService } from "../helpers.js";
import { until } from "../../until.js";

const MIB = 1024 * 1024;
const FLOOD_BYTES = 300 * MIB;
const MOST_RESIDENT_MIB = 200;

describe("a process of its own", () => {
  const holder = useService({ msPerCharacter: 20 });
  const folder = useFolder();

  it("has no handle and no listener left after 1,000 converts and 200 streams, and does not grow", async () => {
    const said = await runScript(
      `import { getEventListeners } from "node:events";
       import { setTimeout as sleep } from "node:timers/promises";
       import { VoiceClient } from "voice";
       const { tts } = new VoiceClient();
       const { signal } = new AbortController();
       const speech = { voiceId: 1, text: "A sentence of some length." };
       const convert = () => tts.convert(speech, { signal });
       async function stream(index) {
         let audio = tts.stream(speech, { signal });
         if (index % 2 === 0) {
           audio = await tts.connect({ voiceId: 1 }, { signal });
           audio.send(speech.text);
           void audio.end();
         }
         for await (const piece of audio) void piece;
       }
       async function many(count, work) {
         for (let index = 0; index < count; index += 10)
           await Promise.all(Array.from({ length: 10 }, (_, more) => work(index + more)));
       }
       // What is about to be closed is no growth.
       const heap = async () => { await sleep(300); gc(); gc(); return process.memoryUsage().heapUsed; };
       const handles = () =>
         process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|TLS|Immediate|HTTP/.test(name));
       const before = handles().length;
       await many(200, convert);
       await many(40, stream);
       const heapBefore = await heap();
       await many(800, convert);
       await many(160, stream);
       const heapAfter = await heap();
       const left = [handles().length - before, getEventListeners(signal, "abort").length];
       console.log(JSON.stringify([...left, Math.round((heapAfter - heapBefore) / 1024)]));`,
      { env: { ...holder.service.env, NODE_OPTIONS: "--expose-gc" }, timeoutMs: 170_000 },
    );
    const [handles, listeners, grownKiB] = JSON.parse(said) as [number, number, number];
    console.log(`      heap grew by ${grownKiB} KiB over 800 converts and 160 streams`);
    expect([handles, listeners]).to.deep.equal([0, 0]);
    expect(grownKiB).to.be.below(1024);
    const operations = holder.service.operations();
    // Each of the first ten converts lists the voices, and no other.
    expect(operations.filter((name) => name === "tts.listVoices")).to.have.length(10);
    expect(operations).to.have.length(10 + 1_000 + 200);
    await until(
      "the service has no connection either",
      () => holder.service.openConnections() === 0,
    );
  });

  it(`stays below ${MOST_RESIDENT_MIB} MiB resident while it saves 300 MiB that it reads slowly`, async () => {
    holder.service.fail({ fault: "flood", bytes: FLOOD_BYTES });
    const said = await runScript(
      `import { VoiceClient } from "voice";
       import { setTimeout as sleep } from "node:timers/promises";
       const session = await new VoiceClient().tts.connect({ voiceId: 1 });
       session.send("Hello");
       void session.end();
       let bytes = 0, next = 0, peak = 0;
       const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage.rss()); }, 10);
       const read = session[Symbol.asyncIterator].bind(session);
       session[Symbol.asyncIterator] = async function* () {
         for await (const piece of { [Symbol.asyncIterator]: read }) {
           bytes += piece.length;
           // Waits 20 ms every 2 MiB, about 3 s in total; the service could send ten times as fast.
           if (bytes >= next) { next += 2 * ${MIB}; await sleep(20); }
           yield piece;
         }
       };
       await session.save("${folder.at("a.wav")}");
       clearInterval(watch);
       console.log(bytes, Math.round(peak / ${MIB}));`,
      { env: holder.service.env, timeoutMs: 170_000 },
    );
    const [bytes, peakMiB] = said.split(" ").map(Number);
    console.log(`      peak ${peakMiB} MiB resident`);
    expect(bytes).to.equal(FLOOD_BYTES);
    expect(peakMiB).to.be.at.most(MOST_RESIDENT_MIB);
  });
});

it("an answer that does not end is refused after 256 MiB", async () => {
  await withService({}, async (service, { tts }) => {
    service.fail({ fault: "endless", on: "tts.convert" });
    const { message } = await rejection(tts.convert({ voiceId: 1, text: "x" }));
    expect(message).to.equal("The audio has more than 268435456 bytes.");
  });
});
