import { setTimeout as sleep } from "node:timers/promises";
import type { RawData, WebSocket } from "ws";
import type { StreamFault } from "./faults.js";
import type { LogEntry } from "./log.js";
import type { Service } from "./options.js";
import { Speech } from "./speech.js";

const NORMAL = 1000;
/** Wrong keys, an unknown voice, a message out of turn: the service uses one code for all. */
const REFUSED = 1008;
const FLOOD_FRAME_BYTES = 64 * 1024;

/** One WebSocket, simplex or duplex, that is being served. */
export class ServedStream {
  readonly #service: Service;
  readonly #entry: LogEntry;
  readonly #socket: WebSocket;
  readonly #voiceId: number | undefined;
  readonly #fault: StreamFault | undefined;
  #isAuthenticated = false;
  #texts = 0;
  #sentAudio = 0;
  #isFaulty = false;
  /** Speaks texts one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(service: Service, entry: LogEntry, { searchParams }: URL, socket: WebSocket) {
    const wanted = searchParams.get("voiceId");
    this.#service = service;
    this.#entry = entry;
    this.#socket = socket;
    this.#voiceId = service.ttsVoices.find(({ id }) => String(id) === wanted)?.id;
    this.#fault = service.faults.take(entry.operation, "stream");
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("close", (code) => (entry.close ??= { code, by: "client" }));
    // The client cut the connection; 'close' follows.
    socket.on("error", () => socket.terminate());
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#entry.close !== undefined) return;
    const message = isBinary ? undefined : parse((data as Buffer).toString());
    this.#entry.noteMessage(message ?? { unreadable: (data as Buffer).length });
    const { type, text, clientKey, apiKey } = message ?? {};
    const isDuplex = this.#entry.operation === "tts.connect";
    const areKeys = clientKey === this.#service.clientKey && apiKey === this.#service.apiKey;
    if (message === undefined) {
      this.#close(REFUSED, "messages are JSON texts");
    } else if (!this.#isAuthenticated) {
      if (this.#voiceId === undefined) this.#close(REFUSED, "there is no such voice");
      else if (type === "authApiKey" && areKeys) this.#isAuthenticated = true;
      else this.#close(REFUSED, "the first message must be authApiKey with valid keys");
    } else if (type === "close" && isDuplex) {
      this.#finish();
    } else if (type !== "convert" || typeof text !== "string" || text === "") {
      this.#close(REFUSED, "this is not a convert message with a text");
    } else if (!isDuplex && this.#texts > 0) {
      this.#close(REFUSED, "a simplex stream takes one convert");
    } else {
      const isFirst = this.#texts++ === 0;
      const speech = new Speech(this.#voiceId!, text.length * this.#service.msPerCharacter);
      this.#queue(() => this.#speak(speech, isFirst || this.#service.repeatHeaders));
      if (!isDuplex) this.#finish();
    }
  }

  #finish(): void {
    this.#queue(async () => {
      if (this.#fault?.fault === "never-close") return;
      // A fault that waited for audio that did not come happens now.
      if (!(await this.#happens(Infinity))) this.#close(NORMAL);
    });
  }

  #queue(work: () => Promise<void>): void {
    const isOver = (): boolean => this.#isFaulty || this.#socket.readyState !== this.#socket.OPEN;
    // A fault that cannot happen, such as a close code that there is not, cuts the connection.
    this.#work = this.#work
      .then(async () => (isOver() ? undefined : await work()))
      .catch(() => this.#socket.terminate());
  }

  async #speak(speech: Speech, withHeader: boolean): Promise<void> {
    const { wavSizes, frameBytes, frameDelayMs } = this.#service;
    if (await this.#happens(this.#sentAudio)) return;
    if (withHeader) await this.#send(speech.header(wavSizes));
    for (const piece of speech.pieces(frameBytes)) {
      if (await this.#happens(this.#sentAudio)) return;
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      await this.#send(piece);
      this.#sentAudio += piece.length;
      if (frameDelayMs > 0) await sleep(frameDelayMs);
    }
  }

  /** Carries out a fault that is due. @returns whether the stream is over */
  async #happens(sentAudio: number): Promise<boolean> {
    const fault = this.#fault;
    if (fault === undefined || fault.fault === "never-close" || this.#isFaulty) {
      return this.#isFaulty;
    }
    if ("afterBytes" in fault && sentAudio < (fault.afterBytes ?? 0)) return false;
    this.#isFaulty = true;
    const isOpen = (): boolean => this.#socket.readyState === this.#socket.OPEN;
    if (fault.fault === "close") this.#close(fault.code, fault.reason);
    else if (fault.fault === "terminate") this.#socket.terminate();
    else if (fault.fault === "text-frame") this.#socket.send(fault.text);
    else if (fault.fault === "large-frame") await this.#send(Buffer.alloc(fault.bytes));
    else if (fault.fault === "flood") {
      const frame = Buffer.alloc(fault.frameBytes ?? FLOOD_FRAME_BYTES);
      for (let sent = 0; sent < fault.bytes && isOpen(); sent += frame.length) {
        await this.#send(frame);
      }
      this.#close(NORMAL);
    } else if (fault.fault === "empty-frames") {
      for (; isOpen(); await sleep(fault.everyMs)) await this.#send(Buffer.alloc(0));
    }
    return true;
  }

  /** Resolves when the system has taken it: the server waits for a slow client and buffers nothing. */
  #send(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => this.#socket.send(bytes, () => resolve()));
  }

  #close(code: number | undefined, reason?: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.close(code, reason);
    this.#entry.close ??= { code: code ?? 1005, by: "server" };
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(text);
    const isObject = typeof message === "object" && message !== null;
    return isObject ? (message as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
