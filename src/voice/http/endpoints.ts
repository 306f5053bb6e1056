import { VoiceInputError } from "../errors.js";

export interface Endpoints {
  /** Without a trailing slash; the paths of the specification follow it. */
  readonly http: string;
  readonly webSocket: string;
}

/**
 * The service's two base addresses, from the options or else from VOICE_BASE_URL and
 * VOICE_WS_BASE_URL. A base URL from the options is never combined with a WebSocket address from the
 * environment, because the keys would go to two services. Without a WebSocket address, it is the
 * base URL with ws instead of http.
 * @throws VoiceInputError if an address is missing or not safe for the keys
 */
export function resolveEndpoints(options: {
  baseUrl?: string | undefined;
  wsBaseUrl?: string | undefined;
}): Endpoints {
  const http = options.baseUrl ?? process.env["VOICE_BASE_URL"];
  if (http === undefined || http === "") {
    throw new VoiceInputError(
      "The service's address is missing. Give it as the option baseUrl or in VOICE_BASE_URL.",
    );
  }
  const base = checkedUrl("baseUrl", http, ["https:", "http:"]);
  const webSocket =
    options.wsBaseUrl ??
    (options.baseUrl === undefined ? process.env["VOICE_WS_BASE_URL"] : undefined) ??
    base.replace(/^http/, "ws");
  return { http: base, webSocket: checkedUrl("wsBaseUrl", webSocket, ["wss:", "ws:"]) };
}

/** Does not quote the address, because it may contain a password. */
function checkedUrl(option: string, text: string, [secure, plain]: [string, string]): string {
  if (!URL.canParse(text)) {
    throw new VoiceInputError(`${option} is not a URL. Give one like ${secure}//host.`);
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new VoiceInputError(
      `${option} contains a user name or a password, which the service does not use. Remove them from the address.`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new VoiceInputError(
      `${option} has a query or a fragment. Give only the address that the paths (/v1/...) follow.`,
    );
  }
  if (url.protocol !== secure && url.protocol !== plain) {
    throw new VoiceInputError(`${option} starts with ${url.protocol}//, not with ${secure}//.`);
  }
  if (url.protocol === plain && !isLoopback(url.hostname)) {
    throw new VoiceInputError(
      `${option} would send the keys over plain ${plain}// to ${url.hostname}. Use ${secure}//; ${plain}// is for this machine only.`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

function isLoopback(host: string): boolean {
  // URL has normalized every spelling of an IPv4 address to four numbers.
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
