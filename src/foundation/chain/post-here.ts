import { Agent, request, type IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";

import { readBounded } from "../support/http-response.js";
import type { HttpAnswer } from "./rpc-answer.js";

/** Keeps connections for four seconds, as fetch does. They do not keep the process alive meanwhile. */
const AGENT = new Agent({ keepAlive: true, timeout: 4_000 });

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Of the answer, in bytes. */
  readonly longest: number;
}

/** Ports below are those of other protocols, many of which fetch refuses. */
const FIRST_FREE_PORT = 1024;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Nothing asks for these, but a server may compress all the same. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** Whether {@link postHere} can reach a URL on this machine: it is not encrypted, and has a port of its own. */
export function isPlain({ protocol, port }: URL): boolean {
  return protocol === "http:" && Number(port) >= FIRST_FREE_PORT;
}

/**
 * Posts to a node on this machine as fetch does, in a third of the CPU time, which is most of what such a request takes.
 * @throws what fetch throws at the end, or Node's error of a connection
 */
export async function postHere(
  url: URL,
  { headers, body, signal, longest }: Post,
): Promise<HttpAnswer> {
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = String(Buffer.byteLength(body));
      const all = { ...headers, "content-length": length };
      const sent = request(url, { method: "POST", agent: AGENT, signal, headers: all });
      sent.on("response", resolve).on("error", reject).end(body);
    });
    const { statusCode: status = 0, headers: got } = answer;
    if (REDIRECTS.includes(status)) {
      answer.destroy();
      throw new Error("unexpected redirect");
    }
    const decoder = DECODERS[got["content-encoding"] ?? ""]?.();
    const text = await readBounded(decoder ? pipeline(answer, decoder, () => {}) : answer, longest);
    return { status, headers: new Headers(got as Record<string, string>), text };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}
