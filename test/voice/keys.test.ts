import { getEventListeners } from "node:events";
import { inspect } from "node:util";

import { expect } from "chai";

import { VoiceClient, VoiceError, type VoiceClientOptions } from "../../src/voice/index.js";
import { startFakeService, type FakeService, type Fault } from "./fake-service.js";
import { until } from "../until.js";
import { clientOf, collect, failure, useService } from "./helpers.js";

const VARIABLES = ["VOICE_BASE_URL", "VOICE_WS_BASE_URL", "VOICE_CLIENT_KEY", "VOICE_API_KEY"];
const GOOD = { baseUrl: "https://voice.example", clientKey: "client-key", apiKey: "api-key" };

describe("keys and addresses", () => {
  const holder = useService();
  const environment = new Map(VARIABLES.map((name) => [name, process.env[name]]));
  beforeEach(() => VARIABLES.forEach((name) => delete process.env[name]));
  after(() => {
    for (const [name, value] of environment) if (value !== undefined) process.env[name] = value;
  });
  const refused = (options: VoiceClientOptions) => failure(() => new VoiceClient(options), "input");

  it("come from the environment, if not from the options", async () => {
    Object.assign(process.env, holder.service.env);
    expect(await new VoiceClient().tts.listVoices()).to.have.length(3);
    // Never half and half: the keys would go to two services.
    process.env["VOICE_WS_BASE_URL"] = "ws://127.0.0.1:9";
    const { tts } = new VoiceClient({ baseUrl: `${holder.service.baseUrl}/` });
    await collect(tts.stream({ voiceId: 1, text: "Hi" }));
    expect(holder.service.requests.at(-1)?.operation).to.equal("tts.stream");
  });

  for (const name of ["clientKey", "apiKey"] as const) {
    for (const key of [
      "",
      "secret-part-1\nsecret-part-2",
      "secret-part-1\n",
      "secret-part-1 secret-part-2",
      "secret-pärt-1",
      `secret-part-1${"x".repeat(8200)}`,
    ]) {
      it(`refuses ${name} ${JSON.stringify(key).slice(0, 40)}, and does not show it`, async () => {
        const error = await refused({ ...GOOD, [name]: key });
        expect(inspect(error)).not.to.match(/secret|xxxx|pärt/);
        expect(error.message).to.include(name).and.include("unusable");
      });
    }
  }

  it("are required, and nothing else is accepted", async () => {
    for (const name of ["baseUrl", "clientKey", "apiKey"] as const) {
      expect((await refused({ ...GOOD, [name]: undefined })).message).to.include(
        `${name} is missing`,
      );
    }
    for (const options of [{ baseURL: "x" }, { ...GOOD, retries: 1 }, { ...GOOD, timeoutMs: 0 }]) {
      await refused(options as VoiceClientOptions);
    }
  });

  it("go to https and wss only, except on this machine, and to no address with a password", async () => {
    for (const host of [
      "voice.example",
      "10.0.0.1",
      "0.0.0.0",
      "127.0.0.1.example",
      "localhost.x",
      "[::2]",
    ]) {
      await refused({ ...GOOD, baseUrl: `http://${host}` });
      await refused({ ...GOOD, wsBaseUrl: `ws://${host}` });
    }
    for (const baseUrl of [
      "http://localhost",
      "http://127.0.0.1:80/x",
      "http://[::1]",
      "https://a.b/c/",
    ]) {
      new VoiceClient({ ...GOOD, baseUrl });
    }
    for (const baseUrl of [
      "voice.example",
      "ftp://a.b",
      "https://a.b?key=1",
      "https://user:hidden@a.b",
    ]) {
      expect(inspect(await refused({ ...GOOD, baseUrl }))).not.to.include("hidden");
    }
    expect(inspect(await refused({ ...GOOD, wsBaseUrl: "wss://user:hidden@a.b" }))).not.to.include(
      "hidden",
    );
  });
});

const CLIENT_KEY = 'canary-client-"7f3a\\%+/=';
const API_KEY = "canary-api-9d41&?#<>{}";
/** Matches a key in any encoding, or a large part of one. */
const CANARY = /7f3a|9d41|canary-(client|api)|canary-c|-api-9d4|&#99;|&#x63;|%63|%2563/i;

