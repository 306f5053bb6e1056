import { UsageError } from "../support/errors.js";

/** The parts of a node's URL. */
export interface NodeAddress {
  /** Without user, password and fragment. Its path or query may contain a key. */
  readonly url: URL;
  /** The header that replaces user and password, if the URL has them. */
  readonly authorization: string | undefined;
  /** Whether the node runs on another machine. */
  readonly isRemote: boolean;
  /** Whether a password would cross a network unencrypted. */
  readonly exposesPassword: boolean;
}

/** @throws UsageError if it is not an http or https URL; never contains the URL */
export function nodeAddress(text: string): NodeAddress {
  const url = parsed(text);
  const { username, password } = url;
  const isRemote = !isLoopback(url.hostname);
  const hasPassword = username !== "" || password !== "";
  const credentials = `${decoded(username)}:${decoded(password)}`;
  // fetch refuses a URL with user and password.
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url,
    authorization: hasPassword ? `Basic ${Buffer.from(credentials).toString("base64")}` : undefined,
    isRemote,
    exposesPassword: hasPassword && isRemote && url.protocol === "http:",
  };
}

function parsed(text: string): URL {
  // The parser takes the name of a host before a port for a protocol.
  if (/^https?:\/\//i.test(text.trim()) && URL.canParse(text)) return new URL(text);
  throw new UsageError(
    "The provider is not the URL of a node. It must begin with http:// or https://, such as http://localhost:8545.",
  );
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

/**
 * Whether a host is this machine, for sure: no DNS server is asked.
 * @param hostname as in a URL: lower case, an IPv6 address in brackets
 */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
