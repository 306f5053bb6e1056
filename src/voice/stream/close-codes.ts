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

export function closeMeaning(code: number): string | undefined {
  return CLOSE_MEANINGS[code];
}
