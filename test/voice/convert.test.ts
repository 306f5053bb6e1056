import { expect } from "chai";
import {
  VoiceApiError,
  VoiceAuthenticationError,
  VoiceConnectionError,
  VoiceInputError,
  VoiceRateLimitError,
  VoiceResponseError,
  VoiceTimeoutError,
  type VoiceAudio,
  type VoiceClientOptions,
} from "../../src/voice/index.js";
import { startVoiceServer, type Fault } from "../../src/voice/testing/index.js";
import { clientOf, failure, useServer } from "./helpers.js";

const TEXT = "Hello, this is the DAO speaking.";

describe("tts convert", () => {
  const holder = useServer();

  const convert = (options: VoiceClientOptions = {}, text = TEXT): Promise<VoiceAudio> =>
    clientOf(holder.server, options).tts.convert({ voiceId: 1, text });
  const converts = (): number =>
    holder.server.requests.filter(({ operation }) => operation === "tts.convert").length;
  const fail = (fault: Fault): void => holder.server.fail({ ...fault, on: "tts.convert" });

  it("sends exactly the specification's fields and returns audio of the text's length", async () => {
    const audio = await convert();
    const request = holder.server.requests.at(-1)!;
    expect(request.body).to.deep.equal({ voiceId: 1, text: TEXT });
    expect(request.headers["content-type"]).to.equal("application/json");
    expect(audio.durationSeconds).to.equal(TEXT.length * 0.06);
    expect(audio.format).to.deep.equal({
      encoding: 1,
      channels: 1,
      sampleRate: 32_000,
      blockAlign: 2,
      bitsPerSample: 16,
    });
    expect(Buffer.from(audio.bytes).readUInt32LE(40)).to.equal(audio.bytes.length - 44);
  });

  for (const [what, text] of [
    ["empty", ""],
    ["white space", " \n\t"],
    ["a lone surrogate", "half a \ud83d smile"],
    ["not a text", 5 as unknown as string],
  ] as const) {
    it(`refuses a text that is ${what} without sending a request`, async () => {
      await failure(convert({}, text), VoiceInputError);
      expect(holder.server.requests).to.have.length(0);
    });
  }

  it("sends emoji and other scripts unchanged", async () => {
    const text = 'Grüße 👩‍👩‍👧 "quoted" \\ 日本語 \u2028';
    await convert({}, text);
    expect(holder.server.requests.at(-1)?.body).to.deep.equal({ voiceId: 1, text });
  });

  it("sends a text of 5 MB", async () => {
    const server = await startVoiceServer({ msPerCharacter: 0.001 });
    try {
      const text = "long ".repeat(1024 * 1024);
      const audio = await clientOf(server).tts.convert({ voiceId: 1, text });
      expect((server.requests.at(-1)?.body as { text: string }).text === text).to.equal(true);
      expect(audio.durationSeconds).to.be.closeTo(5.24288, 0.0001);
    } finally {
      await server.close();
    }
  });

  for (const status of [401, 403]) {
    it(`reports ${status} as an authentication error, at once`, async () => {
      fail({ fault: "status", status });
      expect((await failure(convert(), VoiceAuthenticationError)).status).to.equal(status);
      expect(converts()).to.equal(1);
    });
  }

  it("does not retry after a 500: the text may have been billed", async () => {
    fail({ fault: "status", status: 500 });
    const error = await failure(convert(), VoiceApiError);
    expect(error).to.include({ status: 500, serviceCode: 500 });
    expect(error.message).to.include("POST /v1/tts/convert").and.include("a fault was asked for");
    expect(converts()).to.equal(1);
  });

  for (const status of [429, 502, 503, 504]) {
    it(`retries after ${status}`, async () => {
      fail({ fault: "status", status, times: 2 });
      expect((await convert()).durationSeconds).to.be.greaterThan(1);
      expect(converts()).to.equal(3);
    });
  }

  it("gives up after maxRetries, which may be 0", async () => {
    fail({ fault: "status", status: 503, times: 9 });
    await failure(convert(), VoiceApiError);
    expect(converts()).to.equal(3);
    await failure(convert({ maxRetries: 0 }), VoiceApiError);
    expect(converts()).to.equal(4);
  });

  it("does not tell the caller to correct what the service waited too long for", async () => {
    for (const [status, advice] of [
      [408, "try again"],
      [413, "Convert less at a time"],
      [400, "Correct the request"],
    ] as const) {
      fail({ fault: "status", status });
      const { message } = await failure(convert(), VoiceApiError);
      expect(message).to.include(advice);
      expect(message.includes("Correct the request")).to.equal(status === 400);
    }
  });

  it("respects Retry-After on 503, as on 429", async () => {
    const headers = { "retry-after": "1" };
    fail({ fault: "status", status: 503, headers });
    const started = performance.now();
    await convert();
    expect(performance.now() - started).to.be.within(950, 2_500);
    fail({ fault: "status", status: 503, headers: { "retry-after": "999" } });
    const error = await failure(convert(), VoiceApiError);
    expect(error.retryAfterMs).to.equal(999_000);
    expect(error.message).to.include("wait for 999 s");
  });

  describe("429 with Retry-After", () => {
    const limit = (retryAfter: string, times = 1): void =>
      fail({ fault: "status", status: 429, headers: { "retry-after": retryAfter }, times });

    it("waits as many seconds as it says", async () => {
      limit("1");
      const started = performance.now();
      await convert();
      expect(performance.now() - started).to.be.within(950, 2_500);
      expect(converts()).to.equal(2);
    });

    it("waits until its date", async () => {
      limit(new Date(Date.now() + 2_000).toUTCString());
      const started = performance.now();
      await convert();
      // The header's dates are in whole seconds.
      expect(performance.now() - started).to.be.within(900, 3_500);
    });

    it("retries at once if the date has passed", async () => {
      limit("Wed, 21 Oct 2015 07:28:00 GMT");
      await convert({ retryDelayMs: 60_000 });
      expect(converts()).to.equal(2);
    });

    for (const absurd of ["999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "9".repeat(400)]) {
      it(`fails at once if the wait exceeds the call's time limit: ${absurd.slice(0, 30)}`, async () => {
        limit(absurd);
        const started = performance.now();
        const error = await failure(convert(), VoiceRateLimitError);
        expect(performance.now() - started).to.be.below(1_000);
        expect(error.retryAfterMs).to.be.greaterThan(60_000);
        expect(converts()).to.equal(1);
      });
    }

    for (const nonsense of ["-5", "soon", "1.5", ""]) {
      it(`ignores ${JSON.stringify(nonsense)}`, async () => {
        limit(nonsense);
        await convert();
        expect(converts()).to.equal(2);
      });
    }
  });

  it("reports an empty 200", async () => {
    fail({ fault: "body", body: "" });
    expect((await failure(convert(), VoiceResponseError)).message).to.include("without any audio");
  });

  it("reports JSON instead of audio, with its message", async () => {
    fail({ fault: "body", body: '{"text":"?","code":7,"message":"The quota is used up"}' });
    const error = await failure(convert(), VoiceResponseError);
    expect(error.message).to.include("The quota is used up");
  });

  it("reports audio that is not WAV", async () => {
    fail({ fault: "body", body: "ID3 an mp3 file, perhaps", contentType: "audio/wav" });
    expect((await failure(convert(), VoiceResponseError)).message).to.include("not WAV");
  });

  it("reports a body that is cut off, and does not retry", async () => {
    fail({ fault: "truncated" });
    const error = await failure(convert(), VoiceConnectionError);
    expect(error.message).to.include("cut short");
    expect(error.beforeSending).to.equal(false);
    expect(converts()).to.equal(1);
  });

  it("reports audio that is shorter than the service's header says, though the body is complete", async () => {
    fail({ fault: "short" });
    expect((await failure(convert(), VoiceResponseError)).message).to.match(/short: \d+ bytes/);
  });

  it("reports audio that is shorter than its own header says", async () => {
    const { bytes } = await convert();
    fail({ fault: "body", body: bytes.subarray(0, 1_044) });
    const error = await failure(convert(), VoiceResponseError);
    expect(error.message).to.include(`short: ${bytes.length - 1_044} bytes`);
  });

  it("refuses a redirect: a second origin sees no request", async () => {
    const other = await startVoiceServer();
    try {
      fail({ fault: "redirect", location: `${other.baseUrl}/v1/tts/convert` });
      const error = await failure(convert(), VoiceResponseError);
      expect(error.message).to.include("302").and.include("redirect");
      expect(other.requests).to.have.length(0);
      expect(converts()).to.equal(1);
    } finally {
      await other.close();
    }
  });

  for (const fault of ["hang", "hang-in-body"] as const) {
    it(`ends in time on ${fault}`, async () => {
      fail({ fault });
      const started = performance.now();
      await failure(convert({ timeoutMs: 150 }), VoiceTimeoutError, 2_000);
      expect(performance.now() - started).to.be.within(140, 1_000);
      expect(converts()).to.equal(1);
    });
  }

  it("ends in time on a body that drips", async () => {
    fail({ fault: "drip", everyMs: 5 });
    const started = performance.now();
    await failure(convert({ timeoutMs: 200 }), VoiceTimeoutError, 2_000);
    expect(performance.now() - started).to.be.within(190, 1_000);
  });

  it("refuses an answer that declares more than the limit", async () => {
    const error = await failure(convert({ maxAudioBytes: 1000 }), VoiceResponseError);
    expect(error.message).to.include("1000 bytes").and.include("maxAudioBytes");
  });

  it("refuses an endless answer without a declared length at the limit", async () => {
    fail({ fault: "endless" });
    await failure(convert({ maxAudioBytes: 3_000_000 }), VoiceResponseError);
  });

  it("does not retry after a cut connection: the text may have been billed", async () => {
    fail({ fault: "reset" });
    const error = await failure(convert(), VoiceConnectionError);
    expect(error.message).to.include("broke before an answer").and.not.include("reached");
    expect(converts()).to.equal(1);
  });

  it("retries if nothing was sent, and the service comes up meanwhile", async () => {
    const first = await startVoiceServer();
    const { clientKey, apiKey, baseUrl } = first;
    const client = clientOf(first, { retryDelayMs: 300, maxRetries: 3 });
    await client.tts.listVoices();
    await first.close();
    const started = client.tts.convert({ voiceId: 1, text: TEXT });
    const port = Number(new URL(baseUrl).port);
    const second = await startVoiceServer({ clientKey, apiKey, port });
    try {
      expect((await started).durationSeconds).to.be.greaterThan(1);
    } finally {
      await second.close();
    }
  });

  it("counts all retries towards timeoutMs", async () => {
    fail({ fault: "status", status: 503, times: 99 });
    const started = performance.now();
    // Waits 0.3 to 0.5 s. The next wait would be 0.6 to 1 s, so the second answer is the last.
    await failure(convert({ retryDelayMs: 400, maxRetries: 50, timeoutMs: 850 }), VoiceApiError);
    expect(performance.now() - started).to.be.below(850);
  });
});
