import { inspect } from "node:util";
import { join } from "node:path";
import { expect } from "chai";
import { narrate, VoiceClient, VoiceError } from "../../src/voice/index.js";
import { startVoiceServer, type Fault, type VoiceServer } from "../../src/voice/testing/index.js";
import { collect, useFolder } from "./helpers.js";

const CLIENT_KEY = 'canary-client-"7f3a\\%+/=';
const API_KEY = "canary-api-9d41&?#<>{}";

/** Matches a key in any encoding, or a large part of one. */
const CANARY = /7f3a|9d41|canary-(client|api)|canary-c|-api-9d4|&#99;|&#x63;|%63|%2563/i;

/** Returns everything that logging, serialising or walking a value can show. */
function everything(value: unknown): string {
  const texts = [inspect(value, { depth: 20, showHidden: true, getters: true }), String(value)];
  try {
    texts.push(JSON.stringify(value));
  } catch {
    // Not every object can be serialised.
  }
  for (let at = value; at instanceof Error; at = at.cause) {
    texts.push(at.message, at.stack ?? "", JSON.stringify(Object.entries(at)));
  }
  return texts.join("\n");
}

/** Responses that repeat the keys, in many encodings. */
const ECHO = {
  json: JSON.stringify({
    text: API_KEY,
    code: CLIENT_KEY,
    message: `no: ${CLIENT_KEY} ${API_KEY}`,
  }),
  html: `<p>Request ${encodeURIComponent(CLIENT_KEY)} / ${API_KEY}</p>`,
  // No letter of the key appears literally in the body.
  escaped: `{"message":"${[...CLIENT_KEY].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`,
  htmlEntities: `<p>${[...API_KEY].map((letter) => `&#${letter.charCodeAt(0)};`).join("")} ${CLIENT_KEY.replaceAll('"', "&quot;").replaceAll("+", "&plus;").replaceAll("/", "&sol;")}</p>`,
  hexEntities: [...CLIENT_KEY].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(""),
  lowerCasePercent: encodeURIComponent(CLIENT_KEY).toLowerCase(),
  percentTwice: encodeURIComponent(
    [...API_KEY].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(""),
  ),
  jsonInJson: JSON.stringify({ message: JSON.stringify({ said: CLIENT_KEY }) }),
  upperCase: API_KEY.toUpperCase(),
  // Eight characters are enough to be redacted.
  piece: `It begins with ${CLIENT_KEY.slice(0, 8)}, they say.`,
  inTheMiddle: `It has ${API_KEY.slice(7, 15)} in it.`,
  code: JSON.stringify({ message: "no", code: `E-${API_KEY}` }),
  // The key straddles the point at which long messages are cut.
  long: JSON.stringify({ message: `${"x".repeat(295)}${CLIENT_KEY}${"y".repeat(300)}` }),
};

describe("what the service says", () => {
  it("never puts control characters or marks that change the text direction into a message", async () => {
    const server = await startVoiceServer();
    const client = new VoiceClient({ ...server.clientOptions, maxRetries: 0 });
    const nasty = "a\u001b[8mb\u202ec\u0007d\u2028e\u009bf";
    const said = async (work: () => Promise<unknown>): Promise<string> =>
      await work().then(String, ({ message }: Error) => message);
    try {
      const body = JSON.stringify({ message: nasty });
      server.fail({ fault: "status", status: 400, body, on: "tts.listVoices" });
      const messages = [await said(() => client.tts.listVoices())];
      server.fail({ fault: "body", body, on: "tts.convert" });
      messages.push(await said(() => client.tts.convert({ voiceId: 1, text: "a" })));
      for (const fault of [
        { fault: "close", code: 1011, reason: nasty },
        { fault: "text-frame", text: nasty },
      ] as const) {
        server.fail(fault);
        messages.push(await said(() => collect(client.tts.stream({ voiceId: 1, text: "a" }))));
      }
      for (const message of messages) {
        expect(message).to.include("a [8mb c d e f");
        expect(message).not.to.match(/[\p{C}\u2028\u2029]/u);
      }
    } finally {
      await server.close();
    }
  });
});

