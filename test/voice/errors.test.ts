import { type CallOptions, type VoiceClient, VoiceError } from "../../src/voice/index.js";
import { expectGolden } from "../golden.js";
import type { Fault, Operation } from "./fake-service.js";
import { clientOf, useService } from "./helpers.js";

/** 6 seconds of sound in 24 frames of 16 KiB. */
const TEXT = "x".repeat(100);
const SPEECH = { voiceId: 1, text: TEXT };
const JSON_ERROR = '{"text":"Error","code":7,"message":"Used up"}';
const status = (...all: readonly number[]) =>
  all.map((each): Fault => ({ fault: "status", status: each }));
const body = (...all: readonly string[]) =>
  all.map((each): Fault => ({ fault: "body", body: each }));
const early = (afterBytes: number): readonly Fault[] => [
  ...[...(afterBytes === 0 ? [1000] : []), 1001, 1011].map((code): Fault => ({
    fault: "close",
    code,
    reason: "out of memory",
    afterBytes,
  })),
  { fault: "close", afterBytes },
  { fault: "terminate", afterBytes },
];

/** What can go wrong with each operation. */
const FAULTS: Readonly<Record<Operation, readonly Fault[]>> = {
  "tts.listVoices": [
    ...status(401, 403),
    { fault: "status", status: 502, body: "<h1>Bad gateway</h1>" },
    ...body(
      "<!doctype html>",
      "",
      '{"voices":[]}',
      '[{"name":"x"}]',
      '[{"id":1.5,"name":"x"}]',
      "[null]",
    ),
    { fault: "reset" },
    { fault: "truncated" },
  ],
  "vc.listVoices": [],
  "tts.convert": [
    ...status(400, 401, 429, 503),
    ...body("", JSON_ERROR, '"queued"', "[1]", "<html>Hello</html>"),
    { fault: "status", status: 302, headers: { location: "/" } },
    { fault: "truncated" },
    { fault: "short" },
    { fault: "reset" },
  ],
  "vc.convert": [...status(413), { fault: "reset" }],
  "tts.stream": [
    ...status(401, 502),
    { fault: "reset" },
    ...early(0),
    ...early(32_768),
    { fault: "text-frame", text: '{"message":"The voice is hoarse"}', afterBytes: 16_384 },
    { fault: "flood", bytes: 1, frameBytes: 17 * 1024 * 1024 },
    { fault: "stall" },
    { fault: "stall", afterBytes: 49_152 },
    { fault: "never-close" },
    { fault: "empty-frames", everyMs: 10, afterBytes: 16_384 },
  ],
  "tts.connect": [
    ...status(401),
    { fault: "reset" },
    { fault: "hang" },
    { fault: "close", code: 1000, afterBytes: 16_384 },
  ],
};

describe("what goes wrong", () => {
  const holder = useService();

  /** Uses an operation. @returns how many bytes of a stream came */
  async function use(
    { tts, vc }: VoiceClient,
    operation: Operation,
    count: (bytes: number) => void,
  ) {
    const options: CallOptions = { timeoutMs: operation === "tts.convert" ? 60_000 : 2_000 };
    if (operation === "tts.listVoices") return await tts.listVoices(options);
    if (operation === "tts.convert") return await tts.convert(SPEECH, options);
    if (operation === "vc.convert")
      return await vc.convert({ voiceId: 11, audio: new Uint8Array(99) }, options);
    const session = operation === "tts.connect" && (await tts.connect({ voiceId: 1 }, options));
    if (session !== false) session.send(TEXT);
    for await (const piece of session || tts.stream(SPEECH, options)) count(piece.length);
  }

  it("is said once, in the words of errors.txt, after what came, and nothing is sent again", async () => {
    const said: string[] = [];
    for (const [operation, faults] of Object.entries(FAULTS) as [Operation, Fault[]][]) {
      for (const fault of faults) {
        const { service } = holder;
        service.reset();
        service.fail({ ...fault, on: operation });
        let bytes = 0;
        const error = await use(clientOf(service), operation, (more) => (bytes += more)).catch(
          (reason: unknown) => reason,
        );
        const fields = error instanceof VoiceError ? error : new VoiceError("input", String(error));
        const { kind, message, status: code, closeCode } = fields;
        const sent = service.operations().filter((each) => each === operation).length;
        const facts = { status: code, closeCode, bytes, sent };
        said.push(
          `${operation} ${JSON.stringify(fault)}\n  ${kind} ${JSON.stringify(facts)}\n  ${message}`,
        );
      }
    }
    expectGolden(
      import.meta.dirname,
      "errors.txt",
      said.join("\n").replace(/UND_ERR_SOCKET|ECONNRESET|EPIPE/g, "CUT"),
    );
  });
});
