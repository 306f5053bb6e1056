import { once } from "node:events";
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { WebSocketServer } from "ws";
import { answer, errorReply, faultReply, jsonOrText, ROUTES, sendReply } from "./answers.js";
import { takeFault } from "./faults.js";
import type { BodyFault, Fault, HttpFault, PendingFault, StreamFault } from "./faults.js";
import { log, type LoggedRequest } from "./log.js";
import { defaults, type VoiceServerOptions } from "./options.js";
import { serveStream } from "./streams.js";

export type VoiceServer = Readonly<Awaited<ReturnType<typeof startVoiceServer>>>;

/**
 * Starts the voice service on one local port, HTTP and WebSocket, for tests without a network. It
 * follows the specification, speaks a hum whose length depends on the text, fails on request, and logs
 * its requests. Only this machine reaches it. End it with `close()`.
 *
 * @example
 * const server = await startVoiceServer();
 * const client = new VoiceClient(server.clientOptions);
 * server.fail({ fault: "status", status: 503, on: "tts.convert" });
 * await client.tts.convert({ voiceId: 1, text: "Retried once." });
 * await server.close();
 */
export async function startVoiceServer(options: VoiceServerOptions = {}) {
  const settings = { ...defaults(), ...options };
  const { clientKey, apiKey } = settings;
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 });
  const requests: LoggedRequest[] = [];
  const faults: PendingFault[] = [];
  const sockets = new Set<Socket>();
  const http = createServer().listen(settings.port, "127.0.0.1");
  await once(http, "listening");
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const wsBaseUrl = baseUrl.replace("http", "ws");

  /** @param head if the request asks for a WebSocket, the bytes that followed it */
  async function serve(request: IncomingMessage, response: ServerResponse, head?: Buffer) {
    const { method, url: path = "", socket } = request;
    // Some paths, such as `//`, are not valid addresses.
    const url = new URL(URL.canParse(path, baseUrl) ? path : "/", baseUrl);
    const [operation, route] = ROUTES[`${method} ${url.pathname}`] ?? [];
    const logging = log(operation, url, request, [clientKey, apiKey]);
    const { entry, clean } = logging;
    requests.push(entry);
    const isUpgrade = head !== undefined;
    const fault = takeFault<HttpFault>(faults, operation, "request");
    if (fault?.fault === "hang") {
      // The rest of an upload stays unread, so the client is still sending when the server hangs. A
      // socket without an upload is read, to notice when the client leaves.
      if (isUpgrade) socket.resume().on("end", () => socket.end());
      return;
    }
    if (fault?.fault === "reset") return void socket.destroy();
    if (fault === undefined && isUpgrade && /^tts\.(stream|connect)$/.test(operation ?? "")) {
      response.detachSocket(socket);
      return webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        entry.status = 101;
        const streamFault = takeFault<StreamFault>(faults, operation, "stream");
        serveStream(webSocket, settings, logging, streamFault);
      });
    }
    const body = isUpgrade ? Buffer.alloc(0) : await buffer(request);
    if (operation === "tts.convert") entry.body = clean(jsonOrText(body));
    const sent = { ...logging, headers: request.headers, body };
    const right = () =>
      isUpgrade ? errorReply(404, "no WebSocket here") : answer(route, settings, sent);
    const reply = fault === undefined ? await right() : faultReply(fault);
    entry.status = reply.status;
    const inBody =
      fault === undefined ? takeFault<BodyFault>(faults, operation, "body") : undefined;
    await sendReply(reply, response, inBody);
  }
  // If it fails, the client has left: there is nobody to answer.
  const onRequest = (...[request, ...rest]: Parameters<typeof serve>): void =>
    void serve(request, ...rest).catch(() => request.socket.destroy());
  http.on("request", (request, response) => onRequest(request, response));
  http.on("upgrade", (request, socket: Socket, head) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on("finish", () => socket.end());
    onRequest(request, response, head);
  });
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });

  const clientOptions = { baseUrl, wsBaseUrl, clientKey, apiKey };
  return {
    ...clientOptions,
    /** Options for a client of this server: `new VoiceClient(server.clientOptions)`. */
    clientOptions,
    /** The requests so far, oldest first, with redacted keys. */
    get requests(): readonly LoggedRequest[] {
      return [...requests];
    },
    /** How many connections are open, including idle ones. */
    get openConnections(): number {
      return sockets.size;
    },
    /** Makes the next matching requests fail. Faults of one kind happen in order. */
    fail: (fault: Fault): void => void faults.push({ fault, left: fault.times ?? 1 }),
    /** Clears requests and faults, for the next test. */
    reset: (): void => void (requests.length = faults.length = 0),
    /** Stops, and cuts all connections. */
    close: async (): Promise<void> => {
      const closed = once(http, "close");
      http.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