/** Everything that logging, serialising or walking a value can show. */
function everything(value: unknown): string {
  const texts = [inspect(value, { depth: 20, showHidden: true, getters: true }), String(value)];
  for (let at = value; at instanceof Error; at = at.cause) {
    texts.push(at.message, at.stack ?? "", JSON.stringify(Object.entries(at)));
  }
  return texts.join("\n");
}

const codesOf = (text: string, each: (code: number) => string): string =>
  [...text].map((letter) => each(letter.charCodeAt(0))).join("");

/** What a service may say that repeats the keys, in many encodings. */
const ECHOES = [
  JSON.stringify({ text: API_KEY, code: CLIENT_KEY, message: `no: ${CLIENT_KEY} ${API_KEY}` }),
  `<p>Request ${encodeURIComponent(CLIENT_KEY)} / ${API_KEY}</p>`,
  `{"message":"${codesOf(CLIENT_KEY, (code) => `\\u${code.toString(16).padStart(4, "0")}`)}"}`,
  `<p>${codesOf(API_KEY, (code) => `&#${code};`)} ${CLIENT_KEY.replaceAll('"', "&quot;")}</p>`,
  codesOf(CLIENT_KEY, (code) => `&#x${code.toString(16)};`),
  encodeURIComponent(CLIENT_KEY).toLowerCase(),
  encodeURIComponent(codesOf(API_KEY, (code) => `%${code.toString(16)}`)),
  JSON.stringify({ message: JSON.stringify({ said: CLIENT_KEY }) }),
  API_KEY.toUpperCase(),
  `It begins with ${CLIENT_KEY.slice(0, 9)}, and has ${API_KEY.slice(7, 17)} in it.`,
  // The key straddles the point at which long messages are cut.
  JSON.stringify({ message: `${"x".repeat(295)}${CLIENT_KEY}${"y".repeat(300)}` }),
];

