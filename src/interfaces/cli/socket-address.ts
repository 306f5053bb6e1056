/**
 * The host and port of a listening socket, as in a URL.
 * @param local from a line of /proc/net/tcp or tcp6, such as `0100007F:2161`: 32-bit words, each with its last byte
 * first, and the port
 * @returns for a socket that listens on all addresses, this machine's IPv4 loopback address
 */
export function socketAddress(local: string): string {
  const [hex = "", port = ""] = local.split(":");
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words
    .flatMap((word) => word.match(/../g)!.reverse())
    .map((byte) => parseInt(byte, 16));
  return `${hostOf(bytes)}:${parseInt(port, 16)}`;
}

function hostOf(bytes: readonly number[]): string {
  if (bytes.every((byte) => byte === 0)) return "127.0.0.1";
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff;
  if (bytes.length === 4 || isMapped) return bytes.slice(-4).join(".");
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bytes[2 * index]! << 8) | bytes[2 * index + 1]!).toString(16),
  );
  return `[${groups.join(":")}]`;
}