describe("keys as canaries", () => {
  let server: VoiceServer;
  let client: VoiceClient;
  const folder = useFolder();
  const printed: string[] = [];
  type Write = typeof process.stdout.write;
  const originals: { out: Write; err: Write } = {
    out: Reflect.get(process.stdout, "write"),
    err: Reflect.get(process.stderr, "write"),
  };

  before(async () => {
    server = await startVoiceServer({ clientKey: CLIENT_KEY, apiKey: API_KEY });
    client = new VoiceClient({ ...server.clientOptions, retryDelayMs: 1, maxRetries: 1 });
    await client.tts.listVoices();
  });
  after(() => server.close());
  afterEach(() => server.reset());

  /** Runs it and records everything printed meanwhile. */
  async function quietly(work: () => Promise<unknown>): Promise<unknown> {
    printed.length = 0;
    const keep = (text: string | Uint8Array): boolean => {
      printed.push(String(text));
      return true;
    };
    process.stdout.write = keep;
    process.stderr.write = keep;
    try {
      return await work().then(
        () => undefined,
        (error: unknown) => error,
      );
    } finally {
      process.stdout.write = originals.out;
      process.stderr.write = originals.err;
    }
  }

  const speech = { voiceId: 1, text: "Hello" };
  const operations: [string, () => Promise<unknown>][] = [
    ["listing", () => client.tts.listVoices()],
    ["converting", () => client.tts.convert(speech)],
    ["converting a voice", () => client.vc.convert({ voiceId: 11, audio: new Uint8Array(99) })],
    ["streaming", () => collect(client.tts.stream(speech, { timeoutMs: 200 }))],
    [
      "connecting",
      async () => {
        const session = await client.tts.connect({ voiceId: 1 }, { timeoutMs: 200 });
        session.send("Hello");
        await Promise.all([collect(session), session.end()]);
      },
    ],
  ];
  const faults: Fault[] = [
    ...[401, 403, 400, 429, 500, 502].flatMap((status): Fault[] =>
      Object.values(ECHO).map((body) => ({ fault: "status", status, body, times: 2 })),
    ),
    ...Object.values(ECHO).map((text): Fault => ({ fault: "text-frame", text })),
    { fault: "redirect", location: `http://127.0.0.1:1/?key=${encodeURIComponent(API_KEY)}` },
    { fault: "reset", times: 2 },
    { fault: "body", body: ECHO.json },
    { fault: "body", body: ECHO.html },
    { fault: "body", body: API_KEY },
    { fault: "body", body: `RIFF${API_KEY}` },
    { fault: "truncated", times: 2 },
    { fault: "close", code: 1008, reason: `bad key ${CLIENT_KEY}` },
    { fault: "close", code: 4001, reason: API_KEY },
    // A close reason has at most 123 bytes, so the end of the key is missing.
    { fault: "close", code: 1008, reason: `${"x".repeat(112)}${CLIENT_KEY}`.slice(0, 123) },
    { fault: "close", code: 1008, reason: encodeURIComponent(API_KEY).toLowerCase() },
    { fault: "text-frame", text: ECHO.json },
    { fault: "text-frame", text: `${"x".repeat(290)}${API_KEY}` },
    { fault: "terminate" },
    { fault: "large-frame", bytes: 17 * 1024 * 1024 },
  ];
  for (const [what, operation] of operations) {
    it(`appear in no error of ${what}`, async () => {
      let failures = 0;
      for (const fault of faults) {
        server.reset();
        server.fail(fault);
        const error = await quietly(operation);
        if (error === undefined) continue;
        failures++;
        expect(error).to.be.instanceOf(VoiceError);
        expect(everything(error), JSON.stringify(fault)).not.to.match(CANARY);
        expect(printed.join("")).not.to.match(CANARY);
      }
      expect(failures).to.be.greaterThan(15);
    });
  }

  it("appear neither in the client nor in anything it returns", async () => {
    const stream = client.tts.stream(speech);
    const session = await client.tts.connect({ voiceId: 1 });
    const audio = await client.tts.convert(speech);
    for (const value of [client, client.tts, client.vc, stream, session, audio.format]) {
      expect(everything(value)).not.to.match(CANARY);
    }
    session.abort();
    await collect(stream);
  });

  it("do not appear in the test server's log, wherever a client puts them", async () => {
    await client.tts.convert({ voiceId: 1, text: `My key is ${API_KEY}` });
    await collect(client.tts.stream({ voiceId: 1, text: `My key is ${CLIENT_KEY}` }));
    await fetch(`${server.baseUrl}/v1/tts/voices?apiKey=${encodeURIComponent(API_KEY)}`, {
      headers: { "X-Api-Key": "canary-api-of-another", "X-Other": API_KEY },
    });
    expect(server.requests).to.have.length(3);
    expect(everything(server.requests)).not.to.match(CANARY);
  });

  it("appear neither in a narration's error nor in its files", async () => {
    const path = join(folder.path, "out");
    server.fail({ fault: "status", status: 500, body: ECHO.json, on: "tts.convert" });
    const error = await quietly(() => narrate(client, "Hello", { voiceId: 1, folder: path }));
    expect(error).to.be.instanceOf(VoiceError);
    expect(everything(error)).not.to.match(CANARY);
  });

  it("do not hide a message that only talks about keys", async () => {
    const body = JSON.stringify({ message: "The API key of this client has expired" });
    server.fail({ fault: "status", status: 403, body });
    const error = await quietly(() => client.tts.listVoices());
    expect((error as Error).message).to.include("The API key of this client has expired");
  });

  it("are redacted only from eight characters on", async () => {
    const short = new VoiceClient({ ...server.clientOptions, apiKey: "a" });
    const error = await quietly(() => short.tts.listVoices());
    expect((error as Error).message).to.include("API key");
  });
});
