/* eslint-disable @typescript-eslint/no-unsafe-call -- the tests call what does not exist */
/**
 * Misuse that the compiler must reject. `tsc --noEmit` checks this file: an `@ts-expect-error` above
 * a line without an error is itself an error. Nothing here ever runs.
 */
import {
  VoiceClient,
  type DuplexSession,
  type Voice,
  type VoiceAudio,
  type VoiceError,
} from "../../src/voice/index.js";

declare const client: VoiceClient;
declare const session: DuplexSession;
declare const voice: Voice;
declare const audio: VoiceAudio;
declare const error: VoiceError;

export async function right(): Promise<void> {
  new VoiceClient({ clientKey: "a", apiKey: undefined });
  await client.tts.convert({ voiceId: voice.id, text: "a" }, { signal: AbortSignal.timeout(1) });
  await client.vc.convert({ voiceId: 1, audio: audio.bytes });
  voice["labels"] satisfies unknown;
  (await session.save("a.wav")).durationSeconds satisfies number | undefined;
  for await (const piece of session) piece satisfies Uint8Array;
  if (error.kind === "stream") error.closeCode satisfies number | undefined;
}

export async function wrong(): Promise<void> {
  // @ts-expect-error a voice id is a number
  await client.tts.convert({ voiceId: "1", text: "a" });
  // @ts-expect-error the text is missing
  await client.tts.convert({ voiceId: 1 });
  // @ts-expect-error an option that does not exist
  await client.tts.convert({ voiceId: 1, text: "a" }, { timeout: 5 });
  // @ts-expect-error a field that the service does not know
  await client.tts.convert({ voiceId: 1, text: "a", speed: 2 });
  // @ts-expect-error a simplex stream takes no further text
  client.tts.stream({ voiceId: 1, text: "a" }).send("b");
  // @ts-expect-error a duplex session has to be awaited
  client.tts.connect({ voiceId: 1 }).send("a");
  // @ts-expect-error a voice conversion takes audio, not text
  await client.vc.convert({ voiceId: 1, text: "a" });
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
  // @ts-expect-error keys cannot be read back
  void client.apiKey;
  // @ts-expect-error an unknown kind
  if (error.kind === "wrong") throw error;
}
