/* eslint-disable @typescript-eslint/no-unsafe-call -- the tests call what does not exist */
/**
 * Misuse that the compiler must reject. `tsc --noEmit` checks this file: an `@ts-expect-error` above
 * a line without an error is itself an error. Nothing here ever runs.
 */
import {
  narrate,
  tellStory,
  VoiceClient,
  type DuplexSession,
  type Voice,
  type VoiceAudio,
  type VoiceError,
  type VoiceStreamError,
} from "../../src/voice/index.js";
import { startVoiceServer, type VoiceServer } from "../../src/voice/testing/index.js";

declare const client: VoiceClient;
declare const session: DuplexSession;
declare const voice: Voice;
declare const audio: VoiceAudio;
declare const server: VoiceServer;
declare const error: VoiceError;

export async function right(): Promise<void> {
  const key = (): Promise<string> => Promise.resolve("key");
  new VoiceClient();
  new VoiceClient({ clientKey: "a", apiKey: key, baseUrl: undefined });
  new VoiceClient(server.clientOptions);
  await client.tts.convert({ voiceId: voice.id, text: "a" }, { signal: AbortSignal.timeout(1) });
  await client.vc.convert({ voiceId: 1, audio: audio.bytes });
  await client.vc.convert({ voiceId: 1, audio: client.tts.stream({ voiceId: 1, text: "a" }) });
  const labels: unknown = voice["labels"];
  const duration: number = (await session.save("a.wav")).durationSeconds;
  for await (const piece of session) piece satisfies Uint8Array;
  await narrate(client, "a", { voiceId: 1, folder: "out", timeoutMs: 1, join: true });
  await startVoiceServer({ wavSizes: "right" });
  server.fail({ fault: "close", code: 1011, on: "tts.stream", times: 2 });
  (error as VoiceStreamError).closeCode satisfies number | undefined;
  void [labels, duration];
}

export async function wrong(): Promise<void> {
  // @ts-expect-error a voice id is a number
  await client.tts.convert({ voiceId: "1", text: "a" });
  // @ts-expect-error the text is missing
  await client.tts.convert({ voiceId: 1 });
  // @ts-expect-error the voice is missing
  await client.tts.convert({ text: "a" });
  // @ts-expect-error an option that does not exist
  await client.tts.convert({ voiceId: 1, text: "a" }, { timeout: 5 });
  // @ts-expect-error a field that the service does not know
  await client.tts.convert({ voiceId: 1, text: "a", speed: 2 });
  // @ts-expect-error streams are not retried
  client.tts.stream({ voiceId: 1, text: "a" }, { maxRetries: 1 });
  // @ts-expect-error a simplex stream takes no further text
  client.tts.stream({ voiceId: 1, text: "a" }).send("b");
  // @ts-expect-error a duplex session has to be awaited
  client.tts.connect({ voiceId: 1 }).send("a");
  // @ts-expect-error a voice conversion takes audio, not text
  await client.vc.convert({ voiceId: 1, text: "a" });
  // @ts-expect-error audio is not a number
  await client.vc.convert({ voiceId: 1, audio: 42 });
  // @ts-expect-error voice conversion does not stream
  client.vc.stream({ voiceId: 1, audio: "a.wav" });
  // @ts-expect-error a text is a string
  session.send(Buffer.from("a"));
  // @ts-expect-error audio comes asynchronously
  for (const piece of session) void piece;
  // @ts-expect-error a voice is read-only
  voice.id = 2;
  // @ts-expect-error fields outside the specification have an unknown type
  voice["labels"].length;
  // @ts-expect-error a result is read-only
  audio.durationSeconds = 3;
  // @ts-expect-error a key is text or a function
  new VoiceClient({ apiKey: 42 });
  // @ts-expect-error keys cannot be read back
  void client.apiKey;
  // @ts-expect-error narration needs a folder
  await narrate(client, "a", { voiceId: 1 });
  // @ts-expect-error not every error has a status
  void error.status;
  // @ts-expect-error an unknown fault
  server.fail({ fault: "explode" });
  // @ts-expect-error a status fault needs its status
  server.fail({ fault: "status" });
  // @ts-expect-error an unknown operation
  server.fail({ fault: "hang", on: "tts.sing" });
  // @ts-expect-error an unknown kind of sizes
  await startVoiceServer({ wavSizes: "wrong" });
  // @ts-expect-error a DAO's amounts are bigint, in wei
  tellStory({ name: "a", avatar: "0x", token: { name: "a", symbol: "a", totalSupply: 5 } });
}
