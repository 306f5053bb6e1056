/** A value in an error: what a user gave. Shortens 32 bytes of hex, because they may be a misplaced private key. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "string":
      return /^(0x)?[0-9a-f]{64}$/i.test(value)
        ? `${JSON.stringify(value.slice(0, 6))}... (32 bytes of hex)`
        : shortened(JSON.stringify(value));
    case "number":
    case "bigint":
    case "boolean":
      return shortened(String(value));
    case "object":
      return shownObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function shownObject(value: object | null): string {
  if (value === null) return "null";
  if (Array.isArray(value)) {
    return value.length === 1 ? "a list of one" : `a list of ${value.length}`;
  }
  const keys = Object.keys(value);
  return keys.length === 0 ? "{}" : shortened(`an object with ${keys.join(", ")}`);
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
