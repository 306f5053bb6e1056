import type { IncomingMessage } from "node:http";
import { VoiceConnectionError, type VoiceError, VoiceResponseError } from "../errors.js";
import { statusError } from "../http/http.js";

/** What a server means by a close code other than 1000. */
const CLOSE_MEANINGS: Readonly<Record<number, string>> = {
  1001: "the server is going away",
  1005: "the server gave no code",
  1006: "the connection was lost",
  1008: "the server refuses the keys or the voice",
  1009: "the text was too large for the server",
  1011: "the server failed",
  1013: "the server is overloaded",
};

/** @param said the server's reason, redacted */
export function describeClose(closeCode: number, said: string): string {
  const detail = [CLOSE_MEANINGS[closeCode], said].filter(Boolean).join("; ");
  return `it was closed with code ${closeCode}${detail && ` (${detail})`}`;
}

/** @param cause why the connection failed, safe to pass on */
export function openingError(cause: Error): VoiceError {
  const code = "code" in cause ? ` (${String(cause.code)})` : "";
  return new VoiceConnectionError(
    `The stream could not be opened${code}. Check the network and wsBaseUrl, then try again.`,
    true,
    cause,
  );
}

/** The error for an HTTP answer instead of the upgrade to a WebSocket. */
export function refusalError(
  response: IncomingMessage,
  body: Buffer,
  redact: (text: string) => string,
): VoiceError {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    return new VoiceResponseError(
      `Opening the stream was answered with ${status}, a redirect, which would send the keys elsewhere. Set wsBaseUrl to the service's new address.`,
    );
  }
  const headers = new Headers();
  const retryAfter = response.headers["retry-after"];
  if (retryAfter !== undefined) headers.set("retry-after", retryAfter);
  return statusError("Opening the stream", status, headers, body, redact);
}

/** A promise to settle from outside. Nobody has to handle it: the reader gets every failure. */
export function settleable(): {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: Error) => void;
} {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
