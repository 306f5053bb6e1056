import { type AudioStream, type VoiceClientOptions } from "../../../src/voice/index.js";
import { clientOf, failure, until, useServer } from "../helpers.js";

/** 6 seconds of audio in 24 frames of 16 KiB. */
export const TEXT = "x".repeat(100);
export const ALL_BYTES = 44 + 100 * 0.06 * 64_000;

/** Starts a voice server for a suite, with streams of `TEXT`; fails if a test leaves one open. */
export function useStreams() {
  const holder = useServer();
  afterEach("no stream is left open", async () => {
    await until("all streams are closed", () =>
      holder.server.requests.every(({ status, close }) => status !== 101 || close !== undefined),
    );
  });
  return {
    holder,
    stream: (options: VoiceClientOptions = {}): AudioStream =>
      clientOf(holder.server, options).tts.stream({ voiceId: 1, text: TEXT }),
    last: () => holder.server.requests.at(-1)!,
  };
}

/** Reads until it fails; returns the number of bytes received and the error. */
export async function readAll<T extends Error>(
  audio: AudioStream,
  type: abstract new (...args: never[]) => T,
): Promise<{ bytes: number; error: T }> {
  let bytes = 0;
  const reading = (async () => {
    for await (const piece of audio) bytes += piece.length;
  })();
  const error = await failure(reading, type);
  return { bytes, error };
}
