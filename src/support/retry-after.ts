/**
 * The milliseconds to wait according to a Retry-After header, which has seconds or a date.
 * @returns undefined if there is no such header, or its value is neither
 */
export function retryAfter(headers: Headers): number | undefined {
  const header = headers.get("retry-after")?.trim();
  if (header === undefined) return undefined;
  const time = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(time) ? Math.max(0, time) : undefined;
}
