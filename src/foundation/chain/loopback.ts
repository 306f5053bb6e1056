/**
 * Whether a host is this machine, for sure: no DNS server is asked.
 * @param hostname as in a URL: lower case, an IPv6 address in brackets
 */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
