import { expect } from "chai";
import { VoiceClient, VoiceInputError, type VoiceClientOptions } from "../../../src/voice/index.js";
import { clientOf, failure, thrown, useServer } from "../helpers.js";

const VARIABLES = ["VOICE_BASE_URL", "VOICE_WS_BASE_URL", "VOICE_CLIENT_KEY", "VOICE_API_KEY"];

/** Returns all text that an error shows anywhere. */
function shown(error: Error): string {
  return [error.message, error.stack, JSON.stringify(error), String(error.cause)].join();
}

describe("voice credentials", () => {
  const holder = useServer();
  let environment: NodeJS.ProcessEnv;

  beforeEach(() => {
    environment = { ...process.env };
    for (const name of VARIABLES) delete process.env[name];
  });
  afterEach(() => {
    for (const name of VARIABLES) {
      if (environment[name] === undefined) delete process.env[name];
      else process.env[name] = environment[name];
    }
  });

  const make = (options: VoiceClientOptions): VoiceClient =>
    new VoiceClient({ baseUrl: "https://voice.example", ...options });

  it("names the option and the variable of a missing key", () => {
    expect(thrown(() => make({ apiKey: "a" }), VoiceInputError).message)
      .to.include("client key is missing")
      .and.include("clientKey")
      .and.include("VOICE_CLIENT_KEY");
    expect(thrown(() => make({ clientKey: "a" }), VoiceInputError).message)
      .to.include("API key is missing")
      .and.include("VOICE_API_KEY");
  });

  const unusable: [string, string][] = [
    ["empty", ""],
    ["with a newline inside", "secret-part-1\nsecret-part-2"],
    ["with a newline at the end", "secret-part-1\n"],
    ["with a space", "secret-part-1 secret-part-2"],
    ["with an umlaut", "secret-pärt-1"],
    ["over 8 kB", `secret-part-1${"x".repeat(8200)}`],
  ];
  for (const [what, key] of unusable) {
    it(`refuses a key ${what}, and does not show it`, () => {
      for (const options of [
        { clientKey: key, apiKey: "good-key" },
        { clientKey: "good-key", apiKey: key },
      ]) {
        const error = thrown(() => make(options), VoiceInputError);
        expect(shown(error)).not.to.match(/secret|xxxx|pärt/);
      }
    });
  }

  it("refuses a key that is not text, as untyped callers may pass", () => {
    const options = { clientKey: 42, apiKey: "a" } as unknown as VoiceClientOptions;
    expect(thrown(() => make(options), VoiceInputError).message).to.include("number");
  });

  it("reads keys and addresses from the environment", async () => {
    const { server } = holder;
    process.env["VOICE_BASE_URL"] = server.baseUrl;
    process.env["VOICE_CLIENT_KEY"] = server.clientKey;
    process.env["VOICE_API_KEY"] = server.apiKey;
    const voices = await new VoiceClient().tts.listVoices();
    expect(voices.map(({ name }) => name)).to.deep.equal(["Ada", "Grace", "Alan"]);
  });

  it("calls the function for a key once, when the key is needed", async () => {
    const { server } = holder;
    let asked = 0;
    const apiKey = async (): Promise<string> => {
      asked++;
      return server.apiKey;
    };
    const client = clientOf(server, { apiKey });
    expect(asked).to.equal(0);
    await Promise.all([client.tts.listVoices(), client.vc.listVoices()]);
    await client.tts.listVoices();
    expect(asked).to.equal(1);
  });

  it("checks what a function returns, and calls it again after a failure", async () => {
    const { server } = holder;
    const answers: (() => string)[] = [
      () => {
        throw new Error("the keystore is locked");
      },
      () => "two\nlines",
      () => server.apiKey,
    ];
    const client = clientOf(server, { apiKey: () => answers.shift()!() });
    const locked = await failure(client.tts.listVoices(), VoiceInputError);
    expect((locked.cause as Error).message).to.equal("the keystore is locked");
    const broken = await failure(client.tts.listVoices(), VoiceInputError);
    expect(shown(broken)).not.to.include("lines");
    expect(await client.tts.listVoices()).to.have.length(3);
    expect(server.requests).to.have.length(1);
  });
});

describe("voice addresses", () => {
  const keys = { clientKey: "client-key", apiKey: "api-key" };
  const make = (baseUrl: string, wsBaseUrl?: string): VoiceClient =>
    new VoiceClient({ ...keys, baseUrl, wsBaseUrl });

  it("refuses an address with a password, and does not show it", () => {
    for (const [http, ws] of [
      ["https://user:hidden-word@voice.example"],
      ["https://voice.example", "wss://user:hidden-word@voice.example"],
    ] as const) {
      const error = thrown(() => make(http, ws), VoiceInputError);
      expect(shown(error)).not.to.include("hidden-word");
    }
  });

  it("refuses plain http and ws to any host but this machine", () => {
    for (const host of ["voice.example", "10.0.0.1", "0.0.0.0", "127.0.0.1.example", "[::2]"]) {
      expect(thrown(() => make(`http://${host}`), VoiceInputError).message).to.include("https://");
      const ws = thrown(() => make("https://voice.example", `ws://${host}`), VoiceInputError);
      expect(ws.message).to.include("wss://");
    }
    for (const host of ["localhost", "127.0.0.1", "127.1", "[::1]", "localhost:8080"]) {
      expect(() => make(`http://${host}`)).not.to.throw();
    }
  });

  it("refuses what is not the address of a service", () => {
    for (const url of ["", "voice.example", "ftp://voice.example", "https://voice.example?key=1"]) {
      thrown(() => make(url), VoiceInputError);
    }
  });

  it("refuses limits that are not whole numbers in range", () => {
    for (const timeoutMs of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) {
      const options = { ...keys, baseUrl: "https://voice.example", timeoutMs };
      expect(thrown(() => new VoiceClient(options), VoiceInputError).message).to.include(
        String(timeoutMs),
      );
    }
  });

  it("does not send the keys for an address in the options to one in the environment", async () => {
    const { startVoiceServer } = await import("../../../src/voice/testing/index.js");
    const server = await startVoiceServer();
    process.env["VOICE_WS_BASE_URL"] = "ws://127.0.0.1:9";
    try {
      const { baseUrl, clientKey, apiKey } = server;
      const client = new VoiceClient({ baseUrl: `${baseUrl}/`, clientKey, apiKey });
      for await (const audio of client.tts.stream({ voiceId: 1, text: "Hi" })) void audio;
      expect(server.requests.at(-1)?.operation).to.equal("tts.stream");
    } finally {
      delete process.env["VOICE_WS_BASE_URL"];
      await server.close();
    }
  });
});
