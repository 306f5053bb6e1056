import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { jsonOrText } from "./answers.js";
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
    socket.on("message", (data, isBinary) => {
      const { length } = data as Buffer;
      const message = isBinary ? { unreadable: length } : jsonOrText(data as Buffer);
      if (entry.close === undefined) this.#onMessage(message);
    });
    socket.on("close", (code) => (entry.close ??= { code, by: "client" }));
    // The client cut the connection; 'close' follows.
    socket.on("error", () => socket.terminate());
  }

  #onMessage(message: unknown): void {
    this.#entry.messages.push(this.#entry.clean(message));
    const { type, text, clientKey, apiKey } = Object(message) as Record<string, unknown>;
    const isDuplex = this.#entry.operation === "tts.connect";
    const areKeys = clientKey === this.#service.clientKey && apiKey === this.#service.apiKey;
    if (!this.#isAuthenticated) {
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
      const hasHeader = this.#texts++ === 0 || this.#service.repeatHeaders;
      const speech = new Speech(this.#voiceId!, text.length * this.#service.msPerCharacter);
      this.#queue(() => this.#speak(speech, hasHeader));
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
    // A fault that cannot happen, such as a close code that there is not, cuts the connection.
    this.#work = this.#work
      .then(async () => (this.#isOpen && !this.#isFaulty ? await work() : undefined))
      .catch(() => this.#socket.terminate());
  }

  async #speak(speech: Speech, hasHeader: boolean): Promise<void> {
    const { wavSizes, frameBytes, frameDelayMs } = this.#service;
    if (await this.#happens(this.#sentAudio)) return;
    if (hasHeader) await this.#send(speech.header(wavSizes));
    for (const piece of speech.pieces(frameBytes)) {
      if (!this.#isOpen || (await this.#happens(this.#sentAudio))) return;
      await this.#send(piece);
      this.#sentAudio += piece.length;
      if (frameDelayMs > 0) await sleep(frameDelayMs);
    }
  }

  /** Carries out a fault that is due. @returns whether the stream is over */
  async #happens(sentAudio: number): Promise<boolean> {
    const fault = this.#fault;
    if (fault === undefined || fault.fault === "never-close") return false;
    if ("afterBytes" in fault && sentAudio < (fault.afterBytes ?? 0)) return false;
    this.#isFaulty = true;
    if (fault.fault === "close") this.#close(fault.code, fault.reason);
    if (fault.fault === "terminate") this.#socket.terminate();
    if (fault.fault === "text-frame") this.#socket.send(fault.text);
    if (fault.fault === "large-frame") await this.#send(Buffer.alloc(fault.bytes));
    if (fault.fault === "empty-frames") {
      for (; this.#isOpen; await sleep(fault.everyMs)) await this.#send(Buffer.alloc(0));
    }
    if (fault.fault === "flood") {
      const frame = Buffer.alloc(fault.frameBytes ?? FLOOD_FRAME_BYTES);
      for (let left = fault.bytes; left > 0 && this.#isOpen; left -= frame.length) {
        await this.#send(frame);
      }
      this.#close(NORMAL);
    }
    return true;
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Resolves when the system has taken it: the server waits for a slow client and buffers nothing. */
  #send(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => this.#socket.send(bytes, () => resolve()));
  }

  #close(code: number | undefined, reason?: string): void {
    if (!this.#isOpen) return;
    this.#socket.close(code, reason);
    this.#entry.close ??= { code: code ?? 1005, by: "server" };
  }
}
