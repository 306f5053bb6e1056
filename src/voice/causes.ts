/** The `code` of a system error or of the nearest cause that has one. */
export function errorCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}

/**
 * A copy of a library's error that is safe to pass on as a cause: with redacted texts, and without
 * the other fields (requests, headers, bodies) that libraries add to their errors.
 */
export function safeCause(error: unknown, redact: (text: string) => string): Error {
  if (!(error instanceof Error)) return new Error(redact(String(error)));
  const copy = new Error(
    redact(error.message),
    error.cause === undefined ? undefined : { cause: safeCause(error.cause, redact) },
  );
  copy.name = error.name;
  copy.stack = redact(error.stack ?? "");
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return Object.assign(copy, code);
}
