import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { jsonOrText } from "./answers.js";
import type { StreamFault } from "./faults.js";
import type { Logging } from "./log.js";
import type { ServerSettings } from "./options.js";
import { Speech } from "./speech.js";

const NORMAL = 1000;
/** Wrong keys, an unknown voice, a message out of turn: the service uses one code for all. */
const REFUSED = 1008;
const FLOOD_FRAME_BYTES = 64 * 1024;

/** Serves one WebSocket, simplex or duplex. */
export function serveStream(
  socket: WebSocket,
  settings: ServerSettings,
  { entry, clean, url }: Logging,
  fault: StreamFault | undefined,
): void {
  const wanted = url.searchParams.get("voiceId");
  const voiceId = settings.ttsVoices.find(({ id }) => String(id) === wanted)?.id;
  const isDuplex = entry.operation === "tts.connect";
  let isAuthenticated = false;
  let texts = 0;
  let sentAudio = 0;
  let isFaulty = false;
  /** Speaks texts one after the other. */
  let work: Promise<void> = Promise.resolve();

  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  /** Resolves when the system has taken it: the server waits for a slow client and buffers nothing. */
  const send = (bytes: Buffer): Promise<void> =>
    new Promise((resolve) => socket.send(bytes, () => resolve()));
  const close = (code: number | undefined, reason?: string): void => {
    if (!isOpen()) return;
    socket.close(code, reason);
    entry.close ??= { code: code ?? 1005, by: "server" };
  };
  const queue = (task: () => Promise<void>): void => {
    // A fault that is impossible, such as an invalid close code, cuts the connection.
    work = work
      .then(async () => (isOpen() && !isFaulty ? await task() : undefined))
      .catch(() => socket.terminate());
  };

  /** Carries out the fault if it is due. @returns whether the stream is over */
  const happens = async (sent: number): Promise<boolean> => {
    if (fault === undefined || fault.fault === "never-close") return false;
    if ("afterBytes" in fault && sent < (fault.afterBytes ?? 0)) return false;
    isFaulty = true;
    if (fault.fault === "close") close(fault.code, fault.reason);
    if (fault.fault === "terminate") socket.terminate();
    if (fault.fault === "text-frame") socket.send(fault.text);
    if (fault.fault === "large-frame") await send(Buffer.alloc(fault.bytes));
    if (fault.fault === "empty-frames") {
      for (; isOpen(); await sleep(fault.everyMs)) await send(Buffer.alloc(0));
    }
    if (fault.fault === "flood") {
      const frame = Buffer.alloc(fault.frameBytes ?? FLOOD_FRAME_BYTES);
      for (let left = fault.bytes; left > 0 && isOpen(); left -= frame.length) await send(frame);
      close(NORMAL);
    }
    return true;
  };

  const speak = async (speech: Speech, hasHeader: boolean): Promise<void> => {
    if (await happens(sentAudio)) return;
    if (hasHeader) await send(speech.header(settings.wavSizes));
    for (const piece of speech.pieces(settings.frameBytes)) {
      if (!isOpen() || (await happens(sentAudio))) return;
      await send(piece);
      sentAudio += piece.length;
      if (settings.frameDelayMs > 0) await sleep(settings.frameDelayMs);
    }
  };

  const finish = (): void =>
    queue(async () => {
      if (fault?.fault === "never-close") return;
      // A fault that waited for more audio than there was happens now.
      if (!(await happens(Infinity))) close(NORMAL);
    });

  /** @returns why a message is refused, if it is */
  const take = (message: unknown): string | undefined => {
    const { type, text, clientKey, apiKey } = Object(message) as Record<string, unknown>;
    if (voiceId === undefined) return "there is no such voice";
    if (!isAuthenticated) {
      const areKeys = clientKey === settings.clientKey && apiKey === settings.apiKey;
      isAuthenticated = type === "authApiKey" && areKeys;
      return isAuthenticated ? undefined : "the first message must be authApiKey with valid keys";
    }
    if (type === "close" && isDuplex) return void finish();
    if (type !== "convert" || typeof text !== "string" || text === "") {
      return "this is not a convert message with a text";
    }
    if (!isDuplex && texts > 0) return "a simplex stream takes one convert";
    const hasHeader = texts++ === 0 || settings.repeatHeaders;
    queue(() => speak(new Speech(voiceId, text.length * settings.msPerCharacter), hasHeader));
    return isDuplex ? undefined : void finish();
  };

  socket.on("message", (data, isBinary) => {
    if (entry.close !== undefined) return;
    const { length } = data as Buffer;
    const message = isBinary ? { unreadable: length } : jsonOrText(data as Buffer);
    entry.messages.push(clean(message));
    const refusal = take(message);
    if (refusal !== undefined) close(REFUSED, refusal);
  });
  socket.on("close", (code) => (entry.close ??= { code, by: "client" }));
  // The client cut the connection; 'close' follows.
  socket.on("error", () => socket.terminate());
}
