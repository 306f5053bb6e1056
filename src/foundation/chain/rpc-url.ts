import { UsageError } from "../support/errors.js";

const SCHEMES = ["http:", "https:", "ws:", "wss:"];
const UNENCRYPTED = ["http:", "ws:"];

/** The parts of a node's URL. */
export interface NodeAddress {
  /** Without user, password and fragment. Its path or query may contain a key. */
  readonly url: URL;
  /** The header that replaces user and password, if the URL has them. */
  readonly authorization: string | undefined;
  readonly isWebSocket: boolean;
  /** Whether the node runs on another machine. */
  readonly isRemote: boolean;
  /** Whether a password would cross a network unencrypted. */
  readonly exposesPassword: boolean;
}

/** @throws UsageError if it is not an http, https, ws or wss URL; never contains the URL */
export function nodeAddress(text: string): NodeAddress {
  const url = parsed(text);
  const { username, password } = url;
  const isRemote = !isLoopback(url.hostname);
  const hasPassword = username !== "" || password !== "";
  const credentials = `${decoded(username)}:${decoded(password)}`;
  // fetch refuses a URL with user and password, and ws refuses one with a fragment.
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url,
    authorization: hasPassword ? `Basic ${Buffer.from(credentials).toString("base64")}` : undefined,
    isWebSocket: url.protocol.startsWith("ws"),
    isRemote,
    exposesPassword: hasPassword && isRemote && UNENCRYPTED.includes(url.protocol),
  };
}

function parsed(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(
      "The provider is not a URL. Give the address of a node, such as http://localhost:8545.",
    );
  }
  // The parser takes the name of a host before a port for a protocol.
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim())) {
    throw new UsageError(
      "The provider's URL must begin with http://, https://, ws:// or wss://, such as http://localhost:8545.",
    );
  }
  if (!SCHEMES.includes(url.protocol)) {
    throw new UsageError(
      `The provider's URL begins with ${url.protocol}//; expected http://, https://, ws:// or wss://.`,
    );
  }
  return url;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UsageError(
      "The user or password in the provider's URL is not valid: a % must be followed by two hex digits. " +
        "Write a % that belongs to the password as %25.",
    );
  }
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
