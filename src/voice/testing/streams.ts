import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RawData, WebSocket } from "ws";
import { isBodyFault, isHttpFault, type Fault, type StreamFault } from "./faults.js";
import type { LogEntry } from "./request-log.js";
import type { Service } from "./service.js";
import { Speech } from "./speech.js";

const NORMAL = 1000;
/** Wrong keys, an unknown voice, a message out of turn: the service uses one code for all. */
const REFUSED = 1008;
const FLOOD_FRAME_BYTES = 64 * 1024;

/** Serves one WebSocket, simplex or duplex. */
export function serveStream(
  service: Service,
  entry: LogEntry,
  request: IncomingMessage,
  socket: WebSocket,
): void {
  const stream = new ServedStream(service, entry, request, socket);
  socket.on("message", (data, isBinary) => stream.onMessage(data, isBinary));
  socket.on("close", (code) => stream.onClose(code));
  // The client cut the connection; 'close' follows.
  socket.on("error", () => socket.terminate());
}

class ServedStream {
  readonly #service: Service;
  readonly #entry: LogEntry;
  readonly #socket: WebSocket;
  readonly #voiceId: number | undefined;
  readonly #isDuplex: boolean;
  readonly #fault: StreamFault | undefined;
  #isAuthenticated = false;
  #texts = 0;
  #sentAudio = 0;
  #closedByServer = false;
  #isFaulty = false;
  /** Speaks texts one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(service: Service, entry: LogEntry, request: IncomingMessage, socket: WebSocket) {
    this.#service = service;
    this.#entry = entry;
    this.#socket = socket;
    this.#isDuplex = entry.operation === "tts.connect";
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    this.#voiceId = service.ttsVoices.find(
      ({ id }) => String(id) === searchParams.get("voiceId"),
    )?.id;
    this.#fault = service.faults.take(entry.operation, isStreamFault);
  }

  onMessage(data: RawData, isBinary: boolean): void {
    if (this.#closedByServer) return;
    const message = isBinary ? undefined : parse((data as Buffer).toString());
    this.#entry.noteMessage(message ?? { unreadable: (data as Buffer).length });
    if (message === undefined) this.#close(REFUSED, "messages are JSON texts");
    else if (!this.#isAuthenticated) this.#authenticate(message);
    else if (message["type"] === "convert") this.#convert(message["text"]);
    else if (message["type"] === "close" && this.#isDuplex) this.#finish();
    else this.#close(REFUSED, "no such message here");
  }

  onClose(code: number): void {
    this.#entry.close ??= { code, by: this.#closedByServer ? "server" : "client" };
    this.#closedByServer = true;
  }

  #authenticate({ type, clientKey, apiKey }: Record<string, unknown>): void {
    const { clientKey: rightClient, apiKey: rightApi } = this.#service;
    if (type !== "authApiKey" || clientKey !== rightClient || apiKey !== rightApi) {
      this.#close(REFUSED, "the first message must be authApiKey with valid keys");
    } else if (this.#voiceId === undefined) {
      this.#close(REFUSED, "there is no such voice");
    } else {
      this.#isAuthenticated = true;
    }
  }

  #convert(text: unknown): void {
    if (typeof text !== "string" || text === "") {
      this.#close(REFUSED, "convert needs a text");
    } else if (!this.#isDuplex && this.#texts > 0) {
      this.#close(REFUSED, "a simplex stream takes one convert");
    } else {
      const isFirst = this.#texts++ === 0;
      const speech = new Speech(this.#voiceId!, text.length * this.#service.msPerCharacter);
      this.#queue(() => this.#speak(speech, isFirst || this.#service.repeatHeaders));
      if (!this.#isDuplex) this.#finish();
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
    this.#work = this.#work.then(async () => {
      if (!this.#isFaulty && this.#socket.readyState === this.#socket.OPEN) await work();
    });
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
    if (fault === undefined || this.#isFaulty) return this.#isFaulty;
    if ("afterBytes" in fault && sentAudio < (fault.afterBytes ?? 0)) return false;
    switch (fault.fault) {
      case "never-close":
        return false;
      case "close":
        this.#close(fault.code, fault.reason);
        break;
      case "terminate":
        this.#socket.terminate();
        break;
      case "stall":
        break;
      case "text-frame":
        this.#socket.send(fault.text);
        break;
      case "large-frame":
        await this.#send(Buffer.alloc(fault.bytes));
        break;
      case "flood":
        await this.#flood(fault.bytes);
        this.#close(NORMAL);
        break;
    }
    this.#isFaulty = true;
    return true;
  }

  async #flood(bytes: number): Promise<void> {
    const frame = Buffer.alloc(FLOOD_FRAME_BYTES);
    for (let sent = 0; sent < bytes; sent += frame.length) {
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      await this.#send(frame);
    }
  }

  /** Resolves when the system has taken it: the server waits for a slow client and buffers nothing. */
  #send(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => this.#socket.send(bytes, () => resolve()));
  }

  #close(code: number | undefined, reason?: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#closedByServer = true;
    this.#entry.close ??= { code: code ?? 1005, by: "server" };
    this.#socket.close(code, reason);
  }
}

function isStreamFault(fault: Fault): fault is Fault & StreamFault {
  return !isHttpFault(fault) && !isBodyFault(fault);
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null
      ? (message as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
