import { expect } from "chai";
import {
  narrate,
  VoiceClient,
  VoiceInputError,
  type NarrationOptions,
} from "../../src/voice/index.js";
import { clientOf, failure, thrown, useServer } from "./helpers.js";

/** Values that an untyped caller may pass. */
const none = undefined as never;
const odd = (fields: object): never => fields as never;

describe("arguments that are missing, wrong or unknown", () => {
  const holder = useServer();
  const speech = { voiceId: 1, text: "Hello" };

  it("are refused by the client", () => {
    for (const options of [
      null,
      5,
      { baseURL: "x" },
      { ...holder.server.clientOptions, retries: 1 },
    ]) {
      thrown(() => new VoiceClient(options as never), VoiceInputError);
    }
    const { message } = thrown(
      () => new VoiceClient(odd({ ...holder.server.clientOptions, timeout: 5 })),
      VoiceInputError,
    );
    expect(message).to.include("timeout").and.include("timeoutMs");
  });

  it("are refused by every call, before anything is sent", async () => {
    const { tts, vc } = clientOf(holder.server);
    const calls: (() => Promise<unknown>)[] = [
      ...[none, null, 5, "Hello", {}, { voiceId: 1 }, { ...speech, speed: 2 }].flatMap((given) => [
        () => tts.convert(given as never),
        async () => tts.stream(given as never),
        () => vc.convert(given as never),
      ]),
      ...[none, null, 1, {}, { voiceId: 1, text: "Hello" }].map(
        (given) => () => tts.connect(given as never),
      ),
      ...[null, 5, odd({ timeout: 5 }), odd({ signal: "x" }), odd({ timeoutMs: "5" })].flatMap(
        (call) => [
          () => tts.listVoices(call as never),
          () => vc.listVoices(call as never),
          () => tts.convert(speech, call as never),
          async () => tts.stream(speech, call as never),
          () => tts.connect({ voiceId: 1 }, call as never),
          () => vc.convert({ voiceId: 11, audio: new Uint8Array(9) }, call as never),
        ],
      ),
      async () => tts.stream(speech, odd({ maxRetries: 1 })),
    ];
    for (const call of calls) await failure(call(), VoiceInputError);
    expect(holder.server.requests).to.deep.equal([]);
  });

  it("are refused with a message that says what was given and what is wanted", async () => {
    const { tts } = clientOf(holder.server);
    for (const [given, options, message] of [
      [undefined, {}, "What is converted is missing. Give an object with voiceId, text."],
      [{ ...speech, voiceId: "1" }, {}, 'voiceId is "1". Give the id of a voice from listVoices()'],
      [{ ...speech, text: " " }, {}, "text is empty. Give a text to speak"],
      [
        { ...speech, text: "a\ud800b" },
        {},
        'text is "a\\ud800b". Give a text to speak, without half',
      ],
      [speech, { timeoutMs: 0 }, "timeoutMs is 0. Give a whole number from 1 to 2147483647."],
      [speech, { maxRetries: true }, "maxRetries is of type boolean. Give a whole number"],
      [speech, { retries: 1 }, "cannot have retries. It knows signal, timeoutMs, maxRetries."],
    ] as const) {
      const error = await failure(tts.convert(given as never, options as never), VoiceInputError);
      expect(error.message).to.include(message);
    }
  });

  it("are refused by narrate", async () => {
    const client = clientOf(holder.server);
    const options: NarrationOptions = { voiceId: 1, folder: "/tmp/never" };
    await failure(narrate(client, "Hello.", none), VoiceInputError);
    await failure(narrate(client, none, options), VoiceInputError);
    for (const other of [none, null, {}, { tts: {} }] as never[]) {
      await failure(narrate(other, "Hello.", options), VoiceInputError);
    }
    await failure(narrate(client, "Hello.", odd({ voiceId: 1 })), VoiceInputError);
    await failure(narrate(client, "Hello.", odd({ ...options, voice: 2 })), VoiceInputError);
  });
});
