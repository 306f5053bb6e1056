import { setTimeout as sleep } from "node:timers/promises";

import type { WebSocket } from "ws";

import type { Fault, LoggedRequest, Settings } from "./fake-service.js";

const RATE = 32_000;
/** A second of a hum of a whole number of waves, so that seconds join without a click. */
const SECOND = Buffer.from(
  Int16Array.from({ length: RATE }, (_, at) => 6000 * Math.sin((220 * Math.PI * at) / RATE)).buffer,
);

/** Sound as the service sends it: 16 bits, mono, 32,000 Hz, with placeholders for the sizes. */
export function speech(ms: number, rightSizes = false): { header: Buffer; sound: Buffer } {
  const sound = Buffer.alloc(2 * Math.max(1, Math.round((ms * RATE) / 1000)), SECOND);
  const header = Buffer.from(`RIFF....WAVEfmt ${"\0".repeat(20)}data....`, "latin1");
  header.writeUInt32LE(rightSizes ? 36 + sound.length : 0xffc79aca, 4);
  for (const [at, value] of [
    [16, 16],
    [20, 0x10001],
    [24, RATE],
    [28, 2 * RATE],
    [32, 0x100002],
  ] as const) {
    header.writeUInt32LE(value, at);
  }
  header.writeUInt32LE(rightSizes ? sound.length : 0xffc79a9e, 40);
  return { header, sound };
}

/** Serves one WebSocket, simplex or duplex. */
export function serveStream(
  socket: WebSocket,
  settings: Settings,
  entry: LoggedRequest,
  url: URL,
  fault: Fault | undefined,
): void {
  const isVoice = settings.ttsVoices.some(
    ({ id }) => String(id) === url.searchParams.get("voiceId"),
  );
  const isDuplex = entry.operation === "tts.connect";
  let isAuthenticated = false;
  let texts = 0;
  let sent = 0;
  let isFaulty = false;
  /** Speaks texts one after the other. */
  let work: Promise<void> = Promise.resolve();

  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  /** Resolves when the system has taken it: the service waits for a slow client and buffers nothing. */
  const send = (bytes: Buffer): Promise<void> =>
    new Promise((resolve) => socket.send(bytes, () => resolve()));
  const close = (code: number | undefined, reason?: string): void => {
    if (!isOpen()) return;
    socket.close(code, reason);
    entry.close ??= { code: code ?? 1005, by: "service" };
  };
  const queue = (task: () => Promise<void>): void => {
    work = work.then(async () => (isOpen() && !isFaulty ? await task() : undefined));
  };

  /** Carries out the fault if it is due. @returns whether the stream is over */
  const happens = async (bytes: number): Promise<boolean> => {
    if (fault === undefined || fault.fault === "never-close") return false;
    if ("afterBytes" in fault && bytes < (fault.afterBytes ?? 0)) return false;
    isFaulty = true;
    if (fault.fault === "close") close(fault.code, fault.reason);
    if (fault.fault === "terminate") socket.terminate();
    if (fault.fault === "text-frame") socket.send(fault.text);
    if (fault.fault === "empty-frames") {
      for (; isOpen(); await sleep(fault.everyMs)) await send(Buffer.of());
    }
    if (fault.fault === "flood") {
      const frame = Buffer.alloc(fault.frameBytes ?? 64 * 1024);
      for (let left = fault.bytes; left > 0 && isOpen(); left -= frame.length) await send(frame);
      close(1000);
    }
    return true;
  };

  const speak = async (text: string): Promise<void> => {
    if (await happens(sent)) return;
    const { header, sound } = speech(text.length * settings.msPerCharacter, settings.rightSizes);
    if (texts++ === 0 || settings.repeatHeaders) await send(header);
    for (let at = 0; at < sound.length; at += settings.frameBytes) {
      if (!isOpen() || (await happens(sent))) return;
      const frame = sound.subarray(at, at + settings.frameBytes);
      await send(frame);
      sent += frame.length;
      if (settings.frameDelayMs > 0) await sleep(settings.frameDelayMs);
    }
  };
  const finish = (): void =>
    queue(async () => {
      // A fault that waited for more sound than there was happens now.
      if (fault?.fault !== "never-close" && !(await happens(Infinity))) close(1000);
    });

  socket.on("message", (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Readonly<Record<string, unknown>>;
    entry.messages.push(message);
    const { type, text, clientKey, apiKey } = message;
    if (!isAuthenticated) {
      isAuthenticated = clientKey === settings.clientKey && apiKey === settings.apiKey;
      if (!isAuthenticated || !isVoice || type !== "authApiKey") close(1008, "refused");
    } else if (type === "close" && isDuplex) {
      finish();
    } else if (type === "convert" && typeof text === "string") {
      queue(() => speak(text));
      if (!isDuplex) finish();
    } else {
      close(1008, "not a message of the specification");
    }
  });
  socket.on("close", (code) => (entry.close ??= { code, by: "client" }));
  // The client cut the connection; 'close' follows.
  socket.on("error", () => socket.terminate());
}