describe("keys as canaries", () => {
  let service: FakeService;
  before(async () => {
    service = await startFakeService({ clientKey: CLIENT_KEY, apiKey: API_KEY });
  });
  after(() => service.close());

  const speech = { voiceId: 1, text: "Hello" };
  const operations: [string, (client: VoiceClient) => Promise<unknown>][] = [
    ["listing", ({ tts }) => tts.listVoices()],
    ["converting", ({ tts }) => tts.convert(speech)],
    ["converting a voice", ({ vc }) => vc.convert({ voiceId: 11, audio: new Uint8Array(99) })],
    ["streaming", ({ tts }) => collect(tts.stream(speech, { timeoutMs: 20_000 }))],
    [
      "connecting",
      async ({ tts }) => {
        const session = await tts.connect({ voiceId: 1 }, { timeoutMs: 20_000 });
        session.send("Hello");
        await Promise.all([collect(session), session.end()]);
      },
    ],
  ];
  const faults: Fault[] = [
    ...ECHOES.map((body, index): Fault => ({ fault: "status", status: 400 + index, body })),
    ...ECHOES.flatMap((text): Fault[] => [
      { fault: "text-frame", text },
      { fault: "body", body: `{${text}` },
    ]),
    ...[`bad key ${CLIENT_KEY}`, API_KEY, encodeURIComponent(API_KEY).toLowerCase()].map(
      (reason): Fault => ({ fault: "close", code: 1008, reason }),
    ),
    // A close reason has at most 123 bytes, so the end of the key is missing.
    { fault: "close", code: 4001, reason: `${"x".repeat(108)}${CLIENT_KEY}`.slice(0, 123) },
    {
      fault: "status",
      status: 302,
      headers: { location: `http://127.0.0.1:1/?${encodeURIComponent(API_KEY)}` },
    },
    ...(["reset", "truncated", "terminate"] as const).map((fault): Fault => ({ fault })),
  ];
  for (const [what, operation] of operations) {
    it(`appear in no error of ${what}`, async () => {
      const client = clientOf(service);
      await Promise.all([client.tts.listVoices(), client.vc.listVoices()]);
      let failures = 0;
      for (const fault of faults) {
        service.reset();
        service.fail(fault);
        const error = await operation(client).catch((reason: unknown) => reason);
        if (!(error instanceof Error)) continue;
        failures++;
        expect(error).to.be.instanceOf(VoiceError);
        expect(everything(error), JSON.stringify(fault)).not.to.match(CANARY);
      }
      expect(failures).to.be.greaterThan(20);
    });
  }

  it("appear neither in the client nor in anything it returns", async () => {
    service.reset();
    const client = clientOf(service);
    const stream = client.tts.stream(speech);
    const session = await client.tts.connect({ voiceId: 1 });
    for (const value of [client, stream, session, await client.tts.convert(speech)]) {
      expect(everything(value)).not.to.match(CANARY);
    }
    session.abort();
  });

  it("do not hide a message that only talks about keys; it is one line without control characters", async () => {
    service.reset();
    const said = "The API key of\u001b[8m this\u202e client\u0007\n\u2028has\u009bexpired";
    const { tts } = clientOf(service);
    await tts.listVoices();
    service.fail({ fault: "status", status: 403, body: said });
    service.fail({ fault: "close", code: 1011, reason: said });
    for (const work of [() => tts.listVoices(), () => collect(tts.stream(speech))]) {
      const error = await work().catch((reason: Error) => reason);
      const { message } = error as Error;
      expect(message).to.match(/The API key of \[8m this client has expired/);
      expect(message).not.to.match(/[\p{C}\u2028]/u);
    }
  });

  it("without eight letters and digits are hidden, too, however long an answer is", async () => {
    service.reset();
    const body = `p@ss-w0rd is wrong ${"x".repeat(2 ** 25)}`;
    service.fail({ fault: "status", status: 500, body });
    const before = process.cpuUsage();
    const { tts } = clientOf(service, { apiKey: "p@ss-w0rd" });
    const error = await tts.listVoices().catch((reason: Error) => reason);
    expect((error as Error).message).to.include("500 ([not shown");
    // To look for keys in all of it took half a minute.
    expect(process.cpuUsage(before).user).to.be.below(5e6);
  });
});

describe("aborting", () => {
  const holder = useService();
  const speech = { voiceId: 1, text: "Hello" };
  let stop: AbortController;
  beforeEach(() => (stop = new AbortController()));
  afterEach("no listener is left on the signal", () => {
    expect(getEventListeners(stop.signal, "abort")).to.have.length(0);
  });

  it("before a call sends nothing, and reports the reason; later calls are not affected", async () => {
    const { tts, vc } = clientOf(holder.service);
    const reason = new Error("changed my mind");
    stop.abort(reason);
    const { signal } = stop;
    for (const work of [
      () => tts.listVoices({ signal }),
      () => tts.convert(speech, { signal }),
      () => vc.convert({ voiceId: 11, audio: new Uint8Array(9) }, { signal }),
      () => tts.connect({ voiceId: 1 }, { signal }),
      () => collect(tts.stream(speech, { signal })),
    ]) {
      const error = await failure(work, "abort");
      expect(error).to.include({ name: "AbortError", cause: reason });
    }
    expect(holder.service.requests).to.have.length(0);
    await tts.convert(speech);
  });

  const faults: Fault[] = [
    { fault: "hang", on: "tts.listVoices" },
    { fault: "hang", on: "tts.convert" },
    { fault: "hang-in-body", on: "tts.convert" },
    { fault: "drip", everyMs: 1, on: "tts.convert" },
    { fault: "endless", on: "tts.convert" },
  ];
  for (const fault of faults) {
    it(`during ${fault.on}, with the fault ${fault.fault}, ends at once`, async () => {
      holder.service.fail(fault);
      const call = clientOf(holder.service).tts.convert(speech, { signal: stop.signal });
      await until("it is asked", () => holder.service.operations().includes(fault.on));
      stop.abort();
      await failure(call, "abort");
    });
  }

  it("by AbortSignal.timeout is an abort, with its reason", async () => {
    holder.service.fail({ fault: "hang" });
    const { tts } = clientOf(holder.service);
    const error = await failure(tts.listVoices({ signal: AbortSignal.timeout(30) }), "abort");
    expect(error.cause).to.have.property("name", "TimeoutError");
  });
});
