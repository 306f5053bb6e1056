import { expect } from "chai";

import type { Voice } from "../../src/voice/index.js";
import { until } from "../until.js";
import { clientOf, failure, useService, withService } from "./helpers.js";

const SPEECH = { voiceId: 1, text: "Hello" };

describe("voice lists", () => {
  const rich = { id: 11, name: "Rich", description: "x", labels: ["a"], rating: 4.5 };
  const plain = { id: 12, name: "Plain" } as Voice;
  const holder = useService({ vcVoices: [rich, plain] });
  const client = (timeoutMs?: number) => clientOf(holder.service, { timeoutMs });

  it("lists the voices of both operations, with the keys in the headers", async () => {
    const { clientKey, apiKey } = holder.service.clientOptions;
    const { tts, vc } = client();
    expect((await tts.listVoices()).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    expect(await vc.listVoices()).to.deep.equal([rich, { ...plain, description: "" }]);
    expect(holder.service.requests[0]?.headers).to.include({
      "x-client-key": clientKey,
      "x-api-key": apiKey,
    });
  });

  it("lists before the first conversion, and not for those that follow", async () => {
    const { tts } = client();
    await tts.convert(SPEECH);
    await Promise.all([1, 2, 3].map((n) => tts.convert({ voiceId: 1, text: `Text ${n}` })));
    const [first, ...others] = holder.service.operations();
    expect(first).to.equal("tts.listVoices");
    expect(others).to.deep.equal(Array(4).fill("tts.convert"));
  });

  it("lists again for an unknown voice, then fails before anything is billed", async () => {
    const { tts, vc } = client();
    await tts.listVoices();
    const { message } = await failure(tts.convert({ voiceId: 99, text: "Hello" }), "unknown voice");
    expect(message).to.include("no voice 99").and.include("1, 2, 3");
    // The operations' voices are apart.
    await failure(vc.convert({ voiceId: 1, audio: new Uint8Array(100) }), "unknown voice");
    expect(holder.service.operations()).to.deep.equal([
      ...["tts.listVoices", "tts.listVoices"],
      "vc.listVoices",
    ]);
  });

  it("finds a voice that was added after the first list", () =>
    withService(
      { ttsVoices: [{ id: 1, name: "One", description: "" }] },
      async (service, { tts }) => {
        await tts.listVoices();
        service.settings.ttsVoices.push({ id: 2, name: "Two", description: "" });
        expect((await tts.convert({ voiceId: 2, text: "Hello" })).durationSeconds).to.equal(0.3);
      },
    ));

  it("accepts an empty list, until a voice is needed", async () => {
    holder.service.fail({ fault: "body", body: "[]", times: 2 });
    const { tts } = client();
    expect(await tts.listVoices()).to.deep.equal([]);
    await failure(tts.convert(SPEECH), "unknown voice");
  });

  it("reports a port on which nothing listens", async () => {
    const { tts } = await withService({}, async (_service, gone) => gone);
    const { message } = await failure(tts.listVoices(), "connection");
    expect(message).to.include("Listing the voices: the connection failed (ECONNREFUSED)");
  });

  it("ends a request that hangs, and asks again later", async () => {
    holder.service.fail({ fault: "hang" });
    const { tts } = client(1_500);
    await failure(tts.convert(SPEECH), "timeout");
    expect(holder.service.operations()).to.deep.equal(["tts.listVoices"]);
    await tts.convert(SPEECH);
  });

  it("keeps to each caller's own time", async () => {
    // 100 bytes and more, one at a time.
    holder.service.fail({ fault: "drip", everyMs: 2 });
    const { tts } = client();
    const patient = tts.listVoices();
    await until("the slow request has come", () => holder.service.requests.length === 1);
    holder.service.fail({ fault: "hang", times: 2 });
    const hasty = await failure(tts.listVoices({ timeoutMs: 40 }), "timeout");
    expect(hasty.message).to.include("longer than 40 ms");
    const stop = new AbortController();
    const left = tts.listVoices({ signal: stop.signal });
    stop.abort();
    await failure(left, "abort");
    expect(await patient).to.have.length(3);
  });
});
