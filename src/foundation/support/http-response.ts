/** A body is longer than its limit. */
export class BodyTooLong extends Error {
  override readonly name = "BodyTooLong";

  constructor(limit: number) {
    super(`it is longer than ${limit / 1024 / 1024} MiB`);
  }
}

/**
 * Reads the text of a fetched response or of a stream. The limit applies after decompression: 1.5 MB of gzip can expand
 * to gigabytes.
 * @param limit bytes
 * @throws BodyTooLong at the first byte above the limit; the rest is not read, and a response's connection is closed
 */
export async function readBounded(
  source: Response | AsyncIterable<Uint8Array>,
  limit: number,
): Promise<string> {
  const body: AsyncIterable<Uint8Array> | null = source instanceof Response ? source.body : source;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw new BodyTooLong(limit);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

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
