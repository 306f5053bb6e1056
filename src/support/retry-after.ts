/**
 * How long a Retry-After header asks to wait, in milliseconds; it holds seconds or a date.
 * @returns undefined where there is no such header, or it holds neither
 */
export function retryAfter(headers: Headers): number | undefined {
  const header = headers.get("retry-after")?.trim();
  if (header === undefined) return undefined;
  const time = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(time) ? Math.max(0, time) : undefined;
}
